import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { removeDraft } from '../../lib/stored-draft.ts'
import { type OwnProfile, ownProfileColumns, profileQuery } from '../../session/profile.ts'
import { SignedOutNotice } from '../../session/SignedOutNotice.tsx'
import type { SessionUser } from '../../session/useSession.ts'
import { changedRow, hasErrorCode, staleVersionCode } from '../../supabase/errors.ts'
import { database } from '../../supabase/database.ts'
import { useWrite } from '../../supabase/useWrite.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { TextField } from '../../ui/Field.tsx'
import { changedValues, readProfileDraft, writeProfileDraft } from './profile-draft.ts'
import {
  profileFields,
  profileLabels,
  type ProfileValues,
  validateProfile,
} from './profile-fields.ts'

type Props = { user: SessionUser; profile: OwnProfile; draftKey: string; onSaved: () => void }

/** Starts with the user's unsaved draft, if there is one. */
export function ProfileForm({ user, profile, draftKey, onSaved }: Props) {
  const queries = useQueryClient()
  // The version that is edited: the profile is reloaded while the form is open.
  const [base, setBase] = useState(profile)
  const [draft, setDraft] = useState(() => readProfileDraft(draftKey))
  const [input, setInput] = useState<ProfileValues>({ ...profile, ...draft?.values })
  /** What is stored instead of `base`. */
  const [newer, setNewer] = useState<OwnProfile | null>(null)
  const [isChecked, setIsChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { values, errors } = validateProfile(input)

  const field = (name: keyof ProfileValues) => ({
    name,
    required: true,
    value: input[name],
    error: isChecked ? errors[name] : undefined,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const next = { ...input, [name]: event.target.value }
      setInput(next)
      writeProfileDraft(draftKey, next, base)
    },
  })

  const save = useWrite({
    write: async (version: OwnProfile) => {
      const response = await database
        .from('profiles')
        .update({ ...values, updated_at: version.updated_at })
        .eq('id', user.id)
        .select(ownProfileColumns)
        .maybeSingle()
      if (hasErrorCode(response.error, staleVersionCode)) {
        const current = await queries.fetchQuery({ ...profileQuery(user), staleTime: 0 })
        // An earlier attempt was stored, but its response was lost.
        if (Object.keys(changedValues(values, current)).length === 0) return current
        setNewer(current)
      }
      return changedRow(response, 'Nothing was saved. Please try again.')
    },
    success: 'Profile updated successfully',
    failure: 'Error updating profile',
    reasonIn: 'form',
    onSuccess: (saved) => {
      removeDraft(draftKey)
      queries.setQueryData(profileQuery(user).queryKey, saved)
      onSaved()
    },
  })

  const isStale = save.error?.code === staleVersionCode
  const isDraftStale = (draft?.basedOn ?? base.updated_at) !== base.updated_at
  const loadNewer = (current: OwnProfile) => {
    removeDraft(draftKey)
    setDraft(null)
    setBase(current)
    setInput(current)
    save.reset()
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    const firstInvalid = profileFields.find((name) => errors[name])
    if (firstInvalid) form.current?.querySelector<HTMLElement>(`[name="${firstInvalid}"]`)?.focus()
    else void save.run(base)
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="space-y-4">
      {draft && (
        <Notice tone={isDraftStale ? 'warning' : 'info'}>
          {isDraftStale
            ? 'You have unsaved changes from an earlier visit, and your profile has changed since then. Check them before you save, or cancel to discard them.'
            : 'You have unsaved changes from an earlier visit. Save them, or cancel to discard them.'}
        </Notice>
      )}
      {/* A restored draft opens the form without a click, so it must not take the focus. */}
      <TextField
        label={profileLabels.name}
        autoFocus={!draft}
        autoComplete="name"
        {...field('name')}
      />
      <TextField
        label={profileLabels.email}
        type="email"
        autoComplete="email"
        {...field('email')}
      />
      <TextField label={profileLabels.phone} type="tel" autoComplete="tel" {...field('phone')} />
      <SignedOutNotice />
      {save.problem && (
        <Notice tone="danger">
          <p>{save.problem}</p>
          {isStale && newer && (
            <NewerProfile
              differing={changedValues(newer, values)}
              busy={save.isPending}
              onLoad={() => loadNewer(newer)}
              onSaveMine={() => void save.run(newer)}
            />
          )}
        </Notice>
      )}
      <Button type="submit" busy={save.isPending} className="w-full">
        Save Changes
      </Button>
    </form>
  )
}

type NewerProps = {
  /** The values that differ from the form's. */
  differing: Partial<ProfileValues>
  busy: boolean
  onLoad: () => void
  onSaveMine: () => void
}

/** Shows what is stored now, and lets the user choose. */
function NewerProfile({ differing, busy, onLoad, onSaveMine }: NewerProps) {
  return (
    <>
      <dl className="mt-2">
        {profileFields
          .filter((name) => differing[name] !== undefined)
          .map((name) => (
            <div key={name} className="wrap-anywhere">
              <dt className="inline">{`${profileLabels[name]}: `}</dt>
              <dd translate="no" className="inline font-medium">
                {differing[name] || '–'}
              </dd>
            </div>
          ))}
      </dl>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" busy={busy} onClick={onLoad}>
          Load current version
        </Button>
        <Button variant="secondary" size="sm" busy={busy} onClick={onSaveMine}>
          Save mine instead
        </Button>
      </div>
    </>
  )
}

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { removeDraft } from '../../lib/stored-draft.ts'
import { type OwnProfile, ownProfileColumns, profileQuery } from '../session/profile.ts'
import { SignedOutNotice } from '../session/SignedOutNotice.tsx'
import type { SessionUser } from '../session/useSession.ts'
import { hasErrorCode, staleVersionCode, unwrap } from '../../supabase/errors.ts'
import { supabase } from '../../supabase/client.ts'
import { useWrite } from '../data/useWrite.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { TextField } from '../../ui/Field.tsx'
import { NewerVersionButtons } from '../../ui/NewerVersionButtons.tsx'
import {
  changedValues,
  profileFields,
  profileLabels,
  contactEmailHint,
  type ProfileValues,
  readProfileDraft,
  writeProfileDraft,
} from './profile-fields.ts'
import { profileSchema } from './profile-schema.ts'

type Props = { user: SessionUser; profile: OwnProfile; draftKey: string; onSaved: () => void }

/** Starts with the user's unsaved draft, if there is one. */
export function ProfileForm({ user, profile, draftKey, onSaved }: Props) {
  const queries = useQueryClient()
  // The version that is edited: the profile is reloaded while the form is open.
  const [base, setBase] = useState(profile)
  const [draft, setDraft] = useState(() => readProfileDraft(draftKey))
  /** The version that is stored instead of `base`. */
  const [newer, setNewer] = useState<OwnProfile | null>(null)
  const form = useForm({
    resolver: zodResolver(profileSchema),
    defaultValues: { ...editable(profile), ...draft?.values },
  })

  const field = (name: keyof ProfileValues) => ({
    label: profileLabels[name],
    error: form.formState.errors[name]?.message,
    ...form.register(name, {
      onChange: () => writeProfileDraft(draftKey, form.getValues(), base),
    }),
    required: true,
  })

  const save = useWrite({
    write: async ({ values, version }: { values: ProfileValues; version: OwnProfile }) => {
      const changes = { ...values, updated_at: version.updated_at }
      const update = supabase.from('profiles').update(changes).eq('id', user.id)
      const response = await update.select(ownProfileColumns).maybeSingle()
      if (hasErrorCode(response.error, staleVersionCode)) {
        const current = await queries.fetchQuery({ ...profileQuery(user), staleTime: 0 })
        // An earlier attempt was stored, but its response was lost.
        if (Object.keys(changedValues(current, values)).length === 0) return current
        setNewer(current)
      }
      return unwrap(response, 'Nothing was saved. Please try again.')
    },
    success: 'Profile updated successfully',
    failure: 'Error updating profile',
    showReasonIn: 'form',
    onSuccess: (saved) => {
      removeDraft(draftKey)
      queries.setQueryData(profileQuery(user).queryKey, saved)
      onSaved()
    },
  })
  const submit = (version: OwnProfile) =>
    form.handleSubmit((values) => save.run({ values, version }))

  const isDraftStale = (draft?.basedOn ?? base.updated_at) !== base.updated_at
  const loadNewer = (current: OwnProfile) => {
    removeDraft(draftKey)
    setDraft(null)
    setBase(current)
    form.reset(editable(current))
    save.reset()
  }

  return (
    <form onSubmit={submit(base)} noValidate className="space-y-4">
      {draft && (
        <Notice tone={isDraftStale ? 'warning' : 'info'}>
          {isDraftStale
            ? 'You have unsaved changes from an earlier visit, and your profile has changed since then. Check them before you save, or cancel to discard them.'
            : 'You have unsaved changes from an earlier visit. Save them, or cancel to discard them.'}
        </Notice>
      )}
      {/* A restored draft opens the form without a click, so it must not take the focus. */}
      <TextField autoFocus={!draft} autoComplete="name" {...field('name')} />
      <TextField type="email" autoComplete="email" hint={contactEmailHint} {...field('email')} />
      <TextField type="tel" autoComplete="tel" {...field('phone')} />
      <SignedOutNotice />
      {save.problem && (
        <Notice tone="danger">
          <p>{save.problem}</p>
          {save.error?.code === staleVersionCode && newer && (
            <NewerProfile
              newer={newer}
              form={form}
              isPending={save.isPending}
              onLoad={() => loadNewer(newer)}
              onSaveMine={() => void submit(newer)()}
            />
          )}
        </Notice>
      )}
      <Button type="submit" isPending={save.isPending} className="w-full">
        Save Changes
      </Button>
    </form>
  )
}

const editable = ({ name, email, phone }: OwnProfile): ProfileValues => ({ name, email, phone })

type NewerProps = {
  newer: OwnProfile
  form: UseFormReturn<ProfileValues>
  isPending: boolean
  onLoad: () => void
  onSaveMine: () => void
}

/** Shows the stored values that differ from the input, and lets the user choose. */
function NewerProfile({ newer, form, isPending, onLoad, onSaveMine }: NewerProps) {
  const [name, email, phone] = useWatch({ control: form.control, name: ['name', 'email', 'phone'] })
  const differing = changedValues(newer, { name, email, phone })
  return (
    <>
      <dl className="mt-2">
        {profileFields
          .filter((field) => differing[field] !== undefined)
          .map((field) => (
            <div key={field} className="wrap-anywhere">
              <dt className="inline">{`${profileLabels[field]}: `}</dt>
              <dd dir="auto" translate="no" className="inline font-medium">
                {differing[field] || '–'}
              </dd>
            </div>
          ))}
      </dl>
      <div className="mt-2 flex flex-wrap gap-2">
        <NewerVersionButtons isPending={isPending} onLoad={onLoad} onSaveMine={onSaveMine} />
      </div>
    </>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { type OwnProfile, profileQuery } from '../../session/profile.ts'
import type { SessionUser } from '../../session/useSession.ts'
import { changedRow } from '../../supabase/errors.ts'
import { database } from '../../supabase/database.ts'
import { ownProfileColumns } from '../../supabase/columns.ts'
import { useWrite } from '../../supabase/useWrite.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { TextField } from '../../ui/Field.tsx'
import { deleteProfileDraft, readProfileDraft, writeProfileDraft } from './profile-draft.ts'
import { profileFields, type ProfileValues, validateProfile } from './profile-fields.ts'

type Props = { user: SessionUser; profile: OwnProfile; onSaved: () => void }

/** Starts with the user's unsaved draft, if there is one. */
export function ProfileForm({ user, profile, onSaved }: Props) {
  const queries = useQueryClient()
  const [draft] = useState(() => readProfileDraft(user.id))
  const [input, setInput] = useState<ProfileValues>(draft ?? profile)
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
      writeProfileDraft(user.id, next, profile)
    },
  })

  const save = useWrite({
    write: async (newValues: ProfileValues) =>
      changedRow(
        await database
          .from('profiles')
          .update(newValues)
          .eq('id', user.id)
          .select(ownProfileColumns)
          .maybeSingle(),
        'Nothing was saved. Please try again.',
      ),
    success: 'Profile updated successfully',
    failure: 'Error updating profile',
    reasonIn: 'form',
    onSuccess: (saved) => {
      deleteProfileDraft(user.id)
      queries.setQueryData(profileQuery(user).queryKey, saved)
      onSaved()
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    const firstInvalid = profileFields.find((name) => errors[name])
    if (firstInvalid) form.current?.querySelector<HTMLElement>(`[name="${firstInvalid}"]`)?.focus()
    else void save.run(values)
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="space-y-4">
      {draft && (
        <Notice>
          You have unsaved changes from an earlier visit. Save them, or cancel to discard them.
        </Notice>
      )}
      {/* A restored draft opens the form without a click, so it must not take the focus. */}
      <TextField label="Full Name" autoFocus={!draft} autoComplete="name" {...field('name')} />
      <TextField label="Email" type="email" autoComplete="email" {...field('email')} />
      <TextField label="Phone" type="tel" autoComplete="tel" {...field('phone')} />
      {save.problem && <Notice tone="danger">{save.problem}</Notice>}
      <Button type="submit" busy={save.isPending} className="w-full">
        Save Changes
      </Button>
    </form>
  )
}

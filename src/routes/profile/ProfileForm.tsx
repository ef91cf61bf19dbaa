import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { type OwnProfile, ownProfileColumns, profileQuery } from '../../session/profile.ts'
import type { SessionUser } from '../../session/useSession.ts'
import { changedRow } from '../../supabase/errors.ts'
import { supabase } from '../../supabase/client.ts'
import { useWrite } from '../../supabase/useWrite.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { TextField } from '../../ui/Field.tsx'
import { forgetProfileDraft, keepProfileDraft, readProfileDraft } from './profile-draft.ts'
import { checkProfile, profileFields, type ProfileValues } from './profile-fields.ts'

type Props = { user: SessionUser; profile: OwnProfile; onSaved: () => void }

/** Starts with what this person typed earlier and did not save. */
export function ProfileForm({ user, profile, onSaved }: Props) {
  const queries = useQueryClient()
  const [draft] = useState(() => readProfileDraft(user.id))
  const [typed, setTyped] = useState<ProfileValues>(draft ?? profile)
  const [isChecked, setIsChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { values, errors } = checkProfile(typed)

  const field = (name: keyof ProfileValues) => ({
    name,
    required: true,
    value: typed[name],
    error: isChecked ? errors[name] : undefined,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const next = { ...typed, [name]: event.target.value }
      setTyped(next)
      keepProfileDraft(user.id, next, profile)
    },
  })

  const save = useWrite({
    write: async (wanted: ProfileValues) =>
      changedRow(
        await supabase
          .from('profiles')
          .update(wanted)
          .eq('id', user.id)
          .select(ownProfileColumns)
          .maybeSingle(),
        'Nothing was saved. Please try again.',
      ),
    success: 'Profile updated successfully',
    failure: 'Error updating profile',
    reasonIn: 'form',
    onSuccess: (saved) => {
      forgetProfileDraft(user.id)
      queries.setQueryData(profileQuery(user).queryKey, saved)
      onSaved()
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    const firstWrong = profileFields.find((name) => errors[name])
    if (firstWrong) form.current?.querySelector<HTMLElement>(`[name="${firstWrong}"]`)?.focus()
    else void save.run(values)
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="space-y-4">
      {draft && (
        <Notice>
          These are changes that you had typed and not saved. Save them, or cancel to discard them.
        </Notice>
      )}
      {/* Nobody asked for a form that comes back by itself, so it does not take the focus. */}
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

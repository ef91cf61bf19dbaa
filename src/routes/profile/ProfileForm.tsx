import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { OwnProfile } from '../../session/load-profile.ts'
import { profileQuery } from '../../session/profile.ts'
import type { SessionUser } from '../../session/useSession.ts'
import { changedRow } from '../../supabase/calls.ts'
import { supabase } from '../../supabase/client.ts'
import { useWrite } from '../../supabase/useWrite.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { TextField } from '../../ui/Field.tsx'
import { forgetProfileDraft, keepProfileDraft, readProfileDraft } from './profile-draft.ts'
import { type ProfileValues, profileSchema } from './profile-schema.ts'

type Props = { user: SessionUser; profile: OwnProfile; onSaved: () => void }

/** Starts with what this person typed earlier and did not save. */
export function ProfileForm({ user, profile, onSaved }: Props) {
  const queries = useQueryClient()
  const [draft] = useState(() => readProfileDraft(user.id))
  const form = useForm<ProfileValues>({
    resolver: zodResolver(profileSchema),
    defaultValues: draft ?? profile,
  })
  const { errors } = form.formState

  const keep = useEffectEvent((values: ProfileValues) => keepProfileDraft(user.id, values, profile))
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }),
    [form],
  )

  const save = useWrite({
    write: async (values: ProfileValues) =>
      changedRow(
        await supabase
          .from('profiles')
          .update(values)
          .eq('id', user.id)
          .select('name, email, phone, is_admin')
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

  return (
    <form
      onSubmit={(event) => void form.handleSubmit(save.run)(event)}
      noValidate
      className="space-y-4"
    >
      {draft && (
        <Notice>
          These are changes that you had typed and not saved. Save them, or cancel to discard them.
        </Notice>
      )}
      <TextField
        label="Full Name"
        required
        // Nobody asked for a form that comes back by itself.
        autoFocus={!draft}
        autoComplete="name"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <TextField
        label="Email"
        type="email"
        required
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <TextField
        label="Phone"
        type="tel"
        required
        autoComplete="tel"
        error={errors.phone?.message}
        {...form.register('phone')}
      />
      {save.problem && <Notice tone="danger">{save.problem}</Notice>}
      <Button type="submit" busy={save.isPending} className="w-full">
        Save Changes
      </Button>
    </form>
  )
}

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'react-hot-toast'
import { supabase } from '../../../supabase/client.ts'
import { errorMessage } from '../../../supabase/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { formatDate } from '../../../ui/format-date.ts'
import type { AdminUser } from './user-queries.ts'

type Props = { user: AdminUser; onClose: () => void; onSaved: () => void }

/** User Profile dialog (specification, section 2): optional fields are shown only when present. */
export function UserDialog({ user, onClose, onSaved }: Props) {
  const [credits, setCredits] = useState(String(user.credits))
  const isWhole = /^\d{1,9}$/.test(credits)
  const isChanged = isWhole && Number(credits) !== user.credits
  const saving = useMutation({
    mutationFn: async () => {
      const { data } = await supabase
        .from('profiles')
        .update({ credits: Number(credits) })
        .eq('id', user.id)
        // Another admin may have changed them since this dialog was opened.
        .eq('credits', user.credits)
        .select('id')
        .throwOnError()
      if (data.length === 0) throw new CreditsChanged()
    },
    onSuccess: () => {
      toast.success('Profile updated successfully')
      onSaved()
    },
    onError: () => toast.error('Failed to update profile'),
  })

  const details: [string, string | null | undefined][] = [
    ['Name', user.name],
    ['Email', user.email],
    ['Phone', user.phone],
    ['Address', user.address],
    ['Country', user.country],
    ['Interests', user.interests?.join(', ')],
    ['Member Since', formatDate(user.created_at)],
    ['Role', user.is_admin ? 'Admin' : 'User'],
  ]

  return (
    <Dialog
      open
      onOpenChange={() => !saving.isPending && onClose()}
      title="User Profile"
      footer={
        <Button
          type="submit"
          form="credits"
          busy={saving.isPending}
          disabled={!isChanged && !saving.isPending}
        >
          Save Changes
        </Button>
      }
    >
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {details.map(
          ([term, value]) =>
            value && (
              <div key={term} className="min-w-0">
                <dt className="text-sm text-ink-soft">{term}</dt>
                <dd className="font-medium break-words">{value}</dd>
              </div>
            ),
        )}
      </dl>
      <form
        id="credits"
        noValidate
        className="mt-5 space-y-4 border-t border-line pt-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (isChanged && !saving.isPending) saving.mutate()
        }}
      >
        <TextField
          label="Credits"
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
          value={credits}
          error={isWhole ? undefined : 'Please enter a whole number of at least 0'}
          onChange={(event) => setCredits(event.currentTarget.value)}
        />
        {saving.error && (
          <Notice tone="danger">
            {saving.error instanceof CreditsChanged
              ? saving.error.message
              : errorMessage(saving.error, 'Failed to update profile')}
          </Notice>
        )}
      </form>
    </Dialog>
  )
}

class CreditsChanged extends Error {
  override message =
    'These credits were changed by someone else in the meantime, or the user is gone. Close this and open it again.'
}

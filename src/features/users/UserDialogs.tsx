import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { isolate } from '../../lib/isolate.ts'
import { readNumber } from '../../lib/read-number.ts'
import { callFunction } from '../../supabase/call-function.ts'
import { unwrap } from '../../supabase/errors.ts'
import { supabase } from '../../supabase/client.ts'
import { communitiesOf, type CommunityCounts } from '../community/communities-of-user.ts'
import { ConfirmActionDialog } from '../data/ConfirmButton.tsx'
import { useWrite } from '../data/useWrite.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { TextField } from '../../ui/Field.tsx'
import { formatCountOf, formatDate } from '../../ui/format.ts'
import type { AdminUser } from './user-queries.ts'

const message = 'Please enter a whole number from 0 to 999,999,999'

/** The maximum fits the database's `integer`. */
const schema = z.object({
  credits: z.pipe(
    z.pipe(z.string(), z.transform(readNumber)),
    z.number(message).check(z.int(message), z.gte(0, message), z.lte(999_999_999, message)),
  ),
})

type Props = {
  user: AdminUser
  onClose: () => void
  onSaved: () => void
  /** Beside 'Save Changes'. */
  actions?: ReactElement | false
  initialFocus?: (() => void) | undefined
  /** Below the profile. */
  children?: ReactElement
}

export function UserDialog({ user, onClose, onSaved, actions, initialFocus, children }: Props) {
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { credits: String(user.credits) },
    mode: 'onChange',
  })
  const credits = useWatch({ control: form.control, name: 'credits' })
  const count = z.safeParse(schema, { credits }).data?.credits
  const isChanged = count !== undefined && count !== user.credits
  const saving = useWrite({
    write: async (values: z.output<typeof schema>) => {
      const update = supabase.from('profiles').update(values).eq('id', user.id)
      // Another admin may have changed them since the dialog opened.
      const unchanged = update.eq('credits', user.credits)
      unwrap(
        await unchanged.select('id').maybeSingle(),
        'Another admin changed these credits, or the user was deleted. Close this dialog and open it again.',
      )
    },
    success: 'Profile updated successfully',
    failure: 'Failed to update profile',
    showReasonIn: 'form',
    onSuccess: onSaved,
  })

  const showCount = () => {
    if (count !== undefined) form.setValue('credits', String(count))
  }

  const details: [string, string | null | undefined][] = [
    ['Name', user.name],
    ['Email', user.email],
    ['Email in the profile', user.profile_email],
    ['Phone', user.phone],
    ['Address', user.address],
    ['Country', user.country],
    ['Interests', user.interests?.map(isolate).join(', ')],
    ['Member Since', formatDate(user.created_at)],
    ['Role', user.is_admin ? 'Admin' : 'User'],
  ]

  return (
    <Dialog
      onClose={() => !saving.isPending && onClose()}
      title="User Profile"
      size="lg"
      {...(initialFocus && { initialFocus })}
      footer={
        <>
          {actions}
          <Button
            type="submit"
            form="credits"
            isPending={saving.isPending}
            disabled={!isChanged && !saving.isPending}
          >
            Save Changes
          </Button>
        </>
      }
    >
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {details.map(
          ([term, value]) =>
            value && (
              <div key={term} className="min-w-0">
                <dt className="text-sm text-ink-soft">{term}</dt>
                <dd dir="auto" translate="no" className="font-medium">
                  {value}
                </dd>
              </div>
            ),
        )}
      </dl>
      <form
        id="credits"
        noValidate
        className="mt-5 space-y-4 border-t border-line pt-5"
        onSubmit={form.handleSubmit(async (values) => {
          showCount()
          if (isChanged) await saving.run(values)
        })}
      >
        <TextField
          label="Credits"
          inputMode="numeric"
          autoComplete="off"
          error={form.formState.errors.credits?.message}
          {...form.register('credits', { onBlur: showCount })}
        />
        {saving.problem && <Notice tone="danger">{saving.problem}</Notice>}
      </form>
      {children}
    </Dialog>
  )
}

type DeleteProps = { user: AdminUser; onClose: () => void; onDeleted: () => void }

export function DeleteUserDialog({ user, onClose, onDeleted }: DeleteProps) {
  const communities = useQuery(communitiesOf(user))
  return (
    <ConfirmActionDialog
      onClose={onClose}
      title="Delete user"
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      tone="danger"
      action={{
        write: () => callFunction('delete-user', { body: { userId: user.id } }),
        success: 'User deleted successfully',
        failure: 'Failed to delete user',
        onSuccess: onDeleted,
      }}
    >
      <p>Are you sure you want to delete this user? This action cannot be undone.</p>
      <p dir="auto" translate="no" className="mt-2 font-semibold text-ink">
        {`${isolate(user.name)} (${user.email})`}
      </p>
      <p role="status" className="mt-2">
        {describeCommunities(communities)}
      </p>
    </ConfirmActionDialog>
  )
}

type Communities = { data: CommunityCounts | undefined; isError: boolean }

/** Returns what is deleted with the account, and what stays. */
function describeCommunities({ data, isError }: Communities): string {
  if (isError) return "Couldn't check which communities belong to this account."
  if (!data) return 'Checking which communities belong to this account...'
  const { all, listed, coOwned } = data
  const listing =
    listed === all ? (all === 1 ? 'which is listed' : 'all listed') : `${listed} listed`
  const deleted =
    all === 0
      ? 'No communities are deleted with this account.'
      : `${formatCountOf(all, 'community is', 'communities are')} deleted with this account (${listing}).`
  const kept = `${formatCountOf(coOwned, 'community', 'communities')} that they co-own will stay.`
  return coOwned === 0 ? deleted : `${deleted} ${kept}`
}

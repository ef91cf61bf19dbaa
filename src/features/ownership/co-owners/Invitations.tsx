import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { cleanEmail, emailProblem, isEmail } from '../../../lib/email.ts'
import { supabase } from '../../../supabase/client.ts'
import type { Enums } from '../../../supabase/database.types.ts'
import { failureMessage, unwrap } from '../../../supabase/errors.ts'
import { invitationPeriod } from '../../../supabase/rules/limits.ts'
import { Button, SmallButton } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { SelectField, TextField } from '../../../ui/Field.tsx'
import { formatDate } from '../../../ui/format.ts'
import { useWrite } from '../../data/useWrite.ts'
import { coOwnersFilter, type SentInvitation } from './co-owners.ts'

/* The invitations of an owner: the form that sends one, and the open ones. */

const kinds = ['co-owner', 'transfer'] as const satisfies Enums<'invitation_kind'>[]

const schema = z.object({
  email: z.string().check(
    z.overwrite((email) => cleanEmail(email).toLowerCase()),
    z.refine(isEmail, { error: ({ input }) => emailProblem(String(input)) }),
  ),
  kind: z.enum(kinds),
  keepsFormerOwner: z.boolean(),
})
type Invitation = z.infer<typeof schema>

/** Invites an email address. If that fails, the form keeps the input. */
export function InviteForm({ communityId }: { communityId: string }) {
  const queries = useQueryClient()
  const checkboxId = useId()
  // The invitation that needs a confirmation: it hands over the community.
  const [toConfirm, setToConfirm] = useState<Invitation | null>(null)
  const form = useForm<Invitation>({
    resolver: zodResolver(schema),
    defaultValues: { email: '', kind: 'co-owner', keepsFormerOwner: true },
  })
  const invitation = useWrite({
    write: async ({ email, kind, keepsFormerOwner }: Invitation) =>
      unwrap(
        await supabase.rpc('invite_to_community', {
          community_id: communityId,
          email,
          kind,
          keeps_former_owner: kind === 'transfer' && keepsFormerOwner,
        }),
      ),
    success: 'Invitation saved',
    failure: 'Failed to invite',
    showReasonIn: 'dialog',
    onSuccess: () => form.reset(),
    onSettled: () => {
      setToConfirm(null)
      return queries.invalidateQueries(coOwnersFilter)
    },
  })
  const isHandOver = useWatch({ control: form.control, name: 'kind' }) === 'transfer'
  const submit = form.handleSubmit((values) =>
    values.kind === 'transfer' ? setToConfirm(values) : invitation.run(values),
  )

  return (
    <form noValidate className="space-y-4 border-t border-line pt-5" onSubmit={submit}>
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        hint={`The invitation is on their profile for ${invitationPeriod}, once they sign in with this email. We don't tell you whether it has an account.`}
        error={form.formState.errors.email?.message}
        {...form.register('email', { onChange: invitation.reset })}
      />
      <SelectField label="Invite as" {...form.register('kind', { onChange: invitation.reset })}>
        <option value="co-owner">Co-owner</option>
        <option value="transfer">New owner: hand over the community</option>
      </SelectField>
      {isHandOver && (
        <div className="flex items-center gap-2 text-sm">
          <input
            id={checkboxId}
            type="checkbox"
            className="size-5 accent-accent"
            {...form.register('keepsFormerOwner')}
          />
          <label htmlFor={checkboxId}>I stay as a co-owner</label>
        </div>
      )}
      {invitation.problem && <Notice tone="danger">{invitation.problem}</Notice>}
      <Button type="submit" isPending={invitation.isPending}>
        {isHandOver ? 'Hand over' : 'Invite'}
      </Button>
      {toConfirm && (
        <ConfirmDialog
          onClose={() => setToConfirm(null)}
          title="Hand over this community?"
          confirmLabel="Hand over"
          tone="danger"
          isPending={invitation.isPending}
          onConfirm={() => void invitation.run(toConfirm)}
        >
          <span dir="auto" translate="no" className="font-semibold wrap-anywhere">
            {toConfirm.email}
          </span>
          <span>
            {` becomes the only owner by accepting. ${
              toConfirm.keepsFormerOwner
                ? 'You stay as a co-owner, and they can remove you.'
                : 'You can then no longer see or edit it here.'
            } Until then, you can withdraw the offer.`}
          </span>
        </ConfirmDialog>
      )}
    </form>
  )
}

type RowProps = {
  invitation: SentInvitation
  /** Reports the last failure outside the row, which disappears if the invitation was answered. */
  onProblem: (problem: string | null) => void
}

export function InvitationRow({ invitation, onProblem }: RowProps) {
  const failure = 'Failed to withdraw the invitation'
  const queries = useQueryClient()
  const { id, email, kind, expires_at } = invitation
  const withdrawal = useWrite({
    write: async () => {
      unwrap(await supabase.rpc('withdraw_invitation', { invitation_id: id }))
    },
    failure,
    showReasonIn: 'dialog',
    onMutate: () => onProblem(null),
    onError: (error) => onProblem(failureMessage(failure, error)),
    onSettled: () => queries.invalidateQueries(coOwnersFilter),
  })
  return (
    <li className="flex flex-wrap items-center gap-3 py-2">
      <p className="min-w-0 flex-1 basis-48">
        <span translate="no" className="block font-semibold wrap-anywhere">
          {email}
        </span>
        <span className="text-sm text-ink-soft">
          {`${kind === 'transfer' ? 'Invited to take over' : 'Invited as co-owner'}, open until ${formatDate(expires_at)}`}
        </span>
      </p>
      <SmallButton
        aria-label={`Withdraw the invitation of ${email}`}
        isPending={withdrawal.isPending}
        onClick={() => void withdrawal.run()}
      >
        Withdraw
      </SmallButton>
    </li>
  )
}

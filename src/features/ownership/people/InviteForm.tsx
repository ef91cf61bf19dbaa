import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { cleanEmail, emailProblem, isEmail } from '../../../lib/email.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { loadClient } from '../../../supabase/load-client.ts'
import { invitationPeriod } from '../../../supabase/rules/limits.ts'
import { useWrite } from '../../data/useWrite.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { SelectField, TextField } from '../../../ui/Field.tsx'
import type { OwnCommunity } from '../../community/own-communities.ts'
import { type InvitationKind, peopleFilter } from './people.ts'

/** Invites an email address. If that fails, the form keeps the input. */
export function InviteForm({ community }: { community: OwnCommunity }) {
  const queries = useQueryClient()
  const checkboxId = useId()
  const emailField = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState('')
  const [kind, setKind] = useState<InvitationKind>('co-owner')
  const [keepsFormerOwner, setKeepsFormerOwner] = useState(true)
  const [isChecked, setIsChecked] = useState(false)
  const [isConfirming, setIsConfirming] = useState(false)
  const address = cleanEmail(email).toLowerCase()
  const isTransfer = kind === 'transfer'
  const invitation = useWrite({
    write: async () => {
      const supabase = await loadClient()
      unwrap(
        await supabase.rpc('invite_to_community', {
          community_id: community.id,
          email: address,
          kind,
          keeps_former_owner: isTransfer && keepsFormerOwner,
        }),
      )
    },
    success: 'Invitation saved',
    failure: 'Failed to invite',
    showReasonIn: 'dialog',
    onSuccess: () => {
      setEmail('')
      setKind('co-owner')
      setIsChecked(false)
    },
    onSettled: () => {
      setIsConfirming(false)
      return queries.invalidateQueries(peopleFilter)
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (!isEmail(address)) emailField.current?.focus()
    else if (isTransfer) setIsConfirming(true)
    else void invitation.run()
  }

  return (
    <form noValidate className="space-y-4 border-t border-line pt-5" onSubmit={submit}>
      <TextField
        ref={emailField}
        label="Email"
        type="email"
        autoComplete="off"
        hint={`The invitation is on their profile for ${invitationPeriod}, once they sign in with this email. We don't tell you whether it has an account.`}
        error={isChecked && !isEmail(address) ? emailProblem(address) : undefined}
        value={email}
        onChange={(event) => {
          setEmail(event.currentTarget.value)
          invitation.reset()
        }}
      />
      <SelectField
        label="Invite as"
        value={kind}
        onChange={(event) => {
          setKind(event.currentTarget.value === 'transfer' ? 'transfer' : 'co-owner')
          invitation.reset()
        }}
      >
        <option value="co-owner">Co-owner</option>
        <option value="transfer">New owner: hand over the community</option>
      </SelectField>
      {isTransfer && (
        <div className="flex items-center gap-2 text-sm">
          <input
            id={checkboxId}
            type="checkbox"
            className="size-5 accent-accent"
            checked={keepsFormerOwner}
            onChange={(event) => setKeepsFormerOwner(event.currentTarget.checked)}
          />
          <label htmlFor={checkboxId}>I stay as a co-owner</label>
        </div>
      )}
      {invitation.problem && <Notice tone="danger">{invitation.problem}</Notice>}
      <Button type="submit" isPending={invitation.isPending}>
        {isTransfer ? 'Hand over' : 'Invite'}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          onClose={() => setIsConfirming(false)}
          title="Hand over this community?"
          confirmLabel="Hand over"
          tone="danger"
          isPending={invitation.isPending}
          onConfirm={() => void invitation.run()}
        >
          <span dir="auto" translate="no" className="font-semibold wrap-anywhere">
            {address}
          </span>
          <span>
            {` becomes the only owner by accepting. ${
              keepsFormerOwner
                ? 'You stay as a co-owner, and they can remove you.'
                : 'You can then no longer see or edit it here.'
            } Until then, you can withdraw the offer.`}
          </span>
        </ConfirmDialog>
      )}
    </form>
  )
}

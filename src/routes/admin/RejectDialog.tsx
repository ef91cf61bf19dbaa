import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { decisionFailure, useDecision } from './useDecision.ts'

const readyReasons = [
  'The invite link does not work. Please check it in WhatsApp and send a new one.',
  'The description does not say what the community is about.',
  'The picture does not fit the community.',
  'This community is already listed.',
  'This is an advertisement rather than a community.',
]

type Props = {
  listing: { id: string; name: string }
  onClose: () => void
  onRejected: () => void
}

/** Rejects a listing with a reason, which its owner reads on their profile. */
export function RejectDialog({ listing, onClose, onRejected }: Props) {
  const [reason, setReason] = useState('')
  const decision = useDecision(() => undefined)
  const reject = () =>
    decision.mutate(
      { listing, status: 'rejected', reason: reason.trim() },
      { onSuccess: onRejected },
    )

  return (
    <Dialog
      open
      onOpenChange={() => !decision.isPending && onClose()}
      title="Reject community"
      description={listing.name}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={decision.isPending}>
            Cancel
          </Button>
          <Button variant="danger" busy={decision.isPending} onClick={reject}>
            Reject
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <div role="group" aria-label="Ready-made reasons" className="flex flex-col gap-2">
          {readyReasons.map((ready) => (
            <Button
              key={ready}
              variant="secondary"
              size="sm"
              aria-pressed={reason === ready}
              className="justify-start! text-left font-normal! aria-pressed:border-accent! aria-pressed:bg-accent-soft!"
              onClick={() => setReason(ready)}
            >
              {ready}
            </Button>
          ))}
        </div>
        <TextArea
          label="Reason"
          hint="The owner reads this next to their listing, and can edit and resubmit it."
          rows={3}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {decision.error && (
          <Notice tone="danger">{decisionFailure(decision.error, 'rejected')}</Notice>
        )}
      </div>
    </Dialog>
  )
}

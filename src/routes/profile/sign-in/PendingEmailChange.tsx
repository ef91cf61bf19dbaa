import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWrite } from '../../../supabase/useWrite.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { linkLifetimeMs, requestEmailChange, type SignInAccount } from './sign-in-account.ts'

type Props = {
  email: string
  pending: NonNullable<SignInAccount['pending']>
  onHide: () => void
}

/** Tells the user to follow the links for a new sign-in email, or that they no longer work. */
export function PendingEmailChange({ email, pending, onHide }: Props) {
  const queries = useQueryClient()
  const [wasSentAgain, setWasSentAgain] = useState(false)
  const sending = useWrite({
    write: () => requestEmailChange(queries, pending.email),
    failure: "Couldn't send the links again",
    showReasonIn: 'form',
    onMutate: () => setWasSentAgain(false),
    onSuccess: () => setWasSentAgain(true),
  })

  return (
    <div className="mt-5 space-y-3">
      {isExpired(pending.sentAt) ? (
        <Notice tone="warning" title="Your sign-in email hasn't changed">
          <p>
            The links for <strong translate="no">{email}</strong> and{' '}
            <strong translate="no">{pending.email}</strong> no longer work.
          </p>
        </Notice>
      ) : (
        <Notice title="Confirm your new sign-in email">
          <p>
            You should get a link at both <strong translate="no">{email}</strong> and{' '}
            <strong translate="no">{pending.email}</strong> within a few minutes. Confirm the change
            with both within an hour. Until then, you sign in with{' '}
            <strong translate="no">{email}</strong>.
          </p>
        </Notice>
      )}
      {sending.problem && <Notice tone="danger">{sending.problem}</Notice>}
      {wasSentAgain && (
        <Notice tone="success">New links are on their way. The earlier ones no longer work.</Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          isPending={sending.isPending}
          onClick={() => void sending.run()}
        >
          {sending.isPending ? 'Sending...' : 'Send the links again'}
        </Button>
        <Button variant="ghost" size="sm" onClick={onHide}>
          Hide
        </Button>
      </div>
    </div>
  )
}

function isExpired(sentAt: string | null): boolean {
  return sentAt === null || Date.now() - Date.parse(sentAt) > linkLifetimeMs
}

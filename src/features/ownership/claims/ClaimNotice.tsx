import { useState } from 'react'
import { isolate } from '../../../lib/isolate.ts'
import { SmallButton } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { formatDate } from '../../../ui/format.ts'
import type { ReceivedClaim } from './claims.ts'

type Props = {
  claims: readonly ReceivedClaim[]
  /** The name of the community. */
  name: string
  onAnswer: () => void
}

/** Asks the owner of a community to answer a claim, or shows the answer until an admin decides. Co-owners only read it. */
export function ClaimNotice({ claims, name, onAnswer }: Props) {
  const claim = claims.find(({ answered_at }) => !answered_at) ?? claims[0]
  if (!claim) return null
  if (!claim.answered_at) return <OpenClaim claim={claim} name={name} onAnswer={onAnswer} />
  return (
    <Notice title="This community is claimed">
      <p>{`${claim.is_owner ? 'You' : 'The owner'} answered on ${formatDate(claim.answered_at)}. An admin decides now.`}</p>
      {claim.answer !== null && (
        <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
          {claim.answer}
        </p>
      )}
    </Notice>
  )
}

type OpenProps = Omit<Props, 'claims'> & { claim: ReceivedClaim }

function OpenClaim({ claim, name, onAnswer }: OpenProps) {
  const [openedAt] = useState(Date.now)
  const isOverdue = Date.parse(claim.answer_due_at) < openedAt
  return (
    <Notice
      tone="warning"
      title="Another user claims this community"
      action={
        claim.is_owner && (
          <SmallButton aria-label={`Answer the claim: ${isolate(name)}`} onClick={onAnswer}>
            Answer
          </SmallButton>
        )
      }
    >
      <p>
        {`They have proved that they can edit the WhatsApp group. ${
          isOverdue
            ? `The time to answer is over, and an admin decides now. Until then, ${claim.is_owner ? 'you' : 'the owner'} can still answer.`
            : claim.is_owner
              ? `Please answer by ${formatDate(claim.answer_due_at)}. After that, an admin decides.`
              : `The owner can answer until ${formatDate(claim.answer_due_at)}. After that, an admin decides.`
        }`}
      </p>
    </Notice>
  )
}

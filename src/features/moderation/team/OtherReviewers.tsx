import { Eye } from 'lucide-react'
import { Badge } from '../../../ui/Badge.tsx'
import { useOtherReviewers } from './open-reviews.ts'

type Props = { communityId: string }

/** Says that another admin has the community open, so that only one of them decides. */
export function OtherReviewers({ communityId }: Props) {
  const sentence = useOtherReviewers(communityId)
  return (
    <div role="status" className="empty:hidden">
      {sentence !== null && (
        <Badge tone="yellow" canWrap>
          <Eye aria-hidden="true" className="size-3.5 shrink-0" />
          <span className="wrap-anywhere">{sentence}</span>
        </Badge>
      )}
    </div>
  )
}

/** Marks the community in a list. */
export function OtherReviewersMark({ communityId }: Props) {
  const sentence = useOtherReviewers(communityId)
  if (sentence === null) return null
  return (
    <span title={sentence} className="inline-flex shrink-0 text-warning-ink">
      <Eye aria-hidden="true" className="size-4" />
      <span className="sr-only">{sentence}</span>
    </span>
  )
}

import { hiddenBlocks, hidingReasons } from '../../community/blocks.ts'
import { isWithoutPlace } from '../../community/fields.ts'
import { formatDate } from '../../../ui/format.ts'
import { RecentHistory } from '../../log/HistoryList.tsx'
import { LongText } from '../../../ui/LongText.tsx'
import type { OpenAppeal, QueuedCommunity } from '../queue/queue.ts'

type Props = { community: QueuedCommunity; appeal: OpenAppeal }

/** The owner's appeal, what the decision about it does, and the history of the community. */
export function AppealPanel({ community, appeal }: Props) {
  const isHidden = appeal.decision === 'hidden'
  const reasonLabel = isHidden ? 'Reason for hiding' : 'Rejection reason'
  const reasons = isHidden
    ? hidingReasons(community)
    : [community.rejection_reason ?? ''].filter(Boolean)

  return (
    <section
      aria-label="Appeal"
      className="grid gap-x-6 gap-y-3 rounded-xl bg-warning-soft/50 px-4 py-3 text-sm @4xl:grid-cols-[minmax(0,1fr)_19rem]"
    >
      <div className="min-w-0 space-y-3">
        <p className="font-semibold">
          {`Appeal of ${formatDate(appeal.created_at)} against the ${isHidden ? 'hiding' : 'rejection'}`}
        </p>
        <LongText label="Message of the owner">{appeal.message}</LongText>
        {reasons.map((reason) => (
          <div key={reason}>
            <p className="font-semibold">{reasonLabel}</p>
            <LongText label={reasonLabel}>{reason}</LongText>
          </div>
        ))}
        <p className="text-ink-soft">{describeAcceptance(community, appeal)}</p>
      </div>
      <RecentHistory communityId={community.id} />
    </section>
  )
}

function describeAcceptance(community: QueuedCommunity, { decision }: OpenAppeal): string {
  if (decision === 'rejected') {
    return isWithoutPlace(community)
      ? 'You can accept the appeal once the community has a place.'
      : 'Accepting approves the community.'
  }
  return hiddenBlocks(community).length > 0
    ? 'Accepting shows the community again.'
    : 'The community is no longer hidden.'
}

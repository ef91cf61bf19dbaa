import { Check, X } from 'lucide-react'
import { hidingReasons } from '../../community/blocks.ts'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { formatDate } from '../../../ui/format.ts'
import { RecentHistory } from '../../log/HistoryList.tsx'
import { LongText } from '../../../ui/LongText.tsx'
import type { Decision } from '../queue/decisions.ts'
import { DecisionButton } from '../queue/DecisionButtons.tsx'
import type { OpenAppeal, QueuedCommunity } from '../queue/queue.ts'
import type { Decisions } from '../queue/useDecisions.ts'

type Props = { community: QueuedCommunity; appeal: OpenAppeal; decisions: Decisions }

/** The owner's appeal, what the decision about it does, and the history of the community. */
export function AppealPanel({ community, appeal, decisions }: Props) {
  const accept = acceptAppeal(community, appeal)
  const saving = decisions.saving.get(community.id)
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
        <div className="flex flex-wrap items-center gap-2">
          <DecisionButton
            decision={accept}
            decisions={decisions}
            icon={Check}
            disabled={saving !== undefined && saving !== accept.kind}
          >
            Accept appeal
          </DecisionButton>
          <DecisionButton
            decision={declineAppeal(community, appeal)}
            decisions={decisions}
            variant="secondary"
            icon={X}
            disabled={saving !== undefined}
          >
            Decline appeal
          </DecisionButton>
          <p className="text-ink-soft">
            {isHidden
              ? 'Accepting shows the community again.'
              : 'Accepting returns the community to the queue as pending.'}
          </p>
        </div>
      </div>
      <RecentHistory communityId={community.id} />
    </section>
  )
}

const acceptAppeal = (community: QueuedCommunity, appeal: OpenAppeal): Decision => ({
  kind: 'accept appeal',
  community,
  success: 'Appeal accepted successfully',
  failure: 'Failed to accept appeal',
  save: () => decideAppeal(appeal, { is_accepted: true }),
})

const declineAppeal = (community: QueuedCommunity, appeal: OpenAppeal): Decision => ({
  kind: 'decline appeal',
  community,
  success: 'Appeal declined successfully',
  failure: 'Failed to decline appeal',
  save: ({ reason }) => decideAppeal(appeal, { is_accepted: false, reason }),
  question: {
    verb: 'Decline',
    object: 'appeal',
    hint: 'The owner sees this next to their community and receives it by email.',
    reasons: [
      'We looked at it again, and the reason still applies.',
      'Your appeal does not say what was wrong with our decision.',
    ],
  },
})

const decideAppeal = async (
  { id: appeal_id }: OpenAppeal,
  decision: { is_accepted: boolean; reason?: string },
) => unwrap(await supabase.rpc('decide_appeal', { appeal_id, ...decision }))

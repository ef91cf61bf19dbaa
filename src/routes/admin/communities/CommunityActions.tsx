import { Check, History, Pencil, Trash2, X } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import type { Decisions } from '../decisions/useDecisions.ts'
import type { AdminCommunity } from './community-queries.ts'

export type CommunityTask = 'edit' | 'reject' | 'delete' | 'history'

type Props = {
  community: AdminCommunity
  decisions: Decisions
  onTask: (task: CommunityTask) => void
}

/** Edit and delete are there in any status, approve and reject for pending ones (section 4). */
export function CommunityActions({ community, decisions, onTask }: Props) {
  const { name, status } = community
  const underWay = decisions.underWay.get(community.id)

  return (
    <div className="flex flex-wrap gap-1 lg:flex-nowrap lg:justify-end">
      {status === 'pending' && (
        <>
          <Button
            size="sm"
            icon={Check}
            busy={underWay === 'approve'}
            aria-label={`Approve ${name}`}
            onClick={() => void decisions.decide({ community, verdict: 'approve' })}
          >
            Approve
          </Button>
          <Button
            variant="secondary"
            size="sm"
            icon={X}
            busy={underWay === 'reject'}
            aria-label={`Reject ${name}`}
            onClick={() => onTask('reject')}
          >
            Reject
          </Button>
        </>
      )}
      <Button
        variant="ghost"
        size="sm"
        icon={Pencil}
        aria-label={`Edit ${name}`}
        onClick={() => onTask('edit')}
      />
      <Button
        variant="ghost"
        size="sm"
        icon={Trash2}
        aria-label={`Delete ${name}`}
        onClick={() => onTask('delete')}
      />
      <Button
        variant="ghost"
        size="sm"
        icon={History}
        aria-label={`History of ${name}`}
        onClick={() => onTask('history')}
      />
    </div>
  )
}

import { Badge } from '../ui/Badge.tsx'
import { type Community, isHiddenOrPaused } from './fields.ts'
import { statusLabels, statusTones } from './vocabulary.ts'

type Props = {
  community: Pick<Community, 'status' | 'hidden_at' | 'paused_at' | 'asleep_at'>
}

/**
 * The status of a community. 'Hidden', 'Paused' and 'Asleep' replace 'Approved', because visitors do not see the
 * community.
 */
export function StatusBadge({ community }: Props) {
  const { status, hidden_at, paused_at, asleep_at } = community
  if (status === 'approved' && isHiddenOrPaused(community)) {
    return (
      <>
        {hidden_at && <Badge tone="red">Hidden</Badge>}
        {paused_at && <Badge>Paused</Badge>}
        {asleep_at && <Badge>Asleep</Badge>}
      </>
    )
  }
  return <Badge tone={statusTones[status]}>{statusLabels[status]}</Badge>
}

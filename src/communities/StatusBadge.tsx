import { Badge } from '../ui/Badge.tsx'
import type { Community } from './fields.ts'
import { statusLabels, statusTones } from './vocabulary.ts'

type Props = Pick<Community, 'status' | 'hidden_at' | 'paused_at'>

/** The status of a community. 'Hidden' and 'Paused' replace 'Approved', because visitors do not see the community. */
export function StatusBadge({ status, hidden_at, paused_at }: Props) {
  if (status === 'approved' && (hidden_at || paused_at)) {
    return (
      <>
        {hidden_at && <Badge tone="red">Hidden</Badge>}
        {paused_at && <Badge>Paused</Badge>}
      </>
    )
  }
  return <Badge tone={statusTones[status]}>{statusLabels[status]}</Badge>
}

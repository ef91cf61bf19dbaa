import { Badge } from '../../ui/Badge.tsx'
import { type Blocked, hasBlock, hiddenBlocks } from './blocks.ts'
import type { Community } from './fields.ts'
import { statusLabels, statusTones } from './vocabulary.ts'

type Props = { community: Pick<Community, 'status'> & Blocked }

/**
 * The status of a community. 'Hidden', 'Paused' and 'Asleep' replace 'Approved', because visitors do not see the
 * community.
 */
export function StatusBadge({ community }: Props) {
  const { status } = community
  const isHidden = hiddenBlocks(community).length > 0
  const isPaused = hasBlock(community, 'paused')
  const isAsleep = hasBlock(community, 'asleep')
  if (status === 'approved' && (isHidden || isPaused || isAsleep)) {
    return (
      <>
        {isHidden && <Badge tone="red">Hidden</Badge>}
        {isPaused && <Badge>Paused</Badge>}
        {isAsleep && <Badge>Asleep</Badge>}
      </>
    )
  }
  return <Badge tone={statusTones[status]}>{statusLabels[status]}</Badge>
}

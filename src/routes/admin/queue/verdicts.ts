import type { Decision, Verdict } from '../decisions/decisions.ts'
import type { AdminCommunity } from '../communities/community-queries.ts'

export type Kind = 'new' | 'resubmitted' | 'changes'

/** Why a community stands in the queue. */
export function kindOf({ status, rejected_version }: AdminCommunity): Kind {
  if (status !== 'pending') return 'changes'
  return rejected_version ? 'resubmitted' : 'new'
}

export const kindLabels = {
  new: 'New',
  resubmitted: 'Resubmitted',
  changes: 'Changes',
} as const satisfies Record<Kind, string>

/** What yes and no mean for a community: its held changes are accepted, a pending one is approved. */
export function verdictFor(community: AdminCommunity, answer: 'yes' | 'no'): Verdict {
  if (kindOf(community) === 'changes') return answer === 'yes' ? 'accept' : 'decline'
  return answer === 'yes' ? 'approve' : 'reject'
}

/** The same answer for many; a reason goes with rejections alone. */
export function decisionsFor(
  communities: readonly AdminCommunity[],
  answer: 'yes' | 'no',
  reason?: string,
): Decision[] {
  return communities.map((community) => {
    const verdict = verdictFor(community, answer)
    return { community, verdict, ...(verdict === 'reject' && { reason }) }
  })
}

/** When it began to wait. */
export const waitingSince = ({ held_at, status, created_at }: AdminCommunity): string =>
  status === 'pending' ? created_at : (held_at ?? created_at)

/**
 * The row to look at once `id` is decided: the next one that waits, else the one before.
 *
 * @param isOpen whether a row still waits for a decision
 */
export function nextOpen<Row extends { id: string }>(
  rows: readonly Row[],
  id: string,
  isOpen: (row: Row) => boolean,
): Row | undefined {
  const index = rows.findIndex((row) => row.id === id)
  return rows.slice(index + 1).find(isOpen) ?? rows.slice(0, Math.max(index, 0)).findLast(isOpen)
}

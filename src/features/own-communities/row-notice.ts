import { hasBlock, hiddenBlocks, isLinkDead, isOutOfDirectory } from '../community/blocks.ts'
import {
  isAsked,
  isNewLinkInReview,
  type OwnCommunity,
} from '../community/own-community-queries.ts'
import { statusLabels, statusTones } from '../community/vocabulary.ts'
import type { ReceivedClaim } from '../ownership/claims/claims.ts'

/* What the row of a community says: one status, and one notice. */

type Facts = Pick<
  OwnCommunity,
  | 'status'
  | 'community_blocks'
  | 'community_links'
  | 'signs_of_life'
  | 'rejection_reason'
  | 'held_changes'
>

type Claim = Pick<ReceivedClaim, 'is_owner' | 'answered_at'>

export const isToAnswer = (claim: Claim): boolean => claim.is_owner && !claim.answered_at

/**
 * Returns the most important thing to say about a community, or null if there is nothing: first what has a deadline, then
 * what keeps visitors away, then what the owner is asked or told, and last what waits for others.
 */
export function chooseNotice(community: Facts, claims: readonly Claim[] = []) {
  if (claims.some(isToAnswer)) return 'claim to answer'
  if (community.status === 'rejected') return 'rejected'
  const hidden = hiddenBlocks(community)
  if (hidden.some(({ kind }) => kind !== 'renamed')) return 'hidden'
  if (isLinkDead(community) && !isNewLinkInReview(community)) return 'dead link'
  // The owner can give the group its name back.
  if (community.status === 'approved' && community.community_links?.renamed_at) return 'renamed'
  if (hidden.length > 0) return 'hidden'
  if (community.status === 'approved' && hasBlock(community, 'asleep')) return 'asleep'
  if (isAsked(community)) return 'asked'
  // Of an approved community, why its last changes were declined; of a pending one, what its reviewer asks.
  if (community.rejection_reason) return 'message'
  if (community.status === 'approved' && hasBlock(community, 'paused')) return 'paused'
  if (claims.length > 0) return 'claim of others'
  if (isLinkDead(community)) return 'new link'
  if (community.held_changes) return 'held changes'
  return null
}

export type RowNoticeKind = NonNullable<ReturnType<typeof chooseNotice>>

/** What visitors don't see until the owner does something, or soon won't. */
const urgent: readonly (RowNoticeKind | null)[] = [
  'rejected',
  'hidden',
  'dead link',
  'asleep',
  'asked',
  'renamed',
]

/** Returns a number by which lists sort: a claim to answer comes first, then what needs another action of the owner. */
export function urgencyOf(community: Facts, claims?: readonly Claim[]): number {
  const notice = chooseNotice(community, claims)
  return notice === 'claim to answer' ? 2 : Number(urgent.includes(notice))
}

/** Returns the one status that a row shows. `suspended`: whose account is suspended, if any. */
export function describeStatus(community: Facts, suspended?: 'your' | "the owner's") {
  const { status } = community
  if (status !== 'approved') return { tone: statusTones[status], label: statusLabels[status] }
  if (suspended)
    return { tone: 'red', label: `Not listed: ${suspended} account is suspended` } as const
  // Until a new link is approved, or a later check finds this one live.
  if (isLinkDead(community) && !isOutOfDirectory(community, 'dead_link'))
    return { tone: 'red', label: 'Hidden: the invite link no longer works' } as const
  if (hiddenBlocks(community).length > 0) return { tone: 'red', label: 'Hidden' } as const
  if (hasBlock(community, 'paused')) return { tone: 'neutral', label: 'Paused' } as const
  if (hasBlock(community, 'asleep')) return { tone: 'neutral', label: 'Asleep' } as const
  return { tone: statusTones[status], label: statusLabels[status] }
}

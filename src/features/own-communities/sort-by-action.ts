import { hasBlock, hiddenBlocks, isLinkDead } from '../community/blocks.ts'
import { isAsked, isNewLinkInReview, type OwnCommunity } from '../community/own-communities.ts'
import type { ReceivedClaim } from '../ownership/claims.ts'

/** Whether visitors don't see the community until its owner does something, or soon won't. */
const needsAction = (community: OwnCommunity): boolean =>
  community.status === 'rejected' ||
  isAsked(community) ||
  Boolean(community.community_links?.renamed_at) ||
  hasBlock(community, 'asleep') ||
  hiddenBlocks(community).length > 0 ||
  (isLinkDead(community) && !isNewLinkInReview(community))

/** Returns the communities with a claim to answer first, then those that need another action of their owner. */
export function sortByAction(
  communities: readonly OwnCommunity[],
  claims: readonly ReceivedClaim[],
): OwnCommunity[] {
  const urgency = (community: OwnCommunity) => {
    const isClaimed = claims.some(
      (claim) => claim.community_id === community.id && claim.is_owner && !claim.answered_at,
    )
    return isClaimed ? 2 : Number(needsAction(community))
  }
  return communities.toSorted((one, other) => urgency(other) - urgency(one))
}

import { useQuery } from '@tanstack/react-query'
import { acceptAppeal, declineAppeal } from '../appeals/appeal-decisions.ts'
import { acceptClaim, claimDetails, declineClaim } from '../claims/claim-decisions.ts'
import { hasBlock, hiddenBlocks } from '../../community/blocks.ts'
import { isWithoutPlace } from '../../community/fields.ts'
import { approvalOf, type Decision, declinePlace, hide, rejectionOf } from './decisions.ts'
import { isRenamed, openAppeal, openClaim, pendingReason, type QueuedCommunity } from './queue.ts'
import { askOwner } from './visibility-decisions.ts'
import { acceptName, groupNames } from './WhatsAppGroup.tsx'

/** What A and R do: a decision, or opening the form for the requested place. */
export type Answer = Decision | OpensPlaceForm

type OpensPlaceForm = Pick<Decision, 'kind' | 'community' | 'label' | 'obstacle'> & {
  opens: 'place'
}

/** The answers to the most urgent question about a community: A gives the first one, R the second. */
export type Answers = { approval: Answer | null; rejection: Answer | null }

const none: Answers = { approval: null, rejection: null }

/** Returns the answers about the current community, with what they need to know. */
export function useAnswers(community: QueuedCommunity | undefined): Answers {
  const isAsked = community !== undefined && isRenamed(community)
  const names = useQuery({ ...groupNames(community?.id ?? ''), enabled: isAsked })
  const claimId = community && openClaim(community)?.id
  const claim = useQuery({ ...claimDetails(claimId ?? ''), enabled: claimId !== undefined })
  if (!community) return none

  const appeal = openAppeal(community)
  switch (pendingReason(community)) {
    case 'appeal':
      return appeal ? answerAppeal(community, appeal) : none
    case 'renamed':
      return {
        approval: acceptName(community, names.data?.group_name),
        rejection: hide(community),
      }
    case 'claim':
      return {
        approval: acceptClaim(community, claim.data),
        rejection: declineClaim(community, claim.data),
      }
    case 'name':
      return { approval: approvalOf(community), rejection: hideOrAsk(community) }
    case 'place':
      return community.requested_place
        ? { approval: addPlace(community), rejection: declinePlace(community) }
        : none
    default:
      return {
        approval: isWithoutPlace(community) ? addPlace(community) : approvalOf(community),
        rejection: rejectionOf(community),
      }
  }
}

function answerAppeal(
  community: QueuedCommunity,
  appeal: NonNullable<ReturnType<typeof openAppeal>>,
): Answers {
  // For example because its reports were unfounded: a decline would leave the community listed.
  const isShown = appeal.decision === 'hidden' && hiddenBlocks(community).length === 0
  return {
    approval: isWithoutPlace(community) ? addPlace(community) : acceptAppeal(community, appeal),
    rejection: isShown ? hide(community) : declineAppeal(community, appeal),
  }
}

/** A community that an admin has hidden already cannot be hidden again. */
const hideOrAsk = (community: QueuedCommunity) =>
  hasBlock(community, 'admin') ? askOwner(community) : hide(community)

/** Opens the form for the requested place, without which nothing can be approved. */
const addPlace = (community: QueuedCommunity): OpensPlaceForm => ({
  kind: 'add place',
  community,
  label: { verb: 'Add', object: 'place' },
  opens: 'place',
})

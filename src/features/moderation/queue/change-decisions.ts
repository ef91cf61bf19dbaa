import { callWithVersion, type Decision } from './decisions.ts'
import { placeQuestion } from './questions.ts'
import type { AdminCommunity } from './queue.ts'

/* Decisions about what the owner of an approved community has changed. */

/** Declines the place that the owner requested: the community stays where it is. */
export const declinePlace = (community: AdminCommunity): Decision => ({
  kind: 'decline place',
  community,
  label: { verb: 'Decline', object: 'place' },
  success: 'Place declined',
  failure: "Couldn't decline the place",
  save: ({ reason }) => callWithVersion('decline_requested_place', community, reason),
  question: placeQuestion,
})

import { hasBlock } from '../../community/blocks.ts'
import { callWithVersion } from './decisions.ts'
import type { Decision } from './decisions.ts'
import { ownerQuestion, returnQuestion } from './questions.ts'
import type { AdminCommunity } from './queue.ts'

/* Decisions about whether visitors see a community, which are not answers to what waits. */

/** Whether an admin can hide it. One that was hidden automatically stays hidden for the reason that they enter. */
export const canHide = (community: AdminCommunity): boolean =>
  community.status === 'approved' && !hasBlock(community, 'admin')

export const showAgain = (community: AdminCommunity): Decision => ({
  kind: 'show',
  community,
  success: 'Community shown again successfully',
  failure: 'Failed to show community',
  lists: true,
  save: () => callWithVersion('show_community', community),
})

export const returnToPending = (community: AdminCommunity): Decision => ({
  kind: 'return',
  community,
  label: { verb: 'Return', object: 'community to pending' },
  success: 'Community returned to pending successfully',
  failure: 'Failed to return community to pending',
  save: ({ reason }) => callWithVersion('return_to_pending', community, reason),
  question: returnQuestion,
})

/** Sends a question to the owner. An approved community returns to pending. */
export const askOwner = (community: AdminCommunity): Decision => ({
  kind: 'ask',
  community,
  label: { verb: 'Ask', object: 'the owner' },
  success: 'Question sent',
  failure: "Couldn't send the question",
  save: ({ reason }) => callWithVersion('ask_owner', community, reason),
  question: ownerQuestion,
})

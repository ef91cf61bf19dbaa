import { useQuery } from '@tanstack/react-query'
import { createContext, type RefObject } from 'react'
import { acceptAppeal, declineAppeal } from '../appeals/appeal-decisions.ts'
import { approvalOf, type Decision, hide, rejectionOf } from './decisions.ts'
import { isRenamed, openAppeal, pendingReason, type QueuedCommunity } from './queue.ts'
import { acceptName, groupNames } from './WhatsAppGroup.tsx'

/** The answers to the most urgent question about a community: A gives the first one, R the second. */
export type Answers = { approval: Decision | null; rejection: Decision | null }

/** What A and R do in the panel of another capability, which has the buttons. */
export type PanelAnswers = { approve: () => void; reject: () => void }

/** Where a panel puts its answers. */
export const PanelAnswersRef = createContext<RefObject<PanelAnswers | null>>({ current: null })

const none: Answers = { approval: null, rejection: null }

/** Returns the answers about the current community. Those to a claim are in its panel. */
export function useAnswers(community: QueuedCommunity | undefined): Answers {
  const isAsked = community !== undefined && isRenamed(community)
  const names = useQuery({ ...groupNames(community?.id ?? ''), enabled: isAsked })
  if (!community) return none
  const reason = pendingReason(community)
  const appeal = openAppeal(community)
  if (reason === 'claim') return none
  if (reason === 'appeal' && appeal) {
    return {
      approval: acceptAppeal(community, appeal),
      rejection: declineAppeal(community, appeal),
    }
  }
  if (reason === 'renamed') {
    return {
      approval: names.data ? acceptName(community, names.data.group_name) : null,
      rejection: hide(community),
    }
  }
  return { approval: approvalOf(community), rejection: rejectionOf(community) }
}

import { queryOptions } from '@tanstack/react-query'
import { isolate } from '../../lib/isolate.ts'
import { unwrap } from '../../supabase/errors.ts'
import { loadClient } from '../../supabase/load-client.ts'
import { pageLoadTime } from '../data/query-client.ts'
import type { RowOf } from '../../supabase/row-of.ts'
import { formatDate } from '../../ui/format.ts'

/** The claims that the user made, newest first. They contain nothing about the owner. */
export function ownClaims(userId: string) {
  return queryOptions({
    queryKey: ['claims', 'own', userId],
    staleTime: pageLoadTime,
    queryFn: async ({ signal }) =>
      unwrap(await (await loadClient()).rpc('list_own_claims').abortSignal(signal)),
  })
}

export type OwnClaim = RowOf<typeof ownClaims>

/** The open claims of the communities that the user manages. They contain nothing about the claimant. */
export function receivedClaims(userId: string) {
  return queryOptions({
    queryKey: ['claims', 'received', userId],
    staleTime: pageLoadTime,
    queryFn: async ({ signal }) =>
      unwrap(await (await loadClient()).rpc('list_received_claims').abortSignal(signal)),
  })
}

export type ReceivedClaim = RowOf<typeof receivedClaims>

/** Returns the state of a claim, such as 'Waiting for the present owner until Dec 3, 2026'. */
export function describeClaim({ outcome, is_waiting, answer_due_at, reason }: OwnClaim): string {
  switch (outcome) {
    case 'accepted':
      return 'Accepted'
    case 'declined':
      return `Declined: ${isolate(reason ?? '')}`
    case 'withdrawn':
      return 'Withdrawn'
    case 'closed':
      return 'Closed, because the community has changed or left the directory'
    default:
      return is_waiting
        ? `Waiting for the present owner until ${formatDate(answer_due_at)}`
        : 'Being reviewed'
  }
}

import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import type { RowOf } from '../../../supabase/row-of.ts'
import { pageLoadTime } from '../../data/query-client.ts'

/** The claims that the user made, newest first. They contain nothing about the owner. */
export function ownClaims(userId: string) {
  return queryOptions({
    queryKey: ['claims', 'own', userId],
    staleTime: pageLoadTime,
    queryFn: async ({ signal }) =>
      unwrap(await supabase.rpc('list_own_claims').abortSignal(signal)),
  })
}

export type OwnClaim = RowOf<typeof ownClaims>

/** The open claims of the communities that the user manages. They contain nothing about the claimant. */
export function receivedClaims(userId: string) {
  return queryOptions({
    queryKey: ['claims', 'received', userId],
    staleTime: pageLoadTime,
    queryFn: async ({ signal }) =>
      unwrap(await supabase.rpc('list_received_claims').abortSignal(signal)),
  })
}

export type ReceivedClaim = RowOf<typeof receivedClaims>

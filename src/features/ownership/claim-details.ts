import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../supabase/client.ts'
import { unwrap } from '../../supabase/errors.ts'

const account = '(name, email, sign_in_email, created_at)' as const

const readClaim = async (id: string, signal: AbortSignal) =>
  unwrap(
    await supabase
      .from('claims')
      .select(
        `id, proved_at, answer_due_at, answer, answered_at, earlier_answers (role, answer, answered_at, author:profiles (name)), claimant:profiles!claims_claimant_id_fkey ${account}, owner:profiles!claims_owner_id_fkey ${account}`,
      )
      .eq('id', id)
      .is('outcome', null)
      .abortSignal(signal)
      .maybeSingle(),
  )

export type ClaimDetails = NonNullable<Awaited<ReturnType<typeof readClaim>>>

/** Reads an open claim with both sides; null if it has been closed. */
export const claimDetails = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'claim', id],
    queryFn: ({ signal }) => readClaim(id, signal),
  })

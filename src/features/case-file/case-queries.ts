import { queryOptions } from '@tanstack/react-query'
import { isUuid } from '../../lib/uuid.ts'
import { supabase } from '../../supabase/client.ts'
import { unwrap } from '../../supabase/errors.ts'

/* The query keys begin with 'admin', so that the admin screen reloads them with everything else. */

const shownCommunities = 10

/** Reads the newest communities of an owner. */
export function communitiesOfOwner(ownerId: string) {
  return queryOptions({
    queryKey: ['admin', 'case file', 'communities', ownerId],
    queryFn: async ({ signal }) => {
      const args = { owner_id: ownerId, page_size: shownCommunities + 1 }
      const columns = 'id, name, status, location, community_blocks (kind, since, reason)'
      const rows = supabase.rpc('list_communities', args).select(columns)
      const communities = unwrap(await rows.abortSignal(signal))
      return {
        communities: communities.slice(0, shownCommunities),
        hasMore: communities.length > shownCommunities,
      }
    },
  })
}

/** Counts reports, decisions and suspensions. */
export function caseNumbers(userId: string) {
  return queryOptions({
    queryKey: ['admin', 'case file', 'numbers', userId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase.rpc('count_case_file', { user_id: userId }).abortSignal(signal).single(),
      ),
  })
}

export type CaseNumbers = Awaited<
  ReturnType<NonNullable<ReturnType<typeof caseNumbers>['queryFn']>>
>

/** Reads the latest claims by a user, and of communities that they owned at the time. */
export function claimsOfUser(userId: string) {
  return queryOptions({
    queryKey: ['admin', 'case file', 'claims', userId],
    queryFn: async ({ signal }) => {
      const claims = supabase
        .from('claims')
        .select('id, claimant_id, proved_at, outcome, community:communities (id, name)')
        .or(`claimant_id.eq.${userId},owner_id.eq.${userId}`)
        .order('proved_at', { ascending: false })
        .limit(20)
      return unwrap(await claims.abortSignal(signal))
    },
  })
}

/** Reads a user by their id; null if the account is gone. */
export function userById(id: string) {
  return queryOptions({
    queryKey: ['admin', 'case file', 'user', id],
    queryFn: async ({ signal }) => {
      // The URL was edited by hand.
      if (!isUuid(id)) return null
      const profile = supabase
        .from('profiles')
        .select(
          'id, name, email, sign_in_email, phone, address, country, interests, credits, is_admin, created_at, suspension:suspensions!suspensions_user_id_fkey (user_id, reason, until)',
        )
        .eq('id', id)
      const found = unwrap(await profile.abortSignal(signal).maybeSingle())
      if (!found) return null
      const { sign_in_email, suspension, ...user } = found
      const hasOther = sign_in_email !== '' && sign_in_email !== user.email
      return {
        ...user,
        ...(hasOther && { email: sign_in_email, profile_email: user.email }),
        ...(suspension && { suspension }),
      }
    },
  })
}

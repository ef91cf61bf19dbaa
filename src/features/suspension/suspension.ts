import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { hasErrorCode, unwrap } from '../../supabase/errors.ts'
import { loadClient } from '../../supabase/load-client.ts'
import { listenToFailedWrites } from '../data/useWrite.ts'
import { openUserCache } from '../session/user-cache.ts'

/** Returns the query for the suspension of the signed-in user; null if there is none, or it has ended. */
function suspensionQuery(userId: string) {
  return queryOptions({
    queryKey: ['suspension', userId],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const supabase = await loadClient()
      const own = supabase.from('suspensions').select('reason, until').eq('user_id', userId)
      return unwrap(await own.abortSignal(signal).maybeSingle())
    },
  })
}

/**
 * Returns the suspension of the signed-in user, to disable what the database would refuse. Undefined until it is loaded.
 * Reads it again after a refused write: an admin may have suspended the user while the page was open.
 */
export function useSuspension(userId: string) {
  const pageCache = useQueryClient()
  // The cache of the directory holds public data only.
  const queries = userId === '' ? pageCache : openUserCache(userId)
  const [kind] = suspensionQuery(userId).queryKey
  useEffect(
    () =>
      listenToFailedWrites((error) => {
        if (hasErrorCode(error, 'PT403'))
          void queries.refetchQueries({ queryKey: [kind, userId] }, { cancelRefetch: false })
      }),
    [queries, kind, userId],
  )
  return useQuery({ ...suspensionQuery(userId), enabled: userId !== '' }, queries).data
}

import { useEffect, useState } from 'react'
import { loadSessionTools } from '../../session/useAuthState.ts'
import { useSession } from '../../session/useSession.ts'

/**
 * Whether the signed-in user owns a community; false until that is known, and when it cannot be read. The
 * directory reveals nothing about owners, so row-level security answers.
 */
export function useIsOwner(communityId: string): boolean {
  const { user, queries } = useSession()
  const userId = user?.id
  const [owned, setOwned] = useState('')
  const key = `${userId} ${communityId}`

  useEffect(() => {
    if (!userId || !queries) return undefined
    let isGone = false
    const read = queries.fetchQuery({
      queryKey: ['communities', 'is owner', userId, communityId],
      // Nobody can change the owner of a community.
      staleTime: Infinity,
      queryFn: async ({ signal }) => {
        const { supabase } = await loadSessionTools()
        const { data } = await supabase
          .from('communities')
          .select('id')
          .eq('id', communityId)
          .eq('owner_id', userId)
          .abortSignal(signal)
          .throwOnError()
        return data.length > 0
      },
    })
    read.then(
      (isOwner) => {
        if (isOwner && !isGone) setOwned(key)
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [userId, queries, communityId, key])

  return owned === key
}

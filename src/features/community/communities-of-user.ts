import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../supabase/client.ts'
import { unwrap } from '../../supabase/errors.ts'
import { hasBlock, isOutOfDirectory } from './blocks.ts'

export type CommunityCounts = {
  all: number
  /** Those that an admin can hide: approved, and not hidden by an admin yet. */
  shown: number
  listed: number
  coOwned: number
}

/** Counts the communities that are deleted with an account, and those that it only co-owns, which stay. */
export function communitiesOf({ id, suspension }: { id: string; suspension?: object }) {
  return queryOptions({
    queryKey: ['admin', 'users', 'communities', id],
    queryFn: async ({ signal }): Promise<CommunityCounts> => {
      const own = supabase
        .from('communities')
        .select('status, community_blocks (kind, since, reason)')
      const coOwned = supabase.from('co_owners').select('community_id').eq('user_id', id)
      const [owned, shared] = await Promise.all([
        own.eq('owner_id', id).abortSignal(signal),
        coOwned.abortSignal(signal),
      ])
      const communities = unwrap(owned)
      const approved = communities.filter(({ status }) => status === 'approved')
      const listed = approved.filter((community) => !suspension && !isOutOfDirectory(community))
      return {
        all: communities.length,
        shown: approved.filter((community) => !hasBlock(community, 'admin')).length,
        listed: listed.length,
        coOwned: unwrap(shared).length,
      }
    },
  })
}

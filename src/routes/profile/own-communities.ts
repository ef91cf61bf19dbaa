import { queryOptions } from '@tanstack/react-query'
import { communityColumns } from '../../communities/fields.ts'
import { supabase } from '../../supabase/client.ts'

/** The communities of an owner, newest first (specification, section 7). */
export function ownCommunities(userId: string) {
  return queryOptions({
    queryKey: ['communities', 'owned by', userId],
    queryFn: async () => {
      const { data } = await supabase
        .from('communities')
        .select(communityColumns)
        .eq('owner_id', userId)
        .order('created_at', { ascending: false })
        .throwOnError()
      return data
    },
    meta: { failure: 'Error loading communities' },
  })
}

import { queryOptions } from '@tanstack/react-query'
import { communityColumns } from '../../communities/fields.ts'
import { unwrap } from '../../supabase/calls.ts'
import { supabase } from '../../supabase/client.ts'

/** The communities of an owner, newest first. */
export function ownCommunities(userId: string) {
  return queryOptions({
    queryKey: ['communities', 'owned by', userId],
    queryFn: async () =>
      unwrap(
        await supabase
          .from('communities')
          .select(communityColumns)
          .eq('owner_id', userId)
          .order('created_at', { ascending: false }),
      ),
    meta: { failure: 'Error loading communities' },
  })
}

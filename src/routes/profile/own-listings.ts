import { queryOptions } from '@tanstack/react-query'
import { listingColumns } from '../../communities/listing.ts'
import { supabase } from '../../supabase/client.ts'

/** The listings of an owner, newest first (specification, section 7). */
export function ownListings(userId: string) {
  return queryOptions({
    queryKey: ['communities', 'owned by', userId],
    queryFn: async () => {
      const { data } = await supabase
        .from('communities')
        .select(listingColumns)
        .eq('owner_id', userId)
        .order('created_at', { ascending: false })
        .throwOnError()
      return data
    },
    meta: { failure: 'Error loading communities' },
  })
}

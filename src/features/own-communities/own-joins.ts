import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../supabase/client.ts'
import { unwrap } from '../../supabase/errors.ts'
import type { RowOf } from '../../supabase/row-of.ts'

/** The joins per community and day in the last 30 days, without empty days. */
export const ownJoins = queryOptions({
  queryKey: ['communities', 'joins'],
  queryFn: async ({ signal }) => unwrap(await supabase.rpc('count_joins').abortSignal(signal)),
})

/** Returns the joins of a community in the last 30 days. */
export const countJoins = (days: readonly RowOf<() => typeof ownJoins>[], communityId: string) =>
  days
    .filter(({ community_id }) => community_id === communityId)
    .reduce((sum, { joins }) => sum + joins, 0)

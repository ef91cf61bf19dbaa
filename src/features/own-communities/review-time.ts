import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '../../supabase/errors.ts'
import { loadClient } from '../../supabase/load-client.ts'

/** The hours that the latest reviews took, as a median; null if there were too few. */
export const reviewTime = queryOptions({
  queryKey: ['review time'],
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<number | null> =>
    unwrap(await (await loadClient()).rpc('get_review_time').abortSignal(signal)),
})

/** Returns how long a review takes: 'about 2 days'. */
export function formatReviewTime(hours: number): string {
  if (hours <= 1) return 'less than an hour'
  if (hours <= 36) return `about ${hours} hours`
  return `about ${Math.round(hours / 24)} days`
}

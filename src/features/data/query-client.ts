import { QueryCache, QueryClient } from '@tanstack/react-query'
import { toast } from '../../ui/toast.tsx'
import { hasErrorCode, isAccountGone, isConnectionProblem } from '../../supabase/errors.ts'

/** Whether row-level security, a missing grant (42501) or one of our functions (PT403) denied access. */
const isForbidden = (error: unknown) => hasErrorCode(error, '42501') || hasErrorCode(error, 'PT403')

/**
 * Milliseconds that a slow phone may take to render a page. Parts that it renders later use the rows that are there, and
 * do not request them again.
 */
export const pageLoadTime = 5000

/**
 * Creates a cache of loaded data. Requests are sent even when the browser reports being offline, so that a lost
 * connection is an error instead of a wait.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta, state }) => {
        // The route guard reports missing permissions.
        if (!meta?.failure || isForbidden(error)) return
        // The notice at the top of the page reports it, and repeats the query.
        if (isConnectionProblem(error) && (!navigator.onLine || state.errorUpdateCount > 1)) return
        // A list and its count often fail together: the id merges their toasts.
        toast.error(meta.failure, { id: meta.failure })
      },
    }),
    defaultOptions: {
      queries: {
        // The data client has already retried connection problems for seven seconds.
        retry: (failures, error) =>
          failures < 1 &&
          !isConnectionProblem(error) &&
          !isForbidden(error) &&
          !isAccountGone(error),
        networkMode: 'always',
        // Off by default in this mode.
        refetchOnReconnect: true,
      },
    },
  })
}

import { QueryCache, QueryClient } from '@tanstack/react-query'
import { toast } from 'react-hot-toast'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The toast for when loading fails, from the specification's section 8. */
      failure?: string
      /** Whether the error's own text is shown instead: it is the server's, or the failure itself. */
      showsError?: boolean
    }
  }
}

/**
 * A cache of loaded data. It asks even when the browser believes to be offline, so that a failed
 * connection is said instead of waited out.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        if (meta?.failure) toast.error(meta.showsError ? error.message : meta.failure)
      },
    }),
    defaultOptions: {
      queries: { retry: 1, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
}

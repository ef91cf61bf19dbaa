import { QueryCache, QueryClient } from '@tanstack/react-query'
import { toast } from 'react-hot-toast'
import { failureMessage, hasErrorCode, isConnectionProblem } from './errors.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The toast for when loading fails. */
      failure?: string
      /** Whether the toast also says why, or what the server said. */
      showsReason?: boolean
    }
  }
}

/** No permission, or the row of an account that is gone: neither is answered differently next time. */
const isFinal = (error: unknown) => hasErrorCode(error, '42501') || hasErrorCode(error, '23503')

/**
 * A cache of loaded data. It sends requests even when the browser thinks it is offline, so that a lost
 * connection is reported instead of waited out.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        // Who has no permission learns so from the guard of the screen.
        if (hasErrorCode(error, '42501')) return
        if (!meta?.failure) return
        const message = meta.showsReason ? failureMessage(meta.failure, error) : meta.failure
        // A list and its count often fail together: the id keeps what both say at one toast.
        toast.error(message, { id: message })
      },
    }),
    defaultOptions: {
      queries: {
        // The data client itself has tried a lost connection and a busy gateway for seven seconds.
        retry: (failures, error) => failures < 1 && !isFinal(error) && !isConnectionProblem(error),
        networkMode: 'always',
        // Not the default in this mode: what failed offline is there once the connection is back.
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

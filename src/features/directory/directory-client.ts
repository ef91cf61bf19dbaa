import { PostgrestClient } from '@supabase/postgrest-js'
import { QueryClient } from '@tanstack/react-query'
import { appHeaders, supabaseKey, supabaseUrl } from '../../supabase/config.ts'
import type { Database } from '../../supabase/database.types.ts'
import { serviceFetch } from '../../supabase/service-fetch.ts'

/**
 * The part of the Supabase client that reads tables, a tenth of its size, without a session. Sends plain
 * GETs, which a CDN can cache.
 */
export const directoryClient = new PostgrestClient<Database>(`${supabaseUrl}/rest/v1`, {
  headers: { ...appHeaders, apikey: supabaseKey },
  // In a browser, the cache below retries them.
  retry: typeof window === 'undefined',
  fetch: serviceFetch,
})

/** Caches public data only. Each signed-in user has a separate cache: `openUserCache`. */
export const directoryCache = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      // Back shows any earlier list immediately. In the build, a timer would keep Node running.
      gcTime: Infinity,
      retry: (failures) => failures < 1 && navigator.onLine,
      refetchOnWindowFocus: false,
      // Report a lost connection instead of waiting for it, then recover when it is back.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
  },
})

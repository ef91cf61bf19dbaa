import {
  createClient,
  type SupabaseClient,
  type SupabaseClientOptions,
} from '@supabase/supabase-js'
import { appHeaders, sessionStorageKey, supabaseKey, supabaseUrl } from './config.ts'
import { createFetchWithRefresh } from './fetch-with-refresh.ts'
import type { Database } from './database.types.ts'
import { serviceFetch } from './service-fetch.ts'
import { authStorage } from './stored-session.ts'

/**
 * The client of users. Public pages load it with `import()`, because it is large. Visitors
 * read the directory with the light client in src/features/directory/. src/features/session/ detects sessions in the URL, because
 * this client would let any link replace the current session.
 */
export const supabase: SupabaseClient<Database> = createClient<Database>(supabaseUrl, supabaseKey, {
  auth: {
    persistSession: true,
    // `fetch` refreshes it.
    autoRefreshToken: false,
    detectSessionInUrl: false,
    flowType: 'implicit',
    storageKey: sessionStorageKey,
    storage: authStorage,
  },
  global: {
    headers: appHeaders,
    fetch: createFetchWithRefresh(() => supabase.auth),
  },
  realtime: { timeout: 60_000 },
})

type AuthOptions = NonNullable<SupabaseClientOptions<'public'>['auth']>

/** Creates a client for a session that this browser must not store, or only in the storage of `auth`. */
export function createSeparateClient(auth: AuthOptions = {}): SupabaseClient<Database> {
  return createClient(supabaseUrl, supabaseKey, {
    auth: {
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storageKey: `community-app-separate-${crypto.randomUUID()}`,
      ...auth,
    },
    global: { fetch: serviceFetch },
  })
}

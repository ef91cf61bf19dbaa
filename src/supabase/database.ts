import { PostgrestClient } from '@supabase/postgrest-js'
import { appHeaders, supabaseKey, supabaseUrl } from './config.ts'
import type { Database } from './database.types.ts'
import { createFetchWithRefresh } from './fetch-with-refresh.ts'
import { readStoredSession } from './stored-session.ts'

/**
 * Loads the Supabase client on demand: the rows of a page do not wait for it.
 *
 * @throws TypeError, like `fetch`, if it does not load: the messages of browsers differ
 */
export async function loadClient() {
  const { supabase } = await import('./client.ts').catch((error: unknown) => {
    throw new TypeError('Failed to fetch', { cause: error })
  })
  return supabase
}

const fetchWithRefresh = createFetchWithRefresh(async () => (await loadClient()).auth)

/**
 * The tables and functions, as the signed-in user. The part of the Supabase client that reads and writes rows; `supabase`
 * in client.ts has the others.
 */
export const database = new PostgrestClient<Database>(`${supabaseUrl}/rest/v1`, {
  headers: { ...appHeaders, apikey: supabaseKey },
  fetch: (input, init) => {
    const headers = new Headers(init?.headers)
    // Like the Supabase client: the key if there is no session.
    headers.set('Authorization', `Bearer ${readStoredSession()?.token ?? supabaseKey}`)
    return fetchWithRefresh(input, { ...init, headers })
  },
})

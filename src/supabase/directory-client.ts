import { PostgrestClient } from '@supabase/postgrest-js'
import { supabaseKey, supabaseUrl } from './config.ts'
import type { Database } from './database.types.ts'

/**
 * Reads the directory for anonymous visitors: the part of the Supabase client that asks the database, a
 * tenth of its size. It knows no session. Its requests are plain GETs, which a CDN may keep; it does not
 * repeat failed ones, because the page does, and says so.
 */
export const directory = new PostgrestClient<Database>(`${supabaseUrl}/rest/v1`, {
  headers: { apikey: supabaseKey, 'x-application-name': 'community-app' },
  retry: false,
  // As it is at each call, which is also how the whole client takes it.
  fetch: (...request) => fetch(...request),
})

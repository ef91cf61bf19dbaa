import { PostgrestClient } from '@supabase/postgrest-js'
import { supabaseKey, supabaseUrl } from './config.ts'
import type { Database } from './database.types.ts'

/**
 * Reads the directory for anonymous visitors. A tenth of the Supabase client's size, without sessions; its GET requests
 * can be cached by a CDN. It does not retry, because the page does.
 */
export const directory = new PostgrestClient<Database>(`${supabaseUrl}/rest/v1`, {
  headers: { apikey: supabaseKey, 'x-application-name': 'community-app' },
  retry: false,
  // Looked up at each call, as the Supabase client does, because tests replace it.
  fetch: (...request) => fetch(...request),
})

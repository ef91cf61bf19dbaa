import { createClient } from '@supabase/supabase-js'
import { sessionStorageKey, supabaseKey, supabaseUrl } from './config.ts'
import type { Database } from './database.types.ts'

/**
 * The shared Supabase client. Public pages load it on demand: for a stored session, a session in the URL, or a click.
 * src/session/ detects sessions in the URL, because the client would let any link replace the current session.
 */
export const supabase = createClient<Database>(supabaseUrl, supabaseKey, {
  auth: {
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: false,
    flowType: 'implicit',
    storageKey: sessionStorageKey,
  },
  global: { headers: { 'x-application-name': 'community-app' } },
  realtime: { timeout: 60_000 },
})

import { createClient } from '@supabase/supabase-js'
import { sessionStorageKey, supabaseKey, supabaseUrl } from './config.ts'
import type { Database } from './database.types.ts'

/**
 * The one Supabase client. Public pages import this module only when it is first needed: a stored
 * session, a session in the address, or a click. The session is persisted and refreshed here, and
 * detected in the address by src/session/, because the client itself would let any link replace it.
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

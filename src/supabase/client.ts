import { createClient } from '@supabase/supabase-js'
import { sessionStorageKey, supabaseKey, supabaseUrl } from './config.ts'
import type { Database } from './database.types.ts'

/**
 * The one Supabase client. Public pages import this module only when it is first needed: a stored
 * session, a session in the URL, or a click (specification, section 1: the session is persisted,
 * refreshed and detected in the URL; requests carry an application-name header).
 */
export const supabase = createClient<Database>(supabaseUrl, supabaseKey, {
  auth: {
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: true,
    flowType: 'implicit',
    storageKey: sessionStorageKey,
  },
  global: { headers: { 'x-application-name': 'community-app' } },
  realtime: { timeout: 60_000 },
})

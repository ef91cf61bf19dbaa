/* What changes a session, with the Supabase client, in one chunk. Pages load it after their first rows. */
export { supabase } from '../supabase/client.ts'
export { endSession, endSessions } from './end-session.ts'
export { acceptLink, followLink } from './session-link.ts'

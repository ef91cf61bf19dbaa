/* What only a session needs, in one chunk: visitors of the public pages do not load it. */
export { supabase } from '../supabase/client.ts'
export { endSession } from './end-session.ts'
export { isAccountGone, loadProfile } from './profile.ts'

/* Everything that only a session needs, in one chunk: visitors of the public pages do not load it. */
export { supabase } from '../supabase/client.ts'
export { isAccountGone } from '../supabase/errors.ts'
export { createQueryClient } from '../supabase/query-client.ts'
export { endAllSessions, endSession } from './end-session.ts'
export { acceptLink, followLink } from './session-link.ts'
export { profileQuery, watchProfile } from './profile.ts'

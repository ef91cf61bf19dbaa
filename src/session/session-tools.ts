/* Everything that only a session needs, in one chunk: visitors of the public pages do not load it. */
export { supabase } from '../supabase/client.ts'
export { isAccountGone } from '../supabase/errors.ts'
export { endAllSessions, endSession } from './end-session.ts'
export { describeLinkProblem } from './link-problem.ts'
export { requiredFactors } from './second-factor.ts'
export { acceptLink, followLink } from './session-link.ts'
export { profileQuery, roleQuery, watchProfile } from './profile.ts'
export { closeUserCache, openUserCache, readStoredUser } from './user-cache.ts'

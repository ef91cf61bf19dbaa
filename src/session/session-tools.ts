/* What pages with a session need before their first rows, in one chunk: visitors of the public pages do not load it. */
export { database } from '../supabase/database.ts'
export { clearBrowser, readStoredTokens } from './clear-browser.ts'
export { isAccountGone } from '../supabase/errors.ts'
export { describeLinkProblem } from './link-problem.ts'
export { profileQuery, watchProfile } from './profile.ts'
export { requiredFactors } from './second-factor.ts'
export { closeUserCache, openUserCache, readStoredUser } from './user-cache.ts'

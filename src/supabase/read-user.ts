import type { User } from '@supabase/supabase-js'
import { sessionEnded, sessionMissing, toUserError } from './errors.ts'
import { type Auth, replaceToken } from './replace-token.ts'
import { readStoredSession, reportSessionEvent, selectVerified } from './stored-session.ts'

/**
 * Reads the user from the auth service. If another device has changed their email or their authenticator apps, the
 * session is refreshed. If the service has ended the session, it is removed, which is reported.
 *
 * @throws UserError when the call failed
 */
export async function readUserAndUpdateSession(auth: Auth): Promise<User> {
  const session = readStoredSession()
  const stored = (await auth.getSession()).data.session
  if (!session || !stored) throw toUserError({ code: sessionMissing })
  // Removes a session that has ended. A refresh would keep it until its token expires.
  const { data, error } = await auth.getUser()
  if (error?.name === sessionMissing) reportSessionEvent({ kind: 'ended', message: sessionEnded })
  if (error) throw toUserError(error)
  if (summarize(data.user) !== summarize(stored.user)) await replaceToken(session, auth)
  return data.user
}

const summarize = ({ email, factors }: User) =>
  [email, ...selectVerified(factors).map(({ id }) => id)].join()

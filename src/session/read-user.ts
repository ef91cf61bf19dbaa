import {
  AuthSessionMissingError,
  isAuthSessionMissingError,
  type User,
} from '@supabase/supabase-js'
import { toast } from '../ui/toast.tsx'
import { supabase } from '../supabase/client.ts'
import { sessionEnded, toUserError } from '../supabase/errors.ts'
import { replaceToken } from '../supabase/fetch-with-refresh.ts'
import { readStoredSession } from '../supabase/stored-session.ts'
import { selectVerified } from './second-factor.ts'

/**
 * Reads the user from the auth service. If another device has changed their email or their authenticator apps, the
 * session is refreshed. If the service has ended the session, it is removed, and a toast says so.
 *
 * @throws UserError when the call failed
 */
export async function readUser(): Promise<User> {
  const session = readStoredSession()
  const stored = (await supabase.auth.getSession()).data.session
  if (!session || !stored) throw toUserError(new AuthSessionMissingError())
  // Removes a session that has ended. A refresh would keep it until its token expires.
  const { data, error } = await supabase.auth.getUser()
  if (isAuthSessionMissingError(error)) toast.error(sessionEnded, { id: 'session-ended' })
  if (error) throw toUserError(error)
  if (summarize(data.user) !== summarize(stored.user)) await replaceToken(session, supabase.auth)
  return data.user
}

const summarize = ({ email, factors }: User) =>
  [email, ...selectVerified(factors).map(({ id }) => id)].join()

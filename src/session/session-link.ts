import { createSeparateClient, supabase } from '../supabase/client.ts'
import { toUserError } from '../supabase/errors.ts'
import { replaceToken } from '../supabase/replace-token.ts'
import { readStoredSession } from '../supabase/stored-session.ts'
import { createSessionLink, type EmailToken, type SessionLink } from './callback-url.ts'
import { wasSignedUpBefore } from './second-sign-up.ts'
import { readEmailLink } from './sign-in-request.ts'

/** As in supabase-js. */
const staleAfterSeconds = 120

/**
 * Exchanges the token of a link for its session, in a separate client: another account may be signed in. Returns null
 * after the first of the two links that change an email.
 *
 * @throws the error of the auth service
 */
export async function verifyEmailToken({ hash, type }: EmailToken): Promise<SessionLink | null> {
  const { auth } = createSeparateClient()
  const { data, error } = await auth.verifyOtp({ token_hash: hash, type })
  if (error) throw error
  return data.session && createSessionLink(data.session, type)
}

type FollowedLink =
  /** `shouldCheckPassword`: another person may have chosen the password of the account that the link confirmed. */
  | { kind: 'signed-in'; shouldCheckPassword: boolean }
  /** `problem` is an error code. */
  | { kind: 'rejected'; problem: string }

/** The link's session would replace that of another account. Nothing has changed yet: the user is asked first. */
export type AccountSwitch = {
  kind: 'other-account'
  current: string
  other: string
  link: SessionLink
}

export type LinkOutcome = FollowedLink | AccountSwitch

/**
 * Signs in with the session of a link, unless another account is signed in: a link must not replace its session without
 * asking.
 */
export async function followLink(link: SessionLink): Promise<LinkOutcome> {
  const { tokens, issuedAt } = link
  if (issuedAt !== null && Date.now() / 1000 - issuedAt >= staleAfterSeconds) {
    console.warn('The session in this link was issued more than 120 seconds ago')
  }
  // The shared client would drop its own session if the link's has ended.
  const separateClient = createSeparateClient()
  const { session, problem } = toResult(await separateClient.auth.setSession(tokens))
  if (!session) return { kind: 'rejected', problem }

  const current = await readCurrentUser()
  const refreshedLink = { ...link, tokens: session }
  if (!current || current.id === session.user.id) return acceptLink(refreshedLink)
  const { email: other = '' } = session.user
  return { kind: 'other-account', current: current.email, other, link: refreshedLink }
}

/** Signs in with the session of a link, even if another account is signed in. */
export async function acceptLink({ tokens, confirmsAccount }: SessionLink): Promise<FollowedLink> {
  const { session, problem } = toResult(await supabase.auth.setSession(tokens))
  if (!session) return { kind: 'rejected', problem }
  const { user } = session
  const isOwnPassword = readEmailLink()?.ownPasswordFor?.toLowerCase() === user.email
  return {
    kind: 'signed-in',
    shouldCheckPassword: confirmsAccount && wasSignedUpBefore(user) && !isOwnPassword,
  }
}

/** Returns the user of the stored session, even if it cannot be refreshed at the moment. */
async function readCurrentUser() {
  const session = readStoredSession()
  // Removes a session that has ended.
  if (session && !session.isFresh) await replaceToken(session, supabase.auth)
  const stored = readStoredSession()
  return stored && { id: stored.userId, email: stored.email }
}

type Response = Awaited<ReturnType<typeof supabase.auth.setSession>>

function toResult({ data, error }: Response) {
  if (data.session && !error) return { session: data.session, problem: null }
  const { code, status } = toUserError(error)
  return { session: null, problem: status === 500 ? 'unexpected_failure' : code }
}

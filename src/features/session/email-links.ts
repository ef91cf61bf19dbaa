import type { Session } from '@supabase/supabase-js'
import type { NavigateFunction } from 'react-router-dom'
import { createSeparateClient, supabase } from '../../supabase/client.ts'
import { sessionEnded, toUserError } from '../../supabase/errors.ts'
import { replaceToken } from '../../supabase/replace-token.ts'
import { readStoredSession } from '../../supabase/stored-session.ts'
import { toast } from '../../ui/toast.tsx'
import {
  type EmailToken,
  type LinkSession,
  readEmailLink,
  withoutEmailLink,
} from './read-email-link.ts'
import { readRequestedEmail, wasSignedUpBefore } from './requested-email.ts'
import { closeSignIn, openAfterLink } from './sign-in-request.ts'
import { holdSession, reportEmailChange, showAccountSwitch, showSigningIn } from './useSession.ts'

/* Links in emails: their session signs in at once if the URL has it, and after a click if it has a token. */

/** Follows a link of the auth service itself, which has put a session or an error into the URL. */
export async function followUrl(navigate: NavigateFunction): Promise<void> {
  // Strict mode runs this twice; the second time the URL is clean.
  const found = readEmailLink(window.location)
  if (found?.kind !== 'session' && found?.kind !== 'problem') return
  // First: tokens must not stay in the URL or in the history.
  void navigate(withoutEmailLink(window.location), { replace: true })
  if (found.kind === 'problem') {
    reportLinkProblem(found.code, navigate)
    return
  }
  showSigningIn()
  await followLink(found.session, navigate)
}

/** A broken link does not end the session, so a toast replaces the dialog. */
export function reportLinkProblem(code: string, navigate: NavigateFunction): void {
  const isSignedIn = readStoredSession() !== null
  if (isSignedIn) toast.error(describeLinkProblem(code))
  if (isSignedIn) openAfterLink(navigate, 'sign-in')
  else openAfterLink(navigate, 'link-problem', { problem: code })
}

/**
 * Returns our own message for the error code of a link that failed. The URL's text is never shown, because URLs can be
 * forged. An ended session means that the link is too old.
 */
export function describeLinkProblem(code: string): string {
  const { message } = toUserError({ code })
  if (message && message !== sessionEnded) return message
  return "That link didn't work. It may be incomplete or too old."
}

/**
 * Exchanges the token of a link for its session, in a separate client: another account may be signed in. Returns null
 * after the first of the two links that change an email.
 *
 * @throws the error of the auth service
 */
export async function verifyEmailToken({ hash, type }: EmailToken): Promise<LinkSession | null> {
  const { auth } = createSeparateClient()
  const { data, error } = await auth.verifyOtp({ token_hash: hash, type })
  if (error) throw error
  return data.session && { tokens: data.session, type, issuedAt: null }
}

/**
 * Signs in with the session of a link, and continues with what it was requested for.
 *
 * @param report reports the error code of a session that the service has refused
 */
export async function followLink(
  link: LinkSession,
  navigate: NavigateFunction,
  report = reportLinkProblem,
): Promise<void> {
  // Meanwhile, 'signed out' may be temporary.
  const release = holdSession()
  let outcome = await tryLink(link).finally(release)
  if (outcome.kind === 'other-account') {
    const { current, other } = outcome
    closeSignIn(navigate)
    const isAccepted = await new Promise<boolean>((answer) =>
      showAccountSwitch({ current, other, answer }),
    )
    if (isAccepted) outcome = await acceptLink(outcome.link)
    showAccountSwitch(null)
  }
  switch (outcome.kind) {
    case 'rejected':
      report(outcome.problem, navigate)
      break
    case 'other-account':
      if (link.type === 'email_change' || link.type === 'signup')
        toast(`Confirmed. You can now sign in as ${outcome.other}.`)
      break
    case 'signed-in':
      if (link.type === 'email_change') reportEmailChange()
      if (link.type === 'signup') toast.success('Your email is confirmed')
      if (link.type === 'recovery' || link.type === 'invite')
        openAfterLink(navigate, 'new-password')
      else openAfterLink(navigate, outcome.shouldCheckPassword ? 'check-password' : 'sign-in')
  }
}

type FollowedLink =
  /** `shouldCheckPassword`: another person may have chosen the password of the account that the link confirmed. */
  | { kind: 'signed-in'; shouldCheckPassword: boolean }
  /** `problem` is an error code. */
  | { kind: 'rejected'; problem: string }
  /** Nothing has changed yet: a link must not replace the session of another account without asking. */
  | { kind: 'other-account'; current: string; other: string; link: LinkSession }

/** As in supabase-js. */
const staleAfterSeconds = 120

async function tryLink(link: LinkSession): Promise<FollowedLink> {
  const { tokens, issuedAt } = link
  if (issuedAt !== null && Date.now() / 1000 - issuedAt >= staleAfterSeconds) {
    console.warn('The session in this link was issued more than 120 seconds ago')
  }
  // The shared client would drop its own session if the link's has ended.
  const { session, problem } = toResult(await createSeparateClient().auth.setSession(tokens))
  if (!session) return { kind: 'rejected', problem }

  const current = await readCurrentUser()
  const refreshedLink = { ...link, tokens: session }
  if (!current || current.userId === session.user.id) return acceptLink(refreshedLink)
  const { email: other = '' } = session.user
  return { kind: 'other-account', current: current.email, other, link: refreshedLink }
}

/** Signs in with the session of a link, even if another account is signed in. */
async function acceptLink({ tokens, type }: LinkSession): Promise<FollowedLink> {
  const { session, problem } = toResult(await supabase.auth.setSession(tokens))
  if (!session) return { kind: 'rejected', problem }
  return {
    kind: 'signed-in',
    shouldCheckPassword: type === 'signup' && mayHaveForeignPassword(session),
  }
}

/** In milliseconds, between two times that the service writes in one request. */
const sameRequestMs = 5000

/**
 * Whether an email has just confirmed an account whose password another person may have chosen: it was created before
 * this email was requested, and not in this browser.
 */
export function mayHaveForeignPassword({ user, expires_at = 0, expires_in }: Session): boolean {
  const confirmedAt = Date.parse(user.email_confirmed_at ?? user.created_at)
  const signedInAt = Date.parse(user.last_sign_in_at ?? user.created_at)
  if (signedInAt - confirmedAt > sameRequestMs || !wasSignedUpBefore(user)) return false
  const { ownPasswordFor, firstCode } = readRequestedEmail() ?? {}
  if (ownPasswordFor?.toLowerCase() === user.email) return false
  if (!firstCode || firstCode.email.toLowerCase() !== user.email) return true
  // The clock of the device may be wrong.
  const clockIsAheadMs = Date.now() - (expires_at - expires_in) * 1000
  return Date.parse(user.created_at) < firstCode.at - clockIsAheadMs - sameRequestMs
}

/** Returns the stored session, even if it cannot be refreshed at the moment. */
async function readCurrentUser() {
  const session = readStoredSession()
  // Removes a session that has ended.
  if (session && !session.isFresh) await replaceToken(session, supabase.auth)
  return readStoredSession()
}

function toResult({ data, error }: Awaited<ReturnType<typeof supabase.auth.setSession>>) {
  if (data.session && !error) return { session: data.session, problem: null }
  const { code, status } = toUserError(error)
  return { session: null, problem: status === 500 ? 'unexpected_failure' : code }
}

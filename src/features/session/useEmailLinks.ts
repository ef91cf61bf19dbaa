import type { Session as AuthClientSession } from '@supabase/supabase-js'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router-dom'
import { createSeparateClient, supabase } from '../../supabase/client.ts'
import { sessionEnded, toUserError } from '../../supabase/errors.ts'
import { replaceToken } from '../../supabase/replace-token.ts'
import { readStoredSession } from '../../supabase/stored-session.ts'
import { toast } from '../../ui/toast.tsx'
import {
  type EmailToken,
  type LinkSession,
  readEmailLink,
  toLinkSession,
  withoutEmailLink,
} from './read-email-link.ts'
import { readRequestedLink } from './requested-link.ts'
import { wasSignedUpBefore } from './second-sign-up.ts'
import type { SignIn } from './sign-in-request.ts'

type Options = {
  signIn: SignIn
  /** Called before the session in the URL is removed from it. */
  onStart: () => void
  /** Called with the stored session once a link has been followed. */
  onFollowed: (session: AuthClientSession | null) => void
}

/** Follows links in emails: at once if the URL has a session, else after a click. */
export function useEmailLinks({ signIn, onStart, onFollowed }: Options) {
  const location = useLocation()
  const navigate = useNavigate()
  const isFollowing = useRef(false)
  const [accountSwitch, setAccountSwitch] = useState<AccountSwitch | null>(null)
  const { request, openFromLink, dismiss } = signIn

  /** A broken link does not end the session, so a toast replaces the dialog. */
  const reportProblem = (code: string) => {
    const isSignedIn = readStoredSession() !== null
    if (isSignedIn) toast.error(describeLinkProblem(code))
    openFromLink('sign-in', isSignedIn ? {} : { problem: code })
  }

  const continueAfter = (link: LinkSession, outcome: FollowedLink) => {
    if (outcome.kind === 'rejected') {
      reportProblem(outcome.problem)
      return
    }
    if (link.changesEmail) reportEmailChange()
    if (link.confirmsAccount) toast.success('Your email is confirmed')
    if (link.setsPassword) openFromLink('new-password')
    else openFromLink(outcome.shouldCheckPassword ? 'check-password' : 'sign-in')
  }

  const follow = async (link: LinkSession) => {
    isFollowing.current = true
    const outcome = await followLink(link).finally(() => {
      isFollowing.current = false
    })
    onFollowed((await supabase.auth.getSession()).data.session)
    if (outcome.kind !== 'other-account') {
      continueAfter(link, outcome)
      return
    }
    setAccountSwitch(outcome)
    if (request?.emailToken) dismiss()
  }

  const handleNavigation = useEffectEvent((to: Location) => {
    // Strict mode runs this twice; the second time the URL is clean.
    const found = readEmailLink(window.location)
    if (found?.kind !== 'session' && found?.kind !== 'problem') return
    if (found.kind === 'session') onStart()
    // First: tokens must not stay in the URL or in the history.
    void navigate(withoutEmailLink(to), { replace: true })
    if (found.kind === 'session') void follow(found.session)
    else reportProblem(found.code)
  })
  useEffect(() => handleNavigation(location), [location])

  return {
    /** Set while the user decides between two accounts. */
    accountSwitch: accountSwitch && {
      ...accountSwitch,
      onClose: () => {
        const { link, other } = accountSwitch
        setAccountSwitch(null)
        if (link.changesEmail || link.confirmsAccount) {
          toast(`Confirmed. You can now sign in as ${other}.`)
        }
      },
      onSwitch: async () => {
        const outcome = await acceptLink(accountSwitch.link)
        setAccountSwitch(null)
        continueAfter(accountSwitch.link, outcome)
      },
    },
    follow,
    /** Meanwhile, 'signed out' may be temporary. */
    isFollowing: () => isFollowing.current,
    reportProblem,
  }
}

/** The id merges it with the link's toast, which was opened in this browser. */
export const reportEmailChange = () =>
  toast.success('Your sign-in email was changed', { id: 'email-changed' })

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
  return data.session && toLinkSession(data.session, type)
}

type FollowedLink =
  /** `shouldCheckPassword`: another person may have chosen the password of the account that the link confirmed. */
  | { kind: 'signed-in'; shouldCheckPassword: boolean }
  /** `problem` is an error code. */
  | { kind: 'rejected'; problem: string }

/** The link's session would replace another account's. Nothing has changed yet: the user is asked first. */
type AccountSwitch = { kind: 'other-account'; current: string; other: string; link: LinkSession }

/** As in supabase-js. */
const staleAfterSeconds = 120

/**
 * Signs in with the session of a link, unless another account is signed in: a link must not replace its session without
 * asking.
 */
async function followLink(link: LinkSession): Promise<FollowedLink | AccountSwitch> {
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
async function acceptLink({ tokens, confirmsAccount }: LinkSession): Promise<FollowedLink> {
  const { session, problem } = toResult(await supabase.auth.setSession(tokens))
  if (!session) return { kind: 'rejected', problem }
  const { user } = session
  const isOwnPassword = readRequestedLink()?.ownPasswordFor?.toLowerCase() === user.email
  return {
    kind: 'signed-in',
    shouldCheckPassword: confirmsAccount && wasSignedUpBefore(user) && !isOwnPassword,
  }
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

import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router-dom'
import { toOwnPath } from '../../lib/own-path.ts'
import { readProperty, readText } from '../../lib/read-property.ts'
import { openedFrom } from '../../lib/useDialogInUrl.ts'
import { toast } from '../../ui/toast.tsx'
import {
  type EmailToken,
  firstLinkConfirmed,
  isEmailTokenType,
  readEmailLink,
  withoutEmailLink,
} from './read-email-link.ts'
import { forgetRequestedLink, readRequestedLink, type RequestedLink } from './requested-link.ts'
import { readReason, type SignInReason, startsWithNewAccount } from './sign-in-reason.ts'
import type { Session, SessionStatus } from './useSession.ts'

/**
 * A link in an email needs a click ('confirm-link'). Afterwards, the signed-in user sets a new password, or may keep the
 * password ('check-password').
 */
const purposes = ['sign-in', 'confirm-link', 'new-password', 'check-password'] as const

/** Why the sign-in dialog is open, and where the user continues afterwards. */
export type SignInRequest = {
  purpose: (typeof purposes)[number]
  continueTo: string | null
  /** Null if the user wants to sign in, or opened a protected page. */
  reason: SignInReason | null
  /** The error code of a link in an email that did not work. */
  problem: string | null
  /** Set for 'confirm-link'. The history entry keeps it until the click, so that a reload does not lose it. */
  emailToken: EmailToken | null
}

export const signInTitles = {
  'sign-in': 'Sign in',
  'create-account': 'Create your account',
  'forgot-password': 'Forgot your password?',
  'link-problem': "That link didn't work",
  'check-email': 'Check your email',
  'new-password': 'Set a new password',
  'check-password': 'Set a new password?',
}

export type View =
  | { name: Exclude<keyof typeof signInTitles, 'check-email'>; email: string }
  | { name: 'check-email'; email: string; requestedLink: RequestedLink }

export type ViewProps = {
  email: string
  continueTo: string | null
  onView: (view: View) => void
}

export function getFirstView({ purpose, problem, reason }: SignInRequest) {
  if (purpose === 'new-password' || purpose === 'check-password') return purpose
  if (problem) return 'link-problem'
  return startsWithNewAccount(reason) ? 'create-account' : 'sign-in'
}

export type SignIn = ReturnType<typeof useSignInRequest>

/**
 * Opens and closes the sign-in dialog, then continues. The request is stored in the state of a history entry on top of
 * the page: Back closes the dialog, a reload keeps it, and other URLs do not show it. Once the status no longer fits the
 * purpose, as after a sign-in, the dialog closes by itself.
 */
export function useSignInRequest(status: SessionStatus) {
  const location = useLocation()
  const navigate = useNavigate()
  // A new object for each location, so that `latest` follows every navigation.
  const entry = useMemo(() => ({ request: readRequest(location.state) }), [location])
  const { request } = entry
  const isOpen = request !== null && isOpenWhen(status, request.purpose)
  // Updated before the router renders, so that a double click does not push or go back twice.
  const latest = useRef(request)
  useLayoutEffect(() => {
    latest.current = entry.request
  }, [entry])

  const show = useCallback(
    (next: SignInRequest, pageBelow = currentPath(), replace = false) => {
      const replaces = replace || latest.current !== null
      latest.current = next
      if (!replaces && pageBelow !== currentPath()) void navigate(pageBelow, { replace: true })
      void navigate(pageBelow, { replace: replaces, state: { signIn: next } })
    },
    [navigate],
  )

  const leave = useCallback(
    (continueTo: string | null) => {
      if (!latest.current) return
      const { emailToken } = latest.current
      latest.current = null
      if (!continueTo) {
        // Else Forward would open it again.
        if (emailToken) void navigate(currentPath(), { replace: true })
        void navigate(-1)
        return
      }
      const { pathname } = window.location
      const isSamePage = new URL(continueTo, window.location.origin).pathname === pathname
      const state = isSamePage ? openedFrom(pathname) : null
      void navigate(continueTo, { replace: true, state })
    },
    [navigate],
  )

  const finish = useCallback(
    ({ continueTo }: SignInRequest) => {
      forgetRequestedLink()
      leave(continueTo)
    },
    [leave],
  )

  useEffect(() => {
    if (!request || isOpen || latest.current !== request) return
    // The session of the recovery link has ended.
    if (status === 'signed-out') show({ ...request, purpose: 'sign-in' })
    else if (status === 'signed-in') finish(request)
  }, [request, isOpen, status, show, finish])

  const requestSignIn = useCallback<Session['requestSignIn']>(
    (continueTo, { pageBelow, replace, reason = null } = {}) => {
      if (latest.current && latest.current.purpose !== 'sign-in') return
      const problem = latest.current?.problem ?? null
      const next = {
        purpose: 'sign-in',
        continueTo: toOwnPath(continueTo),
        problem,
        reason,
      } as const
      show({ ...next, emailToken: null }, pageBelow, replace)
    },
    [show],
  )

  /** Opens the dialog for the link in an email, which may have been requested in another tab. */
  const openFromLink = useCallback(
    (purpose: SignInRequest['purpose'], { problem, emailToken }: LinkDetails = {}) => {
      const { continueTo = null } = latest.current ?? readRequestedLink() ?? {}
      const reason = null
      show({
        purpose,
        continueTo,
        reason,
        problem: problem ?? null,
        emailToken: emailToken ?? null,
      })
    },
    [show],
  )

  const dismiss = useCallback(() => leave(null), [leave])

  // Moves the token of a link in an email from the URL to the request. `AuthSession` follows the other links.
  const takeToken = useEffectEvent((to: Location) => {
    // Strict mode runs this twice; the second time the URL is clean.
    const found = readEmailLink(window.location)
    if (found?.kind !== 'token' && found?.kind !== 'first-confirmation') return
    // First: a token must not stay in the URL or in the history.
    void navigate(withoutEmailLink(to), { replace: true })
    if (found.kind === 'token') openFromLink('confirm-link', { emailToken: found.token })
    else toast(firstLinkConfirmed)
  })
  useEffect(() => takeToken(location), [location])

  return { request, isOpen, requestSignIn, openFromLink, dismiss, finish }
}

type LinkDetails = Partial<Pick<SignInRequest, 'problem' | 'emailToken'>>

function isOpenWhen(status: SessionStatus, purpose: SignInRequest['purpose']): boolean {
  if (purpose === 'confirm-link') return status !== 'loading'
  return status === (purpose === 'sign-in' ? 'signed-out' : 'signed-in')
}

function currentPath(): string {
  const { pathname, search, hash } = window.location
  return pathname + search + hash
}

function readRequest(state: unknown): SignInRequest | null {
  const stored = readProperty(state, 'signIn')
  if (typeof stored !== 'object' || stored === null) return null
  const purpose = purposes.find((known) => known === readProperty(stored, 'purpose')) ?? 'sign-in'
  const emailToken = readToken(readProperty(stored, 'emailToken'))
  // Stored by another release.
  if (purpose === 'confirm-link' && !emailToken) return null
  return {
    purpose,
    continueTo: toOwnPath(readProperty(stored, 'continueTo')),
    reason: readReason(readProperty(stored, 'reason')),
    problem: readText(stored, 'problem') || null,
    emailToken,
  }
}

function readToken(stored: unknown): EmailToken | null {
  const hash = readText(stored, 'hash')
  const type = readProperty(stored, 'type')
  return hash && isEmailTokenType(type) ? { hash, type } : null
}

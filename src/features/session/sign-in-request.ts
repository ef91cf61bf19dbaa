import { useCallback, useEffect, useEffectEvent } from 'react'
import { type Location, type NavigateFunction, useLocation, useNavigate } from 'react-router-dom'
import { readItem, readObject, removeItem, writeItem } from '../../lib/browser-storage.ts'
import { toOwnPath } from '../../lib/own-path.ts'
import { readProperty, readText } from '../../lib/read-property.ts'
import { openedFrom, readOpenedFrom } from '../../lib/useDialogInUrl.ts'
import { type EmailToken, emailTokenTitles, isEmailTokenType } from './read-email-link.ts'
import { hasAccountKey, type Session } from './useSession.ts'

/*
 * `?sign-in=yes` opens the sign-in dialog, like every dialog in the URL: Back closes it, a reload keeps it. The state of
 * the history entry has the rest, because no link may choose what the dialog says or where the user continues, and no
 * shared URL may have the token of an email.
 */

const parameter = 'sign-in'

const actions = ['join', 'report', 'claim', 'save', 'list', 'alert'] as const

/** The protected action that asks for an account, which the sign-in dialog names. */
export type SignInReason =
  | { action: 'list' | 'save' | 'alert' }
  | {
      action: 'join' | 'report' | 'claim'
      /** The community's name. */
      community: string
    }

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

type Options = {
  /** The page below the dialog, a path on this site; the current one by default. */
  pageBelow?: string | undefined
  /** The previous history entry is that page, so the dialog replaces the current entry. */
  replace?: boolean
  /** Named by the dialog. */
  reason?: SignInReason | undefined
}

/** Returns a function that opens the sign-in dialog, then continues to a path on this site. Signed-in users continue immediately. */
export function useRequestSignIn() {
  const navigate = useNavigate()
  return useCallback(
    (continueTo?: string, { reason, ...options }: Options = {}) => {
      const current = readCurrent()
      if (current && current.purpose !== 'sign-in') return
      const problem = current?.problem ?? null
      const details = { continueTo: toOwnPath(continueTo), reason: reason ?? null, problem }
      openSignIn(navigate, 'sign-in', details, options)
    },
    [navigate],
  )
}

/**
 * Opens the dialog with one history entry on top of the page, however often it is called. Reads the URL of the browser,
 * not the rendered one: a double click comes before React renders.
 */
export function openSignIn(
  navigate: NavigateFunction,
  purpose: SignInRequest['purpose'],
  details: Partial<SignInRequest>,
  { pageBelow = readPage(), replace = false }: Options = {},
): void {
  const empty = { continueTo: null, reason: null, problem: null, emailToken: null }
  const request: SignInRequest = { ...empty, ...details, purpose }
  const isOpen = isInUrl()
  if (!isOpen && !replace && pageBelow !== readPage()) void navigate(pageBelow, { replace: true })
  const { pathname, search, hash } = new URL(pageBelow, window.location.origin)
  const parameters = new URLSearchParams(search)
  parameters.set(parameter, 'yes')
  const from = isOpen ? readOpenedFrom(readState()) : pathname
  const state = { ...(from !== null && openedFrom(from)), signIn: request }
  const url = `${pathname}?${parameters.toString()}${hash}`
  void navigate(url, { replace: isOpen || replace, state })
}

/** Opens the dialog after a link in an email. It continues what was requested, perhaps in another tab. */
export function openAfterLink(
  navigate: NavigateFunction,
  purpose: SignInRequest['purpose'],
  details: Partial<Pick<SignInRequest, 'problem' | 'emailToken'>> = {},
): void {
  const { continueTo = null } = readCurrent() ?? readRequestedLink() ?? {}
  openSignIn(navigate, purpose, { continueTo, ...details })
}

/** Closes the dialog; calling it twice goes back once. Forward does not open it again, because its entry may have a token. */
export function closeSignIn(navigate: NavigateFunction): void {
  if (!isInUrl()) return
  const hasPageBelow = readOpenedFrom(readState()) !== null
  void navigate(readPage(), { replace: true })
  if (hasPageBelow) void navigate(-1)
}

/** Replaces the dialog with where the user continues. */
export function continueAfterSignIn(navigate: NavigateFunction, continueTo: string | null): void {
  if (!isInUrl()) return
  forgetRequestedLink()
  if (!continueTo) {
    closeSignIn(navigate)
    return
  }
  const { pathname, origin } = window.location
  const isSamePage = new URL(continueTo, origin).pathname === pathname
  void navigate(continueTo, { replace: true, state: isSamePage ? openedFrom(pathname) : null })
}

/**
 * Returns the request of the current history entry, or null if the dialog is closed. Once the status no longer fits its
 * purpose, as after a sign-in, the dialog closes by itself, and the user continues.
 */
export function useSignInRequest(status: Session['status']): SignInRequest | null {
  const location = useLocation()
  const navigate = useNavigate()
  const request = readRequest(location.search, location.state)
  const isOpen = request !== null && isOpenWhen(status, request.purpose)

  const leave = useEffectEvent((_to: Location, current: Session['status']) => {
    // It was closed in the meantime.
    if (!request || isOpen || !isInUrl()) return
    // The session of the recovery link has ended.
    if (current === 'signed-out') openSignIn(navigate, 'sign-in', request)
    if (current === 'signed-in') continueAfterSignIn(navigate, request.continueTo)
  })
  useEffect(() => leave(location, status), [location, status])

  return isOpen ? request : null
}

function isOpenWhen(status: Session['status'], purpose: SignInRequest['purpose']): boolean {
  if (purpose === 'confirm-link') return status !== 'loading'
  return status === (purpose === 'sign-in' ? 'signed-out' : 'signed-in')
}

/** Returns what the router stores with a history entry. */
const readState = () => readProperty(window.history.state, 'usr')

const isInUrl = () => new URLSearchParams(window.location.search).has(parameter)

const readCurrent = () => readRequest(window.location.search, readState())

/** Returns the URL of the page below the dialog. */
function readPage(): string {
  const { pathname, search, hash } = window.location
  if (!isInUrl()) return pathname + search + hash
  const parameters = new URLSearchParams(search)
  parameters.delete(parameter)
  return pathname + (parameters.size > 0 ? `?${parameters.toString()}` : '') + hash
}

/** Another release may have stored the state. */
function readRequest(search: string, state: unknown): SignInRequest | null {
  if (!new URLSearchParams(search).has(parameter)) return null
  const stored = readProperty(state, 'signIn')
  const purpose = purposes.find((known) => known === readProperty(stored, 'purpose')) ?? 'sign-in'
  const emailToken = readToken(readProperty(stored, 'emailToken'))
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

function readReason(stored: unknown): SignInReason | null {
  const action = actions.find((known) => known === readProperty(stored, 'action'))
  if (action === 'list' || action === 'save' || action === 'alert') return { action }
  const community = readText(stored, 'community')
  return action && community ? { action, community } : null
}

/** Visitors without an account create one to join, report, claim, save or get emails. Owners return to list another community. */
const startsWithNewAccount = (reason: SignInReason | null): boolean =>
  reason !== null && reason.action !== 'list' && readItem(hasAccountKey) === null

const titles = {
  'sign-in': 'Sign in',
  'create-account': 'Create your account',
  'forgot-password': 'Forgot your password?',
  'link-problem': "That link didn't work",
  'check-email': 'Check your email',
  'new-password': 'Set a new password',
  'check-password': 'Set a new password?',
}

export type ViewName = keyof typeof titles | 'confirm-link'

export type View =
  | { name: Exclude<ViewName, 'check-email'>; email: string }
  | { name: 'check-email'; email: string; requestedLink: RequestedLink }

export type ViewProps = {
  email: string
  continueTo: string | null
  onView: (view: View) => void
}

export function getFirstView({
  purpose,
  problem,
  reason,
}: SignInRequest): Exclude<ViewName, 'check-email'> {
  if (purpose !== 'sign-in') return purpose
  if (problem) return 'link-problem'
  return startsWithNewAccount(reason) ? 'create-account' : 'sign-in'
}

export const getTitle = (view: ViewName, { emailToken }: SignInRequest): string =>
  view === 'confirm-link' ? emailTokenTitles[emailToken?.type ?? 'magiclink'] : titles[view]

/** A link that the user has requested by email, to confirm the email or to recover the account. */
export type RequestedLink = {
  kind: 'signup' | 'recovery'
  continueTo: string | null
  /** The unconfirmed account whose password was chosen in this browser. */
  ownPasswordFor?: string | null
}

const requestedLinkKey = 'community-app-email-link'
const maxAgeMs = 24 * 60 * 60 * 1000

/** Stores where to continue, for the tab in which the link will open. */
export function storeRequestedLink(link: RequestedLink): void {
  writeItem(requestedLinkKey, JSON.stringify({ ...link, at: Date.now() }))
}

export function readRequestedLink(): RequestedLink | null {
  const stored = readObject(requestedLinkKey)
  if (!stored || Date.now() - Number(readProperty(stored, 'at')) > maxAgeMs) return null
  return {
    kind: readProperty(stored, 'kind') === 'signup' ? 'signup' : 'recovery',
    continueTo: toOwnPath(readProperty(stored, 'continueTo')),
    ownPasswordFor: readText(stored, 'ownPasswordFor') || null,
  }
}

const forgetRequestedLink = () => removeItem(requestedLinkKey)

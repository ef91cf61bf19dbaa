import { useCallback, useEffect, useEffectEvent } from 'react'
import { type Location, type NavigateFunction, useLocation, useNavigate } from 'react-router-dom'
import { toOwnPath } from '../../lib/own-path.ts'
import { readProperty, readText } from '../../lib/read-property.ts'
import { openedFrom, readOpenedFrom } from '../../lib/useDialogInUrl.ts'
import { type EmailToken, emailTokenTitles, isEmailTokenType } from './read-email-link.ts'
import { forgetRequestedEmail, readRequestedEmail } from './requested-email.ts'
import type { Session } from './useSession.ts'

/*
 * `?sign-in=yes` opens the sign-in dialog, like every dialog in the URL: Back closes it, a reload keeps it. The state of
 * the history entry has the rest, because no link may choose what the dialog says or where the user continues, and no
 * shared URL may have the token of an email.
 */

const parameter = 'sign-in'

/** The protected actions, as they follow 'Enter your email' or 'Sign in' in the dialog. */
export const actions = {
  join: 'to join',
  report: 'to report',
  claim: 'to claim',
  save: 'to find your saved communities on all your devices',
  list: 'to list your community',
  alert: 'to get emails about new communities',
}

/** The protected action that asks for an account. */
export type SignInReason = {
  action: keyof typeof actions
  /** The name of the community that it is about. */
  community?: string
}

/**
 * The views with which the dialog opens, each with its title. A link in an email needs a click ('confirm-link'), and its
 * type has the title. Afterwards, the signed-in user sets a new password, or may keep the password ('check-password').
 */
export const firstViews = {
  'sign-in': 'Sign in',
  'link-problem': "That link didn't work",
  'provider-problem': "Couldn't sign you in",
  'confirm-link': '',
  'new-password': 'Set a new password',
  'check-password': 'Set a new password?',
}

type FirstView = keyof typeof firstViews

/** Why the sign-in dialog is open, and where the user continues afterwards. */
export type SignInRequest = {
  view: FirstView
  continueTo: string | null
  /** Null if the user wants to sign in, or opened a protected page. */
  reason: SignInReason | null
  /** The error code of a link in an email, or of a sign-in with Google or Apple, that did not work. */
  problem: string | null
  /** For 'confirm-link'. The history entry keeps it until the click, so that a reload does not lose it. */
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
      const current = readOpenRequest()
      if (current && !isForVisitors(current.view)) return
      const problem = current?.problem ?? null
      const view = current && problem ? current.view : 'sign-in'
      const details = { continueTo: toOwnPath(continueTo), reason: reason ?? null, problem }
      openSignIn(navigate, view, details, options)
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
  view: FirstView,
  details: Partial<SignInRequest>,
  { pageBelow = readPageBelow(), replace = false }: Options = {},
): void {
  const empty = { continueTo: null, reason: null, problem: null, emailToken: null }
  const request: SignInRequest = { ...empty, ...details, view }
  const isOpen = isInUrl()
  if (!isOpen && !replace && pageBelow !== readPageBelow())
    void navigate(pageBelow, { replace: true })
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
  view: FirstView,
  details: Partial<Pick<SignInRequest, 'problem' | 'emailToken'>> = {},
): void {
  const { continueTo = null } = readOpenRequest() ?? readRequestedEmail() ?? {}
  openSignIn(navigate, view, { continueTo, ...details })
}

/** Closes the dialog; calling it twice goes back once. Forward does not open it again, because its entry may have a token. */
export function closeSignIn(navigate: NavigateFunction): void {
  if (!isInUrl()) return
  const hasPageBelow = readOpenedFrom(readState()) !== null
  void navigate(readPageBelow(), { replace: true })
  if (hasPageBelow) void navigate(-1)
}

/** Replaces the dialog with where the user continues. */
export function continueAfterSignIn(navigate: NavigateFunction, continueTo: string | null): void {
  if (!isInUrl()) return
  forgetRequestedEmail()
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
 * view, as after a sign-in, the dialog closes by itself, and the user continues.
 */
export function useSignInRequest(status: Session['status']): SignInRequest | null {
  const location = useLocation()
  const navigate = useNavigate()
  const request = readRequest(location.search, location.state)
  const isOpen = request !== null && isOpenWhen(status, request.view)

  const leave = useEffectEvent((_to: Location, current: Session['status']) => {
    const latest = readOpenRequest()
    // It was closed in the meantime, or shows another view, which is not rendered yet.
    if (!request || isOpen || !latest || isOpenWhen(current, latest.view)) return
    // The session of the recovery link has ended.
    if (current === 'signed-out') openSignIn(navigate, 'sign-in', request)
    if (current === 'signed-in') continueAfterSignIn(navigate, request.continueTo)
  })
  useEffect(() => leave(location, status), [location, status])

  return isOpen ? request : null
}

function isOpenWhen(status: Session['status'], view: FirstView): boolean {
  if (view === 'confirm-link') return status !== 'loading'
  return status === (isForVisitors(view) ? 'signed-out' : 'signed-in')
}

const isForVisitors = (view: FirstView) =>
  view === 'sign-in' || view === 'link-problem' || view === 'provider-problem'

/** Returns what the router stores with a history entry. */
const readState = () => readProperty(window.history.state, 'usr')

const isInUrl = () => new URLSearchParams(window.location.search).has(parameter)

/** Returns the request of the open dialog; null if it is closed. */
export const readOpenRequest = () => readRequest(window.location.search, readState())

/** Returns the URL of the page below the dialog. */
export function readPageBelow(): string {
  const { pathname, search, hash } = window.location
  if (!isInUrl()) return pathname + search + hash
  const parameters = new URLSearchParams(search)
  parameters.delete(parameter)
  return pathname + (parameters.size > 0 ? `?${parameters.toString()}` : '') + hash
}

/** Another release may have stored the state. */
function readRequest(search: string, state: unknown): SignInRequest | null {
  if (!new URLSearchParams(search).has(parameter)) return null
  return parseRequest(readProperty(state, 'signIn'))
}

export function parseRequest(stored: unknown): SignInRequest | null {
  const view = readProperty(stored, 'view')
  const token = readProperty(stored, 'emailToken')
  const hash = readText(token, 'hash')
  const type = readProperty(token, 'type')
  const emailToken = hash && isEmailTokenType(type) ? { hash, type } : null
  if (view === 'confirm-link' && !emailToken) return null
  const reason = readProperty(stored, 'reason')
  const action = readProperty(reason, 'action')
  return {
    view: isKeyOf(firstViews, view) ? view : 'sign-in',
    continueTo: toOwnPath(readProperty(stored, 'continueTo')),
    reason: isKeyOf(actions, action) ? { action, community: readText(reason, 'community') } : null,
    problem: readText(stored, 'problem') || null,
    emailToken,
  }
}

const isKeyOf = <Table extends object>(table: Table, key: unknown): key is keyof Table =>
  typeof key === 'string' && Object.hasOwn(table, key)

/** Returns the title of the dialog when it opens. */
export const getTitle = ({ view, emailToken }: SignInRequest): string =>
  emailToken ? emailTokenTitles[emailToken.type] : firstViews[view]

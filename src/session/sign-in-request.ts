import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { toast } from '../ui/toast.tsx'
import { useLocation, useNavigate } from 'react-router-dom'
import { openedFrom } from '../lib/useDialogInUrl.ts'
import { readProperty } from '../lib/read-property.ts'
import { readObject, removeItem, writeItem } from '../lib/browser-storage.ts'
import { type EmailToken, isEmailTokenType } from './callback-url.ts'
import { loadSessionTools } from './useAuthState.ts'
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
  /** The error code of a link in an email that did not work. */
  problem: string | null
  /** Set for 'confirm-link'. The history entry keeps it until the click, so that a reload does not lose it. */
  linkToConfirm: EmailToken | null
}

/**
 * Opens and closes the sign-in dialog, then continues. The request is stored in the state of a history entry on top of
 * the page: Back closes the dialog, a reload keeps it, and other URLs do not show it.
 */
export function useSignInRequest(status: SessionStatus) {
  const location = useLocation()
  const navigate = useNavigate()
  // A new object for each location, so that `latest` follows every navigation.
  const entry = useMemo(() => ({ request: readRequest(location.state) }), [location])
  const { request } = entry
  const open = request !== null && isOpenWhen(status, request.purpose)
  const shownRequest = useRef<SignInRequest | null>(null)
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
      const { linkToConfirm } = latest.current
      latest.current = null
      if (!continueTo) {
        // Else Forward would open it again.
        if (linkToConfirm) void navigate(currentPath(), { replace: true })
        void navigate(-1)
        return
      }
      const { pathname } = window.location
      const isSamePage = new URL(continueTo, window.location.origin).pathname === pathname
      void navigate(continueTo, {
        replace: true,
        state: isSamePage ? openedFrom(pathname) : null,
      })
    },
    [navigate],
  )

  const finish = useCallback(
    ({ continueTo }: SignInRequest) => {
      forgetEmailLink()
      leave(continueTo)
    },
    [leave],
  )

  useEffect(() => {
    if (!request || latest.current !== request) return
    if (open) {
      shownRequest.current = request
    } else if (status === 'signed-out') {
      // The session of the recovery link has ended.
      show({ ...request, purpose: 'sign-in' })
    } else if (status === 'signed-in') {
      const { problem } = request
      // A broken link does not end the session, so a toast replaces the dialog.
      if (problem && shownRequest.current !== request) void showLinkProblem(problem)
      finish(request)
    }
  }, [request, open, status, show, finish])

  const requestSignIn = useCallback<Session['requestSignIn']>(
    (continueTo, { pageBelow, replace } = {}) => {
      if (latest.current && latest.current.purpose !== 'sign-in') return
      const problem = latest.current?.problem ?? null
      const next = { purpose: 'sign-in', continueTo: toOwnPath(continueTo), problem } as const
      show({ ...next, linkToConfirm: null }, pageBelow, replace)
    },
    [show],
  )

  /** Opens the dialog for the link in an email, which may have been requested in another tab. */
  const openFromLink = useCallback(
    (purpose: SignInRequest['purpose'], { problem, linkToConfirm }: LinkDetails = {}) => {
      const { continueTo = null } = latest.current ?? readEmailLink() ?? {}
      show({ purpose, continueTo, problem: problem ?? null, linkToConfirm: linkToConfirm ?? null })
    },
    [show],
  )

  const dismiss = useCallback(() => leave(null), [leave])

  return { request, open, requestSignIn, openFromLink, dismiss, finish }
}

type LinkDetails = Partial<Pick<SignInRequest, 'problem' | 'linkToConfirm'>>

function isOpenWhen(status: SessionStatus, purpose: SignInRequest['purpose']): boolean {
  if (purpose === 'confirm-link') return status !== 'loading'
  return status === (purpose === 'sign-in' ? 'signed-out' : 'signed-in')
}

async function showLinkProblem(code: string): Promise<void> {
  const { describeLinkProblem } = await loadSessionTools()
  toast.error(describeLinkProblem(code))
}

function currentPath(): string {
  const { pathname, search, hash } = window.location
  return pathname + search + hash
}

function readRequest(state: unknown): SignInRequest | null {
  const stored = readProperty(state, 'signIn')
  if (typeof stored !== 'object' || stored === null) return null
  const problem = readProperty(stored, 'problem')
  return {
    purpose: purposes.find((purpose) => purpose === readProperty(stored, 'purpose')) ?? 'sign-in',
    continueTo: toOwnPath(readProperty(stored, 'continueTo')),
    problem: typeof problem === 'string' ? problem : null,
    linkToConfirm: readToken(readProperty(stored, 'linkToConfirm')),
  }
}

function readToken(stored: unknown): EmailToken | null {
  const hash = readProperty(stored, 'hash')
  const type = readProperty(stored, 'type')
  return typeof hash === 'string' && isEmailTokenType(type) ? { hash, type } : null
}

/** A requested link that confirms an email or recovers an account. */
export type EmailLink = {
  kind: 'signup' | 'recovery'
  continueTo: string | null
  /** The unconfirmed account whose password was chosen in this browser. */
  ownPasswordFor?: string | null
}

const emailLinkKey = 'community-app-email-link'
const maxEmailLinkAgeMs = 24 * 60 * 60 * 1000

/** Returns the path if it is on this site, else null: it may come from a link or from storage. */
function toOwnPath(path: unknown): string | null {
  if (typeof path !== 'string' || !path.startsWith('/')) return null
  if (!URL.canParse(path, window.location.origin)) return null
  const url = new URL(path, window.location.origin)
  // Compares the parsed form, because parsing drops tabs and turns '\' into '/'.
  if (url.origin !== window.location.origin || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}

/** Stores where to continue, for the tab in which the link will open. */
export function storeEmailLink(link: EmailLink): void {
  writeItem(emailLinkKey, JSON.stringify({ ...link, at: Date.now() }))
}

export function readEmailLink(): EmailLink | null {
  const stored = readObject(emailLinkKey)
  if (!stored || Date.now() - Number(readProperty(stored, 'at')) > maxEmailLinkAgeMs) return null
  const kind = readProperty(stored, 'kind') === 'signup' ? 'signup' : 'recovery'
  const email = readProperty(stored, 'ownPasswordFor')
  return {
    kind,
    continueTo: toOwnPath(readProperty(stored, 'continueTo')),
    ownPasswordFor: typeof email === 'string' ? email : null,
  }
}

function forgetEmailLink(): void {
  removeItem(emailLinkKey)
}

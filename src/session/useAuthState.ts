import type { Session as AuthSession } from '@supabase/supabase-js'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { showLoadError } from '../lib/reload.ts'
import { useHydrated } from '../lib/useHydrated.ts'
import { sessionStorageKey } from '../supabase/config.ts'
import { readItem } from '../lib/browser-storage.ts'
import {
  countDrafts,
  hasUnsavedInput,
  pauseDrafts,
  useHasUnsavedInput,
} from '../lib/unsaved-input.ts'
import type { SessionLink } from './callback-url.ts'
import type { CodeRequest } from './second-factor.ts'
import type { LinkOutcome } from './session-link.ts'
import type { AuthTools, SessionStatus, SessionTools, SessionUser } from './useSession.ts'

/** Loads what reads the rows of a user. Code behind the guards imports it directly. */
export const loadSessionTools = () => import('./session-tools.ts')

/** Loads what changes a session. */
export const loadAuthTools = () => import('./auth-tools.ts')

type AuthState = {
  status: SessionStatus
  user: SessionUser | null
  /** Set while a code is required. A user who was signed in before stays, so that the screens keep their input. */
  codeRequest?: CodeRequest
}

const loading: AuthState = { status: 'loading', user: null }
const signedOut: AuthState = { status: 'signed-out', user: null }
const codeRequired: AuthState = { status: 'code-required', user: null }

/** A session that was read before the app renders. */
export type OpenedSession = { user: SessionUser; tools: SessionTools }

type Options = {
  stored: OpenedSession | null
  /** The session in the URL; null once it was followed. */
  link: SessionLink | null
  onLinkFollowed: (link: SessionLink, outcome: LinkOutcome) => void
  /** Called when the user signed out in another tab, which clears all of local storage. */
  onSignedOutElsewhere: () => void
  /** Called when another account has replaced the signed-in one, usually in another tab. */
  onSwitched: (email: string) => void
  /** Called when the user's email has changed, after a link that may have been opened on another device. */
  onEmailChanged: () => void
}

/**
 * Returns the auth state, 'loading' at first. Loads the client only if the URL or local storage holds a
 * session, when another tab signs in, or when `loadTools` is called.
 */
export function useAuthState({
  stored,
  link,
  onLinkFollowed,
  onSignedOutElsewhere,
  onSwitched,
  onEmailChanged,
}: Options) {
  const [isWanted, setIsWanted] = useState(() => link !== null || hasStoredSession())
  const [state, setState] = useState<AuthState>(() => {
    if (stored && !link) return { status: 'signed-in', user: stored.user }
    return isWanted ? loading : signedOut
  })
  const [tools, setTools] = useState(stored?.tools ?? null)
  const [auth, setAuth] = useState<AuthTools | null>(null)
  const isEnding = useRef(false)
  const isHydrated = useHydrated()
  const linkFollowed = useEffectEvent(onLinkFollowed)
  const signedOutElsewhere = useEffectEvent(onSignedOutElsewhere)
  const switched = useEffectEvent(onSwitched)
  const emailChanged = useEffectEvent(onEmailChanged)
  // Until its form is closed, this tab keeps showing what the user typed.
  const [isKeepingInput, setIsKeepingInput] = useState(false)
  const hasInput = useHasUnsavedInput()
  if (isKeepingInput && !hasInput) {
    setIsKeepingInput(false)
    setState(signedOut)
  }
  useEffect(() => pauseDrafts(isKeepingInput), [isKeepingInput])

  useEffect(() => {
    if (!isWanted || auth) return undefined
    let isUnmounted = false
    Promise.all([loadSessionTools(), loadAuthTools()]).then(([sessionTools, authTools]) => {
      if (isUnmounted) return
      setTools(sessionTools)
      setAuth(authTools)
    }, showLoadError)
    return () => {
      isUnmounted = true
    }
  }, [isWanted, auth])

  const authChanged = useEffectEvent((session: AuthSession | null, loaded: SessionTools) => {
    // While a link is being followed, 'signed out' may be temporary.
    if (isEnding.current || (link && !session)) return
    if (!session && isInputCleared()) {
      setIsKeepingInput(true)
      return
    }
    if (session && state.user) {
      const { id, email = '' } = session.user
      if (state.user.id !== id) switched(email)
      else if (state.user.email !== email) emailChanged()
    }
    setState((current) => nextState(current, session, loaded))
  })
  useEffect(() => {
    if (!auth || !tools) return undefined
    const { data } = auth.supabase.auth.onAuthStateChange((_event, session) => {
      authChanged(session, tools)
    })
    return () => data.subscription.unsubscribe()
  }, [auth, tools])

  useEffect(() => {
    if (!auth || !tools || !link) return undefined
    let isUnmounted = false
    const follow = async () => {
      const outcome = await auth.followLink(link)
      const { data } = await auth.supabase.auth.getSession()
      if (isUnmounted) return
      setState((current) => nextState(current, data.session, tools))
      linkFollowed(link, outcome)
    }
    void follow()
    return () => {
      isUnmounted = true
    }
  }, [auth, tools, link])

  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key !== null && event.key !== sessionStorageKey) return
      if (hasStoredSession()) {
        setIsWanted(true)
        setIsKeepingInput(false)
        return
      }
      if (event.key === null) signedOutElsewhere()
      if (isInputCleared()) setIsKeepingInput(true)
      else setState(signedOut)
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [])

  const loadTools = useCallback(() => setIsWanted(true), [])

  const isIncomplete = state.codeRequest !== undefined

  /** Ends the session in this browser. Resolves to false if the service could not end it, too. */
  const end = useCallback(
    async (isEndedAtService?: boolean): Promise<boolean> => {
      isEnding.current = true
      const keepsDrafts = isIncomplete
      const tokens = isEndedAtService ? null : (tools?.readStoredTokens() ?? null)
      // Before the page shows 'signed out'.
      tools?.clearBrowser({ keepsDrafts })
      setState(signedOut)
      try {
        const { endSession } = auth ?? (await import('./auth-tools.ts'))
        return await endSession({ tokens, keepsDrafts })
      } catch {
        return false
      } finally {
        isEnding.current = false
      }
    },
    [tools, auth, isIncomplete],
  )

  const known = isHydrated ? state : loading
  return { ...known, tools, auth, end, loadTools, isKeepingInput }
}

function hasStoredSession(): boolean {
  return readItem(sessionStorageKey) !== null
}

/**
 * Whether the user signed out in another tab, which cleared local storage, while a form in this tab has unsaved input. A
 * session that expires keeps the drafts.
 */
const isInputCleared = () => hasUnsavedInput() && countDrafts() === 0

/** Returns the same object if nothing changed: auth events repeat, for example whenever the tab gets the focus. */
function nextState(
  current: AuthState,
  session: AuthSession | null,
  { requiredFactors }: SessionTools,
): AuthState {
  if (!session) return signedOut
  const { id, email = '' } = session.user
  const factors = requiredFactors(session)
  if (factors.length > 0) {
    const shown = current.user?.id === id ? current : codeRequired
    return { ...shown, codeRequest: { email, factors } }
  }
  const isSameUser = current.user?.id === id && current.user.email === email
  if (isSameUser && !current.codeRequest) return current
  return { status: 'signed-in', user: isSameUser ? current.user : { id, email } }
}

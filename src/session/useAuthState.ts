import type { Session as AuthSession } from '@supabase/supabase-js'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { importWithRetry } from '../ui/loadOnDemand.tsx'
import { useHydrated } from '../lib/useHydrated.ts'
import { sessionStorageKey } from '../supabase/config.ts'
import { readItem } from '../lib/browser-storage.ts'
import type { SessionLink } from './callback-url.ts'
import type { LinkOutcome } from './session-link.ts'
import type { SessionStatus, SessionUser } from './useSession.ts'

/** Loads the Supabase client on pages that anybody may open. Guarded screens import it themselves. */
export const loadSessionTools = () => importWithRetry(() => import('./session-tools.ts'))

export type SessionTools = Awaited<ReturnType<typeof loadSessionTools>>

type AuthState = { status: SessionStatus; user: SessionUser | null }

const loading: AuthState = { status: 'loading', user: null }
const signedOut: AuthState = { status: 'signed-out', user: null }

type Options = {
  /** What the address brought, until it is followed. */
  link: SessionLink | null
  onLinkFollowed: (link: SessionLink, outcome: LinkOutcome) => void
  /** Called when another tab signed out on purpose, which clears local storage as a whole. */
  onSignedOutElsewhere: () => void
}

/**
 * Loading first, then signed in or not. The client is loaded only when the address or local storage
 * holds a session, when another tab signs in, or when `wake` is called.
 */
export function useAuthState({ link, onLinkFollowed, onSignedOutElsewhere }: Options) {
  const [isWanted, setIsWanted] = useState(() => link !== null || hasStoredSession())
  const [state, setState] = useState(isWanted ? loading : signedOut)
  const [tools, setTools] = useState<SessionTools | null>(null)
  const isEnding = useRef(false)
  const isHydrated = useHydrated()
  const linkFollowed = useEffectEvent(onLinkFollowed)
  const signedOutElsewhere = useEffectEvent(onSignedOutElsewhere)

  useEffect(() => {
    if (!isWanted || tools) return undefined
    let isGone = false
    loadSessionTools().then(
      (loaded) => {
        if (!isGone) setTools(loaded)
      },
      () => {
        if (isGone) return
        // The next click tries again.
        setState(signedOut)
        setIsWanted(false)
      },
    )
    return () => {
      isGone = true
    }
  }, [isWanted, tools])

  const authChanged = useEffectEvent((session: AuthSession | null) => {
    // While a link is followed, 'signed out' may be true for a moment only.
    if (isEnding.current || (link && !session)) return
    setState((current) => following(current, session))
  })
  useEffect(() => {
    const listening = tools?.supabase.auth.onAuthStateChange((_event, session) => {
      authChanged(session)
    })
    return () => listening?.data.subscription.unsubscribe()
  }, [tools])

  useEffect(() => {
    if (!tools || !link) return undefined
    let isGone = false
    const follow = async () => {
      const outcome = await tools.followLink(link)
      const { data } = await tools.supabase.auth.getSession()
      if (isGone) return
      setState((current) => following(current, data.session))
      linkFollowed(link, outcome)
    }
    void follow()
    return () => {
      isGone = true
    }
  }, [tools, link])

  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key !== null && event.key !== sessionStorageKey) return
      if (hasStoredSession()) {
        setIsWanted(true)
        return
      }
      if (event.key === null) signedOutElsewhere()
      setState((current) => following(current, null))
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [])

  const wake = useCallback(() => setIsWanted(true), [])

  /** Resolves to false when the service could not be told; the session is gone here all the same. */
  const end = useCallback(
    async (isEndedAtService?: boolean): Promise<boolean> => {
      isEnding.current = true
      setState(signedOut)
      try {
        // No await when the tools are loaded already: storage is cleared before the page says 'signed out'.
        const { endSession } = tools ?? (await loadSessionTools())
        return await endSession(isEndedAtService)
      } catch {
        return false
      } finally {
        isEnding.current = false
      }
    },
    [tools],
  )

  const known = isHydrated ? state : loading
  return { ...known, tools, end, wake }
}

function hasStoredSession(): boolean {
  return readItem('local', sessionStorageKey) !== null
}

/** Events repeat (also whenever the tab gets the focus): nothing new keeps the same object. */
function following(current: AuthState, session: AuthSession | null): AuthState {
  if (!session) return current.status === 'signed-out' ? current : signedOut
  const { id, email = '' } = session.user
  if (current.user?.id === id && current.user.email === email) return current
  return { status: 'signed-in', user: { id, email } }
}

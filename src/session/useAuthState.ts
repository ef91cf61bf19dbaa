import type { Session as AuthSession } from '@supabase/supabase-js'
import { useEffect, useRef, useState } from 'react'
import { useHydrated } from '../ui/useHydrated.ts'
import { sessionStorageKey } from '../supabase/config.ts'
import type { Arrival } from './arrival.ts'
import { readItem } from './browser-storage.ts'
import { loadClient, loadSessionTools, type Client } from './load-client.ts'
import type { SessionStatus, SessionUser } from './session-context.ts'

type AuthState = { status: SessionStatus; user: SessionUser | null }

const loading: AuthState = { status: 'loading', user: null }
const signedOut: AuthState = { status: 'signed-out', user: null }

type Options = {
  arrival: Arrival | null
  /** Called once the client has read the URL, so that it can be cleaned. */
  onArrived: () => void
  /** Called when what the URL carried led to no session. */
  onRefused: () => void
  /** Called when another tab signed out on purpose, which clears local storage as a whole. */
  onSignedOutElsewhere: () => void
}

/**
 * Loading first, then signed in or not. The client is loaded only when the URL or local storage
 * holds a session, when another tab signs in, or when `wake` is called.
 */
export function useAuthState({ arrival, onArrived, onRefused, onSignedOutElsewhere }: Options) {
  const [wanted, setWanted] = useState(() => arrival !== null || hasStoredSession())
  const [state, setState] = useState(wanted ? loading : signedOut)
  const [client, setClient] = useState<Client | null>(null)
  const ending = useRef(false)
  const isHydrated = useHydrated()
  const handlers = useRef({ onArrived, onRefused, onSignedOutElsewhere })
  useEffect(() => {
    handlers.current = { onArrived, onRefused, onSignedOutElsewhere }
  })

  useEffect(() => {
    if (!wanted) return undefined
    let stop = () => {}
    let stopped = false
    const start = async () => {
      const loaded = await loadClient()
      if (stopped) return
      const { data } = loaded.auth.onAuthStateChange((_event, session) => {
        if (!ending.current) setState((current) => following(current, session))
      })
      stop = () => data.subscription.unsubscribe()
      setClient(loaded)
      if (arrival) {
        // The client read the URL while it was made. Cleaned before the client empties the fragment
        // itself, or the address with the token would stay one step back in the history.
        handlers.current.onArrived()
        const { data: found } = await loaded.auth.getSession()
        if (!found.session && !stopped) handlers.current.onRefused()
      }
    }
    start().catch(() => {
      if (stopped) return
      // The chunk did not arrive. The next click tries again.
      setState(signedOut)
      setWanted(false)
    })
    return () => {
      stopped = true
      stop()
    }
  }, [wanted, arrival])

  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key !== null && event.key !== sessionStorageKey) return
      if (hasStoredSession()) {
        setWanted(true)
        return
      }
      if (event.key === null) handlers.current.onSignedOutElsewhere()
      setState((current) => following(current, null))
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [])

  /** Resolves to false when the service could not be told; the session is gone here all the same. */
  const end = async (): Promise<boolean> => {
    ending.current = true
    setState(signedOut)
    try {
      const { supabase, endSession } = await loadSessionTools()
      return await endSession(supabase)
    } catch {
      return false
    } finally {
      ending.current = false
    }
  }

  const known = isHydrated ? state : loading
  return { ...known, client, end, wake: () => setWanted(true) }
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

import type { Factor, Session as AuthClientSession } from '@supabase/supabase-js'
import { countDrafts, hasUnsavedInput } from '../../lib/unsaved-input.ts'
import { readStoredSession, requiredFactors } from '../../supabase/stored-session.ts'
import type { SessionStatus, SessionUser } from './useSession.ts'

/** The session of a user who has yet to enter a code. */
export type CodeRequest = { email: string; factors: Factor[] }

export type SessionState = {
  status: SessionStatus
  user: SessionUser | null
  /** Set while a code is required. A user who was signed in before stays, so that the screens keep their input. */
  codeRequest?: CodeRequest
  /** The user signed out in another tab. This tab keeps what they typed until its form is closed. */
  isSignedOutElsewhere?: boolean
}

export const loadingState: SessionState = { status: 'loading', user: null }
export const signedOutState: SessionState = { status: 'signed-out', user: null }
/** Until the service has responded: a refresh that was sent before may still store a session. */
export const signingOutState: SessionState = { ...signedOutState }
const codeRequiredState: SessionState = { status: 'code-required', user: null }

/** Returns the state of the stored session. It is 'loading' if `AuthSession` has to ask for a code. */
export function readStoredState(): SessionState {
  const session = readStoredSession()
  if (!session) return signedOutState
  if (session.needsCode) return loadingState
  return { status: 'signed-in', user: { id: session.userId, email: session.email } }
}

/** Returns the state after another tab has changed the stored session. `AuthSession` reports what else has changed. */
export function updateFromStorage(current: SessionState): SessionState {
  if (!readStoredSession()) return withoutSession(current)
  if (current.status === 'signed-out') return readStoredState()
  return current.isSignedOutElsewhere ? { ...current, isSignedOutElsewhere: false } : current
}

/** Returns the same object if nothing changed: auth events repeat, for example whenever the tab gets the focus. */
export function withSession(
  current: SessionState,
  session: AuthClientSession | null,
): SessionState {
  if (current === signingOutState) return current
  if (!session) return withoutSession(current)
  const { id, email = '' } = session.user
  const factors = requiredFactors(session)
  if (factors.length > 0) {
    const shown = current.user?.id === id ? current : codeRequiredState
    return { ...shown, codeRequest: { email, factors } }
  }
  const isSameUser = current.user?.id === id && current.user.email === email
  if (isSameUser && !current.codeRequest) return current
  return { status: 'signed-in', user: isSameUser ? current.user : { id, email } }
}

/**
 * If the user signed out in another tab, which cleared local storage, while a form in this tab has unsaved input, it
 * stays. A session that expires keeps the drafts.
 */
function withoutSession(current: SessionState): SessionState {
  const isInputCleared = current.user && hasUnsavedInput() && countDrafts() === 0
  return isInputCleared ? { ...current, isSignedOutElsewhere: true } : signedOutState
}

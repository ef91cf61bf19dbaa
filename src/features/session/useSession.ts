import { createContext, useContext } from 'react'
import type { SignInReason } from './sign-in-reason.ts'

export type SessionUser = { id: string; email: string }

/**
 * 'code-required': signed in, but without access until the user enters a code from their authenticator app. If an app is
 * added on another device, the user stays 'signed-in', and a dialog asks for the code.
 */
export type SessionStatus = 'loading' | 'signed-out' | 'code-required' | 'signed-in'

type SignInOptions = {
  /** The page below the dialog, a path on this site; the current one by default. */
  pageBelow?: string
  /** The previous history entry is that page, so the dialog replaces the current entry. */
  replace?: boolean
  /** Named by the dialog. */
  reason?: SignInReason
}

export type Session = {
  status: SessionStatus
  /** Set when signed in. The same object as long as id and email stay the same. */
  user: SessionUser | null
  /**
   * Ends the session of this browser, in every tab; never rejects. With `isEndedAtService`, the service is not called,
   * because it has already ended the session.
   */
  signOut: (options?: { isEndedAtService: boolean }) => Promise<void>
  /** Opens the sign-in dialog, then continues to a path on this site. Signed-in users continue immediately. */
  requestSignIn: (continueTo?: string, options?: SignInOptions) => void
  /** Key of the router location where the user signed out: the guards open no sign-in dialog there. */
  signedOutAt: string | null
  /** The user signed out in another tab. This tab stays as it is until its form with unsaved input is closed. */
  isSignedOutElsewhere: boolean
}

export const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider above it')
  return session
}

import { createContext } from 'react'

export type SessionStatus = 'loading' | 'signed-out' | 'signed-in'
export type SessionUser = { id: string; email: string }
export type SessionProfile = { name: string; is_admin: boolean }

export type Session = {
  status: SessionStatus
  /** The same object for as long as id and email stay the same. */
  user: SessionUser | null
  /** Null until it is read, and while nobody is signed in. */
  profile: SessionProfile | null
  /** Reads the profile again, after it was edited. */
  refreshProfile: () => Promise<void>
  /** Ends the session in every tab; never rejects. */
  signOut: () => Promise<void>
  /**
   * Opens the sign-in dialog; once signed in, the person is taken to `continueTo`, a path of this
   * site. Goes there at once when they are signed in already.
   */
  requestSignIn: (continueTo?: string) => void
  /** Key of the router location on which the person signed out: guards do not ask again there. */
  signedOutAt: string | null
}

export const SessionContext = createContext<Session | null>(null)

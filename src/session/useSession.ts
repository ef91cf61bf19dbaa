import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Tables } from '../supabase/database.types.ts'

export type SessionStatus = 'loading' | 'signed-out' | 'signed-in'
export type SessionUser = { id: string; email: string }
export type SessionProfile = Pick<Tables<'profiles'>, 'name' | 'is_admin'>

type SignInOptions = {
  /** The page below the dialog, a path of this site; the current one by default. */
  behind?: string
  /** The previous history entry shows that page, so the dialog takes over the current entry. */
  replace?: boolean
}

export type Session = {
  status: SessionStatus
  /** The same object for as long as id and email stay the same. */
  user: SessionUser | null
  /** From the cached query that the screens read, too. Null until it is read, and when signed out. */
  profile: SessionProfile | null
  /** What this person has loaded so far; no two people ever share it. Null when signed out. */
  queries: QueryClient | null
  /**
   * Ends the session of this browser, in every tab; never rejects. The service is not told when `isEndedAtService` says that
   * it has ended the session already.
   */
  signOut: (options?: { isEndedAtService: boolean }) => Promise<void>
  /**
   * Opens the sign-in dialog; once signed in, the person is taken to `continueTo`, a path of this
   * site. Goes there at once when they are signed in already.
   */
  requestSignIn: (continueTo?: string, options?: SignInOptions) => void
  /** Key of the router location on which the person signed out: guards do not ask again there. */
  signedOutAt: string | null
}

export const SessionContext = createContext<Session | null>(null)

/** Who is signed in. Throws outside of `SessionProvider`. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider above it')
  return session
}

import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useSession } from './useSession.ts'

/** Goes to / with the sign-in dialog open, unless the person has just signed out on this page. */
export function AskToSignIn() {
  const { requestSignIn, signedOutAt } = useSession()
  const { pathname, search, hash, key } = useLocation()
  const hasLeft = signedOutAt === key

  useEffect(() => {
    if (!hasLeft) requestSignIn(pathname + search + hash)
  }, [hasLeft, requestSignIn, pathname, search, hash])

  return <Navigate to="/" replace />
}

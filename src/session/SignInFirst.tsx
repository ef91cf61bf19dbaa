import { useEffect, useRef } from 'react'
import { useSession } from './useSession.ts'

/**
 * Stands where a protected action would begin: asks for sign-in once, and then goes on by itself.
 *
 * @param continueTo the path on which the action begins
 */
export function SignInFirst({ continueTo }: { continueTo: string }) {
  const { requestSignIn } = useSession()
  const asked = useRef(false)

  useEffect(() => {
    if (asked.current) return
    asked.current = true
    requestSignIn(continueTo)
  }, [requestSignIn, continueTo])

  return null
}

import { useEffect, useRef } from 'react'
import { useSession } from '../../session/useSession.ts'

/** Listing a community is a protected action: asks for sign-in once, then goes on by itself. */
export function AskForSignIn() {
  const { requestSignIn } = useSession()
  const asked = useRef(false)

  useEffect(() => {
    if (asked.current) return
    asked.current = true
    requestSignIn('/?list=new')
  }, [requestSignIn])

  return null
}

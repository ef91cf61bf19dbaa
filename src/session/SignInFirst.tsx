import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { readOpenedFrom } from '../lib/opened-from.ts'
import { useSession } from './useSession.ts'

type Props = {
  /** The path on which the action begins. */
  continueTo: string
  /** The page below the dialog; the current one by default. */
  behind?: string
}

/** Stands where a protected action would begin: asks for sign-in once, then continues by itself. */
export function SignInFirst({ continueTo, behind }: Props) {
  const { requestSignIn } = useSession()
  const { state } = useLocation()
  const asked = useRef(false)
  const hasPageBelow = behind !== undefined && readOpenedFrom(state) === behind.split('?')[0]

  useEffect(() => {
    if (asked.current) return
    asked.current = true
    requestSignIn(continueTo, { behind, replace: hasPageBelow })
  }, [requestSignIn, continueTo, behind, hasPageBelow])

  return null
}

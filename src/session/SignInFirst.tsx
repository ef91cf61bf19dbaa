import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { readOpenedFrom } from '../lib/useDialogInUrl.ts'
import { useSession } from './useSession.ts'

type Props = {
  /** The path where the action starts after sign-in. */
  continueTo: string
  /** The page below the dialog; the current one by default. */
  behind?: string
}

/** Rendered in place of a protected action: opens the sign-in dialog once, then continues to the action. */
export function SignInFirst({ continueTo, behind }: Props) {
  const { requestSignIn } = useSession()
  const { state } = useLocation()
  const wasRequested = useRef(false)
  const hasPageBelow = behind !== undefined && readOpenedFrom(state) === behind.split('?')[0]

  useEffect(() => {
    if (wasRequested.current) return
    wasRequested.current = true
    requestSignIn(continueTo, { behind, replace: hasPageBelow })
  }, [requestSignIn, continueTo, behind, hasPageBelow])

  return null
}

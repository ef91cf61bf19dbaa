import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { readOpenedFrom } from '../../lib/useDialogInUrl.ts'
import { type SignInReason, useRequestSignIn } from './sign-in-request.ts'

type Props = {
  /** The path where the action starts after sign-in. */
  continueTo: string
  /** Set for an action that links open, such as `/?list=new`: Back then returns to the page with the link. */
  pageBelow?: string
  reason?: SignInReason
}

/** Rendered in place of a protected action: opens the sign-in dialog once, then continues to the action. */
export function SignInFirst({ continueTo, pageBelow, reason }: Props) {
  const requestSignIn = useRequestSignIn()
  const { state } = useLocation()
  const wasRequested = useRef(false)
  const hasPageBelow = pageBelow !== undefined && readOpenedFrom(state) === pageBelow.split('?')[0]

  useEffect(() => {
    if (wasRequested.current) return
    wasRequested.current = true
    requestSignIn(continueTo, { pageBelow, replace: hasPageBelow, reason })
  }, [requestSignIn, continueTo, pageBelow, hasPageBelow, reason])

  return null
}

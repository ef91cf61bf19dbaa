import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Arrival } from './arrival.ts'
import {
  forgetMail,
  keepRequest,
  keptRequest,
  ownPath,
  rememberedMail,
  type SignInRequest,
} from './continue-to.ts'
import type { LinkProblem } from './link-problems.ts'
import type { SessionStatus } from './session-context.ts'
import { toast } from 'react-hot-toast'

/** Whether the dialog is asked for, and what follows once the person is signed in. */
export function useSignInRequest(status: SessionStatus, arrival: Arrival | null) {
  const [request, setRequest] = useState<SignInRequest | null>(() => firstRequest(arrival))
  const [fulfilled, setFulfilled] = useState<SignInRequest | null>(null)
  const handled = useRef<SignInRequest | null>(null)
  const wasSignedOut = useRef(false)
  const navigate = useNavigate()

  if (status === 'signed-out' && request?.purpose === 'new-password') {
    // A recovery link that brought no session: signing in is the way on.
    setRequest({ ...request, purpose: 'sign-in' })
  }
  if (status === 'signed-in' && request?.purpose === 'sign-in') {
    setRequest(null)
    setFulfilled(request)
  }

  useEffect(() => keepRequest(request), [request])

  useEffect(() => {
    if (status === 'signed-out') wasSignedOut.current = true
  }, [status])

  useEffect(() => {
    if (!fulfilled || handled.current === fulfilled) return
    handled.current = fulfilled
    forgetMail()
    const { continueTo, problem } = fulfilled
    // A bad link does not end a session that is there; the person stays signed in and is told.
    if (problem && !wasSignedOut.current) void sayLinkProblem(problem)
    if (!continueTo) return
    const { pathname, search, hash } = window.location
    void navigate(continueTo, { replace: continueTo === pathname + search + hash })
  }, [fulfilled, navigate])

  const finish = useCallback((done: SignInRequest) => {
    setRequest(null)
    setFulfilled(done)
  }, [])

  const ask = useCallback((continueTo?: string) => {
    setRequest((current) =>
      current?.purpose === 'new-password'
        ? current
        : {
            purpose: 'sign-in',
            continueTo: ownPath(continueTo),
            problem: current?.problem ?? null,
          },
    )
  }, [])

  const report = useCallback((problem: LinkProblem = { code: '', looksExpired: false }) => {
    setRequest((current) => ({
      purpose: 'sign-in',
      continueTo: current?.continueTo ?? null,
      problem: current?.problem ?? problem,
    }))
  }, [])

  const dismiss = useCallback(() => setRequest(null), [])

  const wantedStatus = request?.purpose === 'new-password' ? 'signed-in' : 'signed-out'
  return {
    request,
    open: request !== null && status === wantedStatus,
    ask,
    report,
    dismiss,
    finish,
  }
}

function firstRequest(arrival: Arrival | null): SignInRequest | null {
  const kept = keptRequest()
  if (!arrival) return kept
  return {
    purpose: arrival.setsPassword ? 'new-password' : 'sign-in',
    continueTo: kept?.continueTo ?? rememberedMail()?.continueTo ?? null,
    problem: arrival.problem,
  }
}

async function sayLinkProblem(problem: LinkProblem) {
  const { describeLinkProblem } = await import('./link-problems.ts')
  toast.error(describeLinkProblem(problem))
}

import { useCallback, useEffect, useRef, useState } from 'react'
import { toast } from 'react-hot-toast'
import { useNavigate } from 'react-router-dom'
import { readObject, removeItem, writeItem } from './browser-storage.ts'
import { describeLinkProblem, type LinkProblem } from './callback-url.ts'
import type { SessionStatus } from './useSession.ts'

/** What the sign-in dialog is open for, and where the person goes afterwards. */
export type SignInRequest = {
  purpose: 'sign-in' | 'new-password'
  continueTo: string | null
  /** Why a link from an email did not work. */
  problem: LinkProblem | null
}

/** Whether the dialog is asked for, and what follows once the person is signed in. */
export function useSignInRequest(status: SessionStatus) {
  const [request, setRequest] = useState(keptRequest)
  const [fulfilled, setFulfilled] = useState<SignInRequest | null>(null)
  const handled = useRef<SignInRequest | null>(null)
  const explained = useRef<LinkProblem | null>(null)
  const navigate = useNavigate()

  if (status === 'signed-out' && request?.purpose === 'new-password') {
    // The session of the recovery link has ended: signing in is the way on.
    setRequest({ ...request, purpose: 'sign-in' })
  }
  if (status === 'signed-in' && request?.purpose === 'sign-in') {
    setRequest(null)
    setFulfilled(request)
  }
  const wantedStatus = request?.purpose === 'new-password' ? 'signed-in' : 'signed-out'
  const open = request !== null && status === wantedStatus

  useEffect(() => keepRequest(request), [request])

  useEffect(() => {
    if (open) explained.current = request.problem
  }, [open, request])

  useEffect(() => {
    if (!fulfilled || handled.current === fulfilled) return
    handled.current = fulfilled
    forgetMail()
    const { continueTo, problem } = fulfilled
    // A bad link does not end a session that is there; whoever is signed in gets a toast instead of the dialog.
    if (problem && explained.current !== problem) toast.error(describeLinkProblem(problem))
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

  /** Continues from an emailed link, which the person may have asked for in another tab. */
  const continueFromLink = useCallback(
    (purpose: SignInRequest['purpose'], problem: LinkProblem | null = null) => {
      setRequest((current) => ({
        purpose,
        continueTo: current?.continueTo ?? rememberedMail()?.continueTo ?? null,
        problem,
      }))
    },
    [],
  )

  const dismiss = useCallback(() => setRequest(null), [])

  return { request, open, ask, continueFromLink, dismiss, finish }
}

export type MailKind = 'signup' | 'recovery'
export type SentMail = { kind: MailKind; continueTo: string | null }

const requestKey = 'community-app-sign-in'
const mailKey = 'community-app-sent-mail'
const mailLife = 24 * 60 * 60 * 1000

/** The path when it stays on this site, else null: it may come from a link or from storage. */
function ownPath(path: unknown): string | null {
  if (typeof path !== 'string' || !path.startsWith('/')) return null
  if (!URL.canParse(path, window.location.origin)) return null
  const url = new URL(path, window.location.origin)
  // Compares the parsed form, because parsing drops tabs and turns '\' into '/'.
  if (url.origin !== window.location.origin || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}

/** Keeps the request over a reload of this tab. */
function keepRequest(request: SignInRequest | null): void {
  if (request && (request.continueTo || request.purpose === 'new-password')) {
    writeItem('session', requestKey, JSON.stringify(request))
  } else {
    removeItem('session', requestKey)
  }
}

function keptRequest(): SignInRequest | null {
  const kept = readObject('session', requestKey)
  if (!kept) return null
  const purpose = Reflect.get(kept, 'purpose') === 'new-password' ? 'new-password' : 'sign-in'
  return { purpose, continueTo: ownPath(Reflect.get(kept, 'continueTo')), problem: null }
}

/** Remembers the path for the tab in which the emailed link will open. */
export function rememberMail(mail: SentMail): void {
  writeItem('local', mailKey, JSON.stringify({ ...mail, at: Date.now() }))
}

export function rememberedMail(): SentMail | null {
  const kept = readObject('local', mailKey)
  if (!kept || Date.now() - Number(Reflect.get(kept, 'at')) > mailLife) return null
  const kind = Reflect.get(kept, 'kind') === 'signup' ? 'signup' : 'recovery'
  return { kind, continueTo: ownPath(Reflect.get(kept, 'continueTo')) }
}

function forgetMail(): void {
  removeItem('local', mailKey)
}

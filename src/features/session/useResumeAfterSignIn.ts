import { useEffect, useRef } from 'react'
import { readItem, removeItem, writeItem } from '../../lib/browser-storage.ts'
import { useUrlParams } from '../../lib/url-params.ts'
import { type SignInReason, useRequestSignIn } from './sign-in-request.ts'
import { type SessionUser, useSession } from './useSession.ts'

const resumeParam = 'resume'

/**
 * Returns a function that opens the sign-in dialog for an action of a page. Calls `resume` once the user returns from
 * signing in. The URL alone does not, because a link with this parameter could come from another user.
 *
 * @param url of the page and what the action is about, with a query
 */
export function useResumeAfterSignIn(
  reason: SignInReason,
  url: string,
  resume: (user: SessionUser) => void,
): () => void {
  const { user } = useSession()
  const requestSignIn = useRequestSignIn()
  const { params, setParams } = useUrlParams()
  const { action } = reason
  const storageKey = `community-app-${action}`
  const isResuming = params.get(resumeParam) === action
  const isHandled = useRef(false)

  useEffect(() => {
    if (!isResuming || !user || isHandled.current) return
    isHandled.current = true
    setParams({ [resumeParam]: null }, { replace: true })
    const wanted = readItem(storageKey)
    removeItem(storageKey)
    if (wanted === url) resume(user)
  }, [isResuming, user, setParams, storageKey, url, resume])

  return () => {
    writeItem(storageKey, url)
    requestSignIn(`${url}&${resumeParam}=${action}`, { reason })
  }
}

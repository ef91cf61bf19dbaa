import type { Query, QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readProperty } from '../../lib/read-property.ts'
import { openUserCache } from '../../features/session/user-cache.ts'
import type { SessionUser } from '../../features/session/useSession.ts'
import { NoticeBar } from './NoticeBar.tsx'

const retryIntervalMs = 10_000

/** Shown while the last response to a query of the user did not arrive. Retries until one does. */
export function UnreachableNotice({ user, isHidden }: { user: SessionUser; isHidden: boolean }) {
  const queries = openUserCache(user.id)
  const isUnreachable = useUnreachable(queries)
  if (!isUnreachable || isHidden) return null
  return (
    <NoticeBar
      text="We can't reach the service at the moment. What you type stays here while we keep trying."
      onRetry={() => retry(queries)}
    />
  )
}

function useUnreachable(queries: QueryClient): boolean {
  // The first queries may have failed before this has loaded.
  const [isUnreachable, setIsUnreachable] = useState(() =>
    queries.getQueryCache().getAll().some(hasFailedToConnect),
  )

  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated') return
        const { action } = event
        if (action.type === 'success') {
          setIsUnreachable(false)
          repeatUnreachable(queries)
        }
        if (action.type === 'error' && hasFailedToConnect(event.query)) setIsUnreachable(true)
      }),
    [queries],
  )

  useEffect(() => {
    if (!isUnreachable) return undefined
    const retryIfVisible = () => {
      if (!document.hidden) retry(queries)
    }
    const timer = setInterval(retryIfVisible, retryIntervalMs)
    document.addEventListener('visibilitychange', retryIfVisible)
    window.addEventListener('online', retryIfVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', retryIfVisible)
      window.removeEventListener('online', retryIfVisible)
    }
  }, [isUnreachable, queries])

  return isUnreachable
}

const hasFailedToConnect = ({ state }: Query) => readProperty(state.error, 'code') === 'unreachable'

/** Repeats the queries whose response did not arrive, because another one did. */
function repeatUnreachable(queries: QueryClient): void {
  void queries.refetchQueries({
    type: 'active',
    predicate: (query) => hasFailedToConnect(query) && query.state.fetchStatus === 'idle',
  })
}

/** Repeats the queries that failed, and reads the profile: it shows whether the service responds. */
function retry(queries: QueryClient): void {
  void queries.refetchQueries(
    {
      type: 'active',
      predicate: ({ queryKey, state }) => queryKey[0] === 'profile' || state.status === 'error',
    },
    { cancelRefetch: false },
  )
}

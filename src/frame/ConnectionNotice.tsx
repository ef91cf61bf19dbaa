import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { readProperty } from '../lib/read-property.ts'
import { useSession } from '../session/useSession.ts'
import { useKeepToastsBelow } from '../ui/useKeepToastsBelow.ts'

const retryIntervalMs = 10_000

/** Reports that the browser is offline, or that the service cannot be reached: then retries until it responds. */
export function ConnectionNotice() {
  const { queries } = useSession()
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  const isUnreachable = useUnreachable(queries)

  return (
    <div role="status" className="sticky top-0 z-30 short:static">
      {!isOnline ? (
        <Notice text="You're offline. What you type stays here, so you can save it when you're back online." />
      ) : (
        isUnreachable && (
          <Notice
            text="We can't reach the service at the moment. What you type stays here while we keep trying."
            onRetry={() => retry(queries)}
          />
        )
      )}
    </div>
  )
}

function Notice({ text, onRetry }: { text: string; onRetry?: () => void }) {
  const notice = useRef<HTMLParagraphElement>(null)
  useKeepToastsBelow(notice, '--offline-notice-bottom')
  return (
    <p ref={notice} className="bg-ink px-4 py-2 text-center text-sm font-semibold text-paper">
      <span>{text}</span>
      {onRetry && (
        <button type="button" className="ml-3 min-h-6 cursor-pointer underline" onClick={onRetry}>
          Try again
        </button>
      )}
    </p>
  )
}

/** Whether the last response to a query of the signed-in user did not arrive. */
function useUnreachable(queries: QueryClient | null): boolean {
  const [unreachable, setUnreachable] = useState<QueryClient | null>(null)
  const isUnreachable = unreachable !== null && unreachable === queries

  useEffect(
    () =>
      queries?.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated') return
        const { action } = event
        if (action.type === 'success') {
          setUnreachable(null)
          repeatUnreachable(queries)
        }
        if (action.type === 'error' && readProperty(action.error, 'code') === 'unreachable') {
          setUnreachable(queries)
        }
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

/** Repeats the queries whose response did not arrive, because another one did. */
function repeatUnreachable(queries: QueryClient): void {
  void queries.refetchQueries({
    type: 'active',
    predicate: ({ state }) =>
      readProperty(state.error, 'code') === 'unreachable' && state.fetchStatus === 'idle',
  })
}

/** Repeats the queries that failed, and reads the profile: it shows whether the service responds. */
function retry(queries: QueryClient | null): void {
  void queries?.refetchQueries(
    {
      type: 'active',
      predicate: ({ queryKey, state }) => queryKey[0] === 'profile' || state.status === 'error',
    },
    { cancelRefetch: false },
  )
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

import { useRef, useSyncExternalStore } from 'react'
import { usePublishBottom } from '../ui/usePublishBottom.ts'

export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  const notice = useRef<HTMLDivElement>(null)
  usePublishBottom(notice, '--offline-notice-bottom')
  return (
    <div ref={notice} role="status" className="sticky top-0 z-30 short:static">
      {!isOnline && (
        <p className="bg-ink px-4 py-2 text-center text-sm font-semibold text-paper">
          You're offline. What you type stays here, so you can save it when you're back online.
        </p>
      )}
    </div>
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

import { useRef, useSyncExternalStore } from 'react'
import { usePublishBottom } from '../ui/usePublishBottom.ts'

export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status" className="sticky top-0 z-30 short:static">
      {!isOnline && <Notice />}
    </div>
  )
}

function Notice() {
  const notice = useRef<HTMLParagraphElement>(null)
  usePublishBottom(notice, '--offline-notice-bottom')
  return (
    <p ref={notice} className="bg-ink px-4 py-2 text-center text-sm font-semibold text-paper">
      You're offline. What you type stays here, so you can save it when you're back online.
    </p>
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

import { Suspense, useSyncExternalStore } from 'react'
import { useSession } from '../../features/session/useSession.ts'
import { lazyHelper } from '../../ui/lazy.tsx'
import { NoticeBar } from './NoticeBar.tsx'

const UnreachableNotice = lazyHelper(
  async () => (await import('./UnreachableNotice.tsx')).UnreachableNotice,
)

export function ConnectionNotice() {
  const { user } = useSession()
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

  return (
    <div role="status" className="sticky top-0 z-30 short:static">
      {!isOnline && (
        <NoticeBar text="You're offline. What you type stays here, so you can save it when you're back online." />
      )}
      {user && (
        <Suspense fallback={null}>
          <UnreachableNotice key={user.id} user={user} isHidden={!isOnline} />
        </Suspense>
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

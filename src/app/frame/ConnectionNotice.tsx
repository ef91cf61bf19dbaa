import { Suspense } from 'react'
import { useIsOffline, useIsRecovering } from '../../lib/useIsOffline.ts'
import { useSession } from '../../features/session/useSession.ts'
import { lazyHelper } from '../../ui/lazy.tsx'
import { NoticeBar } from './NoticeBar.tsx'

const UnreachableNotice = lazyHelper(
  async () => (await import('./UnreachableNotice.tsx')).UnreachableNotice,
)

export function ConnectionNotice() {
  const { user } = useSession()
  const isOffline = useIsOffline()
  const isRecovering = useIsRecovering()

  return (
    <div role="status" className="sticky top-0 z-30 short:static">
      {isOffline && (
        <NoticeBar text="You're offline. What you type stays here, so you can save it when you're back online." />
      )}
      {user && (
        <Suspense fallback={null}>
          <UnreachableNotice key={user.id} user={user} isHidden={isRecovering} />
        </Suspense>
      )}
    </div>
  )
}

import { useLocation } from 'react-router-dom'
import { SignInFirst } from '../session/SignInFirst.tsx'
import { useSession } from '../session/useSession.ts'
import { lazyDialog } from '../../ui/lazy.tsx'
import { useDialogInUrl } from '../../lib/useDialogInUrl.ts'

const NewCommunity = lazyDialog(async () => (await import('./NewCommunity.tsx')).NewCommunity, {
  title: 'List your community',
  size: 'lg',
})

const listReason = { action: 'list' } as const

/** Opens the dialog for a new community for `?list=new`, on the home page. Signed-out visitors sign in first. */
export function NewCommunityFromUrl() {
  const { value, close, leaveFor } = useDialogInUrl('list')
  const { pathname, key } = useLocation()
  const { status } = useSession()

  if (value !== 'new') return null
  // Keyed by the navigation, so that following the link again opens the dialog again.
  if (status === 'signed-out') {
    return (
      <SignInFirst key={key} continueTo="/?list=new" pageBelow={pathname} reason={listReason} />
    )
  }
  if (status !== 'signed-in') return null
  return <NewCommunity onClose={close} onSaved={() => leaveFor('/profile')} />
}

import { Suspense } from 'react'
import { useSession } from '../../session/useSession.ts'
import { lazyHelper } from '../../../ui/lazy.tsx'
import { accentLink } from '../../../ui/text-link.ts'
import { toast } from '../../../ui/toast.tsx'
import { removeSavedOnDevice, saveOnDevice, useSavedOnDevice } from './saved-on-device.ts'
import { type SaveButtonProps, SaveToggle } from './SaveToggle.tsx'

// Visitors do not load it.
const SaveInAccount = lazyHelper(async () => (await import('./SaveInAccount.tsx')).SaveInAccount)

/** Saves a community for later: in the user's account, or in this browser if the visitor is signed out. */
export function SaveButton(props: SaveButtonProps) {
  const { user } = useSession()
  const { id } = props.community
  const isOnDevice = useSavedOnDevice().includes(id)
  if (!user) return <SaveOnDevice {...props} isSaved={isOnDevice} />
  return (
    // Until the code has loaded, a press is stored on the device. Reading the list then moves it to the account.
    <Suspense
      fallback={<SaveToggle {...props} isSaved={isOnDevice} onClick={() => saveOnDevice(id)} />}
    >
      <SaveInAccount {...props} user={user} isOnDevice={isOnDevice} />
    </Suspense>
  )
}

function SaveOnDevice({ isSaved, ...props }: SaveButtonProps & { isSaved: boolean }) {
  const { id } = props.community
  const { requestSignIn } = useSession()

  const onClick = () => {
    if (isSaved) removeSavedOnDevice([id])
    else if (!saveOnDevice(id)) requestSignIn(undefined, { reason: { action: 'save' } })
    // The page of a community has a note instead.
    else if (props.isIconOnly)
      toast('Saved on this device. Sign in to see your list on your profile.', { id: 'saved' })
  }
  return <SaveToggle {...props} isSaved={isSaved} onClick={onClick} />
}

/** Tells a signed-out visitor where a saved community is, and how to keep it. */
export function SavedOnDeviceNote({ id }: { id: string }) {
  const { status, requestSignIn } = useSession()
  const isSaved = useSavedOnDevice().includes(id)
  if (!isSaved || status !== 'signed-out') return null
  return (
    <p className="basis-full text-sm text-ink-soft">
      <span>Saved on this device.</span>{' '}
      <button
        type="button"
        className={accentLink}
        onClick={() => requestSignIn('/profile#saved', { reason: { action: 'save' } })}
      >
        Sign in
      </button>{' '}
      <span>to see your list on all your devices.</span>
    </p>
  )
}

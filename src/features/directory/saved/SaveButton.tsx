import { Bookmark } from 'lucide-react'
import { Suspense } from 'react'
import { isolate } from '../../../lib/isolate.ts'
import { useRequestSignIn } from '../../session/sign-in-request.ts'
import { useSession } from '../../session/useSession.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { lazyHelper } from '../../../ui/lazy.tsx'
import { toast } from '../../../ui/toast.tsx'
import { removeSavedOnDevice, saveOnDevice, useSavedOnDevice } from './saved-on-device.ts'

// Visitors do not load it.
const SaveInAccount = lazyHelper(async () => (await import('./SaveInAccount.tsx')).SaveInAccount)

export type SaveButtonProps = {
  community: { id: string; name: string }
  /** On an image: a round button with only an icon. */
  isIconOnly?: boolean
}

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
  const requestSignIn = useRequestSignIn()

  const onClick = () => {
    if (isSaved) removeSavedOnDevice([id])
    else if (!saveOnDevice(id)) requestSignIn(undefined, { reason: { action: 'save' } })
    // The page of a community has a note instead.
    else if (props.isIconOnly)
      toast('Saved on this device. Sign in to see your list on your profile.', { id: 'saved' })
  }
  return <SaveToggle {...props} isSaved={isSaved} onClick={onClick} />
}

type ToggleProps = SaveButtonProps & {
  isSaved: boolean
  /** Why the user cannot change it. */
  disabledReason?: string | undefined
  onClick: () => void
}

export function SaveToggle({
  community,
  isIconOnly = false,
  isSaved,
  disabledReason,
  onClick,
}: ToggleProps) {
  return (
    <Button
      variant="secondary"
      size={isIconOnly ? 'md' : 'sm'}
      aria-pressed={isSaved}
      aria-label={`Save ${isolate(community.name)}`}
      disabled={Boolean(disabledReason)}
      title={disabledReason}
      // A double click would save and remove.
      onClick={({ detail }) => detail < 2 && onClick()}
      className={cx(
        'noscript:hidden print:hidden',
        isIconOnly ? 'size-10 rounded-full! p-0!' : 'px-2!',
      )}
    >
      <Bookmark
        aria-hidden="true"
        className={cx(
          isIconOnly ? 'size-[1.125rem]' : 'size-4',
          isSaved && 'fill-current text-accent',
        )}
      />
      {!isIconOnly && <span>Save</span>}
    </Button>
  )
}

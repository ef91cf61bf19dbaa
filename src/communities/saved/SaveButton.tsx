import { useQuery } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { type SessionUser, useSession } from '../../session/useSession.ts'
import { openUserCache } from '../../session/user-cache.ts'
import { useWrite } from '../../supabase/useWrite.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { accentLink } from '../../ui/text-link.ts'
import { toast } from '../../ui/toast.tsx'
import { type SavedCommunity, savedCommunities, setSaved } from './saved-communities.ts'
import { removeSavedOnDevice, saveOnDevice, useSavedOnDevice } from './saved-on-device.ts'

type Props = {
  community: { id: string; name: string }
  /** On an image: a round button with only an icon. */
  isIconOnly?: boolean
}

/** Saves a community for later: in the user's account, or in this browser if the visitor is signed out. */
export function SaveButton(props: Props) {
  const { user } = useSession()
  return user ? <SaveInAccount {...props} user={user} /> : <SaveOnDevice {...props} />
}

function SaveInAccount({ user, ...props }: Props & { user: SessionUser }) {
  const { id, name } = props.community
  const queries = openUserCache(user.id)
  const { queryKey } = savedCommunities(user.id)
  const isOnDevice = useSavedOnDevice().includes(id)
  const { data: isInAccount = false } = useQuery(
    {
      ...savedCommunities(user.id),
      select: (rows) => rows.some(({ community_id }) => community_id === id),
    },
    queries,
  )
  const isSaved = isInAccount || isOnDevice

  const show = (isShown: boolean) =>
    queries.setQueryData(queryKey, (rows: SavedCommunity[] | undefined) => {
      const others = rows?.filter(({ community_id }) => community_id !== id)
      const saved = { community_id: id, saved_at: new Date().toISOString() }
      return others && isShown ? [saved, ...others] : others
    })

  const change = useWrite({
    write: (next: boolean) => setSaved(id, next),
    failure: isSaved ? `Couldn't remove ${name}` : `Couldn't save ${name}`,
    showReasonIn: 'toast',
    onMutate: async (next) => {
      // An earlier response would replace what is shown now.
      await queries.cancelQueries({ queryKey })
      show(next)
    },
    onError: (_error, next) => void show(!next),
    // Not awaited: the next click need not wait for it.
    onSettled: () => void queries.invalidateQueries({ queryKey }),
  })

  return <Toggle {...props} isSaved={isSaved} onClick={() => void change.run(!isSaved)} />
}

function SaveOnDevice(props: Props) {
  const { id } = props.community
  const { requestSignIn } = useSession()
  const isSaved = useSavedOnDevice().includes(id)

  const onClick = () => {
    if (isSaved) removeSavedOnDevice([id])
    else if (saveOnDevice(id))
      toast('Saved on this device. Sign in to see your list on your profile.', { id: 'saved' })
    else requestSignIn(undefined, { reason: { action: 'save' } })
  }
  return <Toggle {...props} isSaved={isSaved} onClick={onClick} />
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

type ToggleProps = Props & { isSaved: boolean; onClick: () => void }

function Toggle({ community, isIconOnly = false, isSaved, onClick }: ToggleProps) {
  return (
    <Button
      variant="secondary"
      size={isIconOnly ? 'md' : 'sm'}
      aria-pressed={isSaved}
      aria-label={`Save ${community.name}`}
      onClick={onClick}
      className={cx('noscript:hidden print:hidden', isIconOnly && 'size-10 rounded-full! p-0!')}
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

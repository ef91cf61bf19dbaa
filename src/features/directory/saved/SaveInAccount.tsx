import { useQuery } from '@tanstack/react-query'
import { isolate } from '../../../lib/isolate.ts'
import type { SessionUser } from '../../session/useSession.ts'
import { suspendedReason, useSuspension } from '../../suspension/suspension.ts'
import { openUserCache } from '../../session/user-cache.ts'
import { useWrite } from '../../data/useWrite.ts'
import { type SavedCommunity, savedCommunities, setSaved } from './saved-communities.ts'
import { type SaveButtonProps, SaveToggle } from './SaveButton.tsx'

type Props = SaveButtonProps & {
  user: SessionUser
  /** Until it is in the account. */
  isOnDevice?: boolean
}

export function SaveInAccount({ user, isOnDevice = false, ...props }: Props) {
  const { id, name } = props.community
  const queries = openUserCache(user.id)
  const { queryKey } = savedCommunities(user.id)
  const { data: isInAccount = false } = useQuery(
    {
      ...savedCommunities(user.id),
      select: (rows) => rows.some(({ community_id }) => community_id === id),
    },
    queries,
  )
  const isSaved = isInAccount || isOnDevice
  const isSuspended = Boolean(useSuspension(user.id))

  const show = (isShown: boolean) =>
    queries.setQueryData(queryKey, (rows: SavedCommunity[] | undefined) => {
      const others = rows?.filter(({ community_id }) => community_id !== id)
      const saved = { community_id: id, saved_at: new Date().toISOString() }
      return others && isShown ? [saved, ...others] : others
    })

  const change = useWrite({
    write: (next: boolean) => setSaved(id, next),
    failure: isSaved ? `Couldn't remove ${isolate(name)}` : `Couldn't save ${isolate(name)}`,
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

  return (
    <SaveToggle
      {...props}
      isSaved={isSaved}
      disabledReason={isSuspended ? suspendedReason : undefined}
      onClick={() => void change.run(!isSaved)}
    />
  )
}

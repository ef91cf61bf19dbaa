import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { isolate } from '../../../lib/isolate.ts'
import {
  failureMessage,
  hasErrorCode,
  isConnectionProblem,
  unwrap,
  UserError,
} from '../../../supabase/errors.ts'
import { loadClient } from '../../../supabase/load-client.ts'
import type { RowOf } from '../../../supabase/row-of.ts'
import { toast } from '../../../ui/toast.tsx'
import { pageLoadTime } from '../../data/query-client.ts'
import { useWrite } from '../../data/useWrite.ts'
import type { SessionUser } from '../../session/useSession.ts'
import { openUserCache } from '../../session/user-cache.ts'
import { suspendedReason } from '../../../supabase/errors.ts'
import { useSuspension } from '../../suspension/suspension.ts'
import { readSavedOnDevice, removeSavedOnDevice, type SaveButtonProps } from './SaveButton.tsx'

interface Options {
  user: SessionUser
  community: SaveButtonProps['community']
  /** Until it is in the account. */
  isOnDevice?: boolean
}

/** Returns the state of the button that saves a community in the account, and what it does. */
export function useSaveInAccount({ user, community: { id, name }, isOnDevice = false }: Options) {
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

  return {
    isSaved,
    disabledReason: isSuspended ? suspendedReason : undefined,
    onClick: () => void change.run(!isSaved),
  }
}

/** What a user saved, newest first, after moving there what this browser has stored. At most 500 rows. */
export function savedCommunities(userId: string) {
  return queryOptions({
    queryKey: ['saved communities', userId],
    meta: { isPersisted: true },
    staleTime: pageLoadTime,
    // Not aborted when the page changes: the device is cleared only after the rows are known.
    queryFn: () => (readSavedOnDevice().length === 0 ? readSaved() : inOneTab(moveAndRead)),
  })
}

export type SavedCommunity = RowOf<typeof savedCommunities>

/** Moves to the account, after a sign-in and each navigation, what the visitor saved on this device. */
export function useMoveToAccount(userId: string): void {
  const location = useLocation()
  useEffect(() => {
    if (readSavedOnDevice().length === 0) return
    // The query moves them.
    void openUserCache(userId).prefetchQuery({ ...savedCommunities(userId), staleTime: 0 })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- Runs after each navigation.
  }, [userId, location])
}

async function readSaved() {
  const saved = (await loadClient()).from('saved_communities').select('community_id, saved_at')
  const sorted = saved.order('saved_at', { ascending: false }).order('community_id')
  return unwrap(await sorted)
}

async function moveAndRead() {
  // Read in this tab's turn: another one may have moved them.
  const ids = readSavedOnDevice()
  const isMoved = ids.length > 0 && (await addToAccount(ids))
  const rows = await readSaved()
  // Not before: until the rows are known, the buttons show what the device has. Not the whole list: the visitor may
  // have saved another one meanwhile.
  if (isMoved) removeSavedOnDevice(ids)
  return rows
}

/** Returns whether that succeeded. Otherwise they stay in the browser, and the next read of the list tries again. */
async function addToAccount(ids: readonly string[]): Promise<boolean> {
  try {
    unwrap(await (await loadClient()).rpc('save_communities', { community_ids: [...ids] }))
    return true
  } catch (error) {
    // The notice at the top of the page reports connection problems; the profile page, a suspension.
    if (!isConnectionProblem(error) && !hasErrorCode(error, 'PT403')) {
      const failure = "Couldn't add what you saved on this device to your account"
      toast.error(failureMessage(failure, error), { id: failure })
    }
    return false
  }
}

/** Two tabs would otherwise save again what the user has removed meanwhile in one of them. */
async function inOneTab<T>(action: () => Promise<T>): Promise<T> {
  // Missing where the browser offers no locks, for example without https.
  const locks: LockManager | null | undefined = navigator.locks
  return locks ? await locks.request('saved communities', action) : action()
}

const notListed = 'This community is no longer in the directory.'

/** Saves a community in the account of the signed-in user, or removes it. */
async function setSaved(id: string, isSaved: boolean): Promise<void> {
  const saved = (await loadClient()).from('saved_communities')
  if (isSaved) {
    const { error } = await saved.insert({ community_id: id })
    if (hasErrorCode(error, '42501'))
      throw new UserError(notListed, { code: '42501', isComplete: true })
    // Another tab or device may have saved it.
    if (!hasErrorCode(error, '23505')) unwrap({ data: null, error })
  } else {
    unwrap(await saved.delete().eq('community_id', id))
    removeSavedOnDevice([id])
  }
}

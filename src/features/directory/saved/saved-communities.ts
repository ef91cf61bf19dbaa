import { queryOptions } from '@tanstack/react-query'
import {
  failureMessage,
  hasErrorCode,
  isConnectionProblem,
  unwrap,
  UserError,
} from '../../../supabase/errors.ts'
import { loadClient } from '../../../supabase/load-client.ts'
import { pageLoadTime } from '../../data/query-client.ts'
import type { RowOf } from '../../../supabase/row-of.ts'
import { openUserCache } from '../../session/user-cache.ts'
import { toast } from '../../../ui/toast.tsx'
import { readSavedOnDevice, removeSavedOnDevice } from './saved-on-device.ts'

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

/** Moves to the account of a signed-in user what this browser has saved. */
export function moveToAccount(userId: string): void {
  if (readSavedOnDevice().length === 0) return
  // The query moves them.
  void openUserCache(userId).prefetchQuery({ ...savedCommunities(userId), staleTime: 0 })
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
export async function setSaved(id: string, isSaved: boolean): Promise<void> {
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

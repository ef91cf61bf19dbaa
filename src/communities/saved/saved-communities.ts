import { queryOptions } from '@tanstack/react-query'
import {
  failureMessage,
  hasErrorCode,
  isConnectionProblem,
  unwrap,
  UserError,
} from '../../supabase/errors.ts'
import { loadClient } from '../../supabase/load-client.ts'
import { pageLoadTime } from '../../supabase/query-client.ts'
import type { RowOf } from '../../supabase/row-of.ts'
import { toast } from '../../ui/toast.tsx'
import { readSavedOnDevice, removeSavedOnDevice } from './saved-on-device.ts'

/** What a user saved, newest first, after moving there what this browser has stored. At most 500 rows. */
export function savedCommunities(userId: string) {
  return queryOptions({
    queryKey: ['saved communities', userId],
    meta: { isPersisted: true },
    staleTime: pageLoadTime,
    queryFn: async ({ signal }) => {
      await moveSavedToAccount()
      const supabase = await loadClient()
      const saved = supabase.from('saved_communities').select('community_id, saved_at')
      const sorted = saved.order('saved_at', { ascending: false }).order('community_id')
      return unwrap(await sorted.abortSignal(signal))
    },
  })
}

export type SavedCommunity = RowOf<typeof savedCommunities>

/**
 * Adds the communities saved in this browser to the user's account. If that fails, they stay in the browser, and the
 * next read of the list tries again.
 */
async function moveSavedToAccount(): Promise<void> {
  if (readSavedOnDevice().length === 0) return
  try {
    const supabase = await loadClient()
    await inOneTab(async () => {
      // Again: another tab may have moved them.
      const ids = readSavedOnDevice()
      if (ids.length === 0) return
      unwrap(await supabase.rpc('save_communities', { community_ids: [...ids] }))
      // Not the whole list: the visitor may have saved another one meanwhile.
      removeSavedOnDevice(ids)
    })
  } catch (error) {
    // The notice at the top of the page reports connection problems.
    if (isConnectionProblem(error)) return
    const failure = "Couldn't add what you saved on this device to your account"
    toast.error(failureMessage(failure, error), { id: failure })
  }
}

/** Two tabs would otherwise save again what the user has removed meanwhile in one of them. */
async function inOneTab(action: () => Promise<void>): Promise<void> {
  // Missing where the browser offers no locks, for example without https.
  const locks: LockManager | null | undefined = navigator.locks
  await (locks ? locks.request('saved communities', action) : action())
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

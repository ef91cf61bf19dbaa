import { openUserCache } from '../../session/user-cache.ts'
import { savedCommunities } from './saved-communities.ts'
import { readSavedOnDevice } from './saved-on-device.ts'

/** Moves to the account of a signed-in user what this browser has saved. */
export function moveToAccount(userId: string): void {
  if (readSavedOnDevice().length === 0) return
  // The query moves them.
  void openUserCache(userId).prefetchQuery({ ...savedCommunities(userId), staleTime: 0 })
}

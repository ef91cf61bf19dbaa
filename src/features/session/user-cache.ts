import type { QueryClient } from '@tanstack/react-query'
import { removeItem } from '../../lib/browser-storage.ts'
import { isBuild } from '../../lib/prerendered.ts'
import { persistQueries } from '../../lib/persist-queries.ts'
import { createQueryClient } from '../data/query-client.ts'
import { getSession, isSignedOutElsewhere, type SessionUser } from './useSession.ts'

const rowsKey = 'community-app-rows'

let current: { userId: string; queries: QueryClient; stopPersisting: () => void } | null = null

/** Returns the cache of a user's data. Another user gets a new one, and so does the same user after signing out. */
export function openUserCache(userId: string): QueryClient {
  if (current?.userId !== userId) {
    current?.stopPersisting()
    const queries = createQueryClient()
    // A response may arrive after the user has signed out in another tab, while a form here keeps its input.
    const mayStore = () => !isSignedOutElsewhere()
    const stopPersisting = persistQueries(queries, {
      storageKey: rowsKey,
      buster: userId,
      mayStore,
    })
    current = { userId, queries, stopPersisting }
  }
  return current.queries
}

/**
 * Requests rows of the signed-in user before a page is rendered, without waiting for them. A page whose rows have
 * arrived is rendered once, which takes a slow phone half as long as twice.
 */
export function prefetchForUser(
  request: (queries: QueryClient, user: SessionUser) => unknown,
): void {
  const user = isBuild ? null : getSession().user
  if (user) void request(openUserCache(user.id), user)
}

/** Forgets a user who is signed out, and the rows that this browser has stored. */
export function closeUserCache(): void {
  current?.stopPersisting()
  current = null
  removeItem(rowsKey)
}

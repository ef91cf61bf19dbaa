import type { QueryClient } from '@tanstack/react-query'
import { removeItem } from '../../lib/browser-storage.ts'
import { persistQueries } from '../../lib/persist-queries.ts'
import { createQueryClient } from '../data/query-client.ts'
import { isSignedOutElsewhere } from './useSession.ts'

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

/** Forgets a user who is signed out, and the rows that this browser has stored. */
export function closeUserCache(): void {
  current?.stopPersisting()
  current = null
  removeItem(rowsKey)
}

import type { QueryClient } from '@tanstack/react-query'
import { communityColumns } from '../communities/fields.ts'
import { removeItem } from '../lib/browser-storage.ts'
import { keepLastRows } from '../supabase/last-rows.ts'
import { createQueryClient } from '../supabase/query-client.ts'

const rowsKey = 'community-app-rows'

let current: { userId: string; queries: QueryClient; stopKeeping: () => void } | null = null

/** Returns the cache of a user's data. Another user gets a new one, and so does the same user after signing out. */
export function openUserCache(userId: string): QueryClient {
  if (current?.userId !== userId) {
    current?.stopKeeping()
    const queries = createQueryClient()
    const kind = `${userId} ${communityColumns}`
    current = { userId, queries, stopKeeping: keepLastRows(queries, { key: rowsKey, kind }) }
  }
  return current.queries
}

/** Forgets a user who is signed out, and the rows that this browser has kept. */
export function closeUserCache(): void {
  current?.stopKeeping()
  current = null
  removeItem(rowsKey)
}

import type { SupabaseClient } from '@supabase/supabase-js'

export interface ListedUser {
  id: string
  email: string
  created_at: string
}

export const sorts = ['joined', 'name', 'email', 'credits', 'role'] as const

export interface UserQuery {
  /** Words that must all be in the name or email. */
  search: string
  sort: typeof sorts[number]
  descending: boolean
}

/** The most that is asked for at once; a project's row limit may be lower. */
const most = 1000

/**
 * One page of the users found. `page` counts from 1, `perPage` is at most 1000. Where the project's row
 * limit cuts the page, the rest is read in pages as long as what came, until one is empty.
 */
export async function listPage(
  secret: SupabaseClient,
  query: UserQuery,
  page: number,
  perPage: number,
): Promise<ListedUser[]> {
  const users = await readPage(secret, query, page, perPage)
  const size = users.length
  const start = (page - 1) * perPage
  while (users.length > 0 && users.length < perPage) {
    const position = start + users.length
    const before = position % size
    const found = await readPage(secret, query, (position - before) / size + 1, size)
    if (found.length <= before) break
    users.push(...found.slice(before, before + perPage - users.length))
  }
  return users
}

async function readPage(
  secret: SupabaseClient,
  query: UserQuery,
  page: number,
  size: number,
): Promise<ListedUser[]> {
  const { data, error } = await secret.rpc('list_users', { ...query, page, page_size: size })
  if (error) throw error
  return data
}

/**
 * Everyone found, page after page until one is empty. What the first one brings is the size of the
 * others, because the project's row limit cuts every answer. Somebody who signs up meanwhile may push
 * another onto the next page, so ids are kept once.
 */
export async function listAll(secret: SupabaseClient, query: UserQuery): Promise<ListedUser[]> {
  const users = new Map<string, ListedUser>()
  let pageSize = most
  for (let page = 1;; page += 1) {
    const found = await readPage(secret, query, page, pageSize)
    if (found.length === 0) return [...users.values()]
    for (const user of found) users.set(user.id, user)
    if (page === 1) pageSize = found.length
  }
}

export async function countUsers(secret: SupabaseClient, search: string): Promise<number> {
  const { data, error } = await secret.rpc('count_users', { search })
  if (error) throw error
  return data
}

import type { SupabaseClient } from '@supabase/supabase-js'
import { createResponse, HttpError } from '../../_shared/http.ts'

interface ListedUser {
  id: string
  email: string
  created_at: string
}

const sorts = ['joined', 'name', 'email', 'credits', 'role'] as const

interface UserQuery {
  /** Words that must all be in the name or email. */
  search: string
  sort: typeof sorts[number]
  descending: boolean
}

/** The project's row limit may be lower. */
const maxPageSize = 1000

/**
 * Returns `{id, email, created_at}` of all users, newest first, and their number in `x-total-count`. Parameters:
 * `search`, `sort`, `order` (asc or desc), `page` and `per_page` (at most 1000).
 */
export async function listUsers(secret: SupabaseClient, request: Request): Promise<Response> {
  const params = new URL(request.url).searchParams
  const page = readNumber(params, 'page', 1_000_000)
  const perPage = readNumber(params, 'per_page', maxPageSize)
  const query = readQuery(params)
  if (!page && !perPage) {
    const users = await readAll(secret, query)
    return createResponse(users, 200, { 'x-total-count': String(users.length) })
  }
  const [users, total] = await Promise.all([
    readPage(secret, query, page ?? 1, perPage ?? 50),
    countUsers(secret, query.search),
  ])
  return createResponse(users, 200, { 'x-total-count': String(total) })
}

function readQuery(params: URLSearchParams): UserQuery {
  const search = params.get('search')?.trim() ?? ''
  if (search.length > 254) throw new HttpError(400, 'search can have at most 254 characters.')
  // PostgreSQL text cannot contain a NUL.
  if (search.includes('\0')) throw new HttpError(400, 'search cannot contain a NUL character.')
  const sort = sorts.find((name) => name === (params.get('sort') ?? 'joined'))
  if (!sort) throw new HttpError(400, `sort must be one of ${sorts.join(', ')}.`)
  const order = params.get('order') ?? 'desc'
  if (order !== 'asc' && order !== 'desc') throw new HttpError(400, 'order must be asc or desc.')
  return { search, sort, descending: order === 'desc' }
}

function readNumber(params: URLSearchParams, name: string, limit: number): number | undefined {
  const text = params.get(name)
  if (text === null) return undefined
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < 1 || value > limit) {
    throw new HttpError(400, `${name} must be a whole number from 1 to ${limit}.`)
  }
  return value
}

/**
 * Returns one page; pages count from 1. If the project's row limit is lower than `perPage`, reads the rest in pages
 * of that limit.
 */
async function readPage(
  secret: SupabaseClient,
  query: UserQuery,
  page: number,
  perPage: number,
): Promise<ListedUser[]> {
  const users = await callListUsers(secret, query, page, perPage)
  const size = users.length
  const start = (page - 1) * perPage
  while (users.length > 0 && users.length < perPage) {
    const position = start + users.length
    const before = position % size
    const rows = await callListUsers(secret, query, (position - before) / size + 1, size)
    if (rows.length <= before) break
    users.push(...rows.slice(before, before + perPage - users.length))
  }
  return users
}

/**
 * Returns all users. The length of the first page is the page size, because the project's row limit truncates every
 * page. Deduplicates by id: a sign-up in the meantime moves users to the next page.
 */
async function readAll(secret: SupabaseClient, query: UserQuery): Promise<ListedUser[]> {
  const users = new Map<string, ListedUser>()
  let pageSize = maxPageSize
  for (let page = 1;; page += 1) {
    const rows = await callListUsers(secret, query, page, pageSize)
    if (rows.length === 0) return [...users.values()]
    for (const user of rows) users.set(user.id, user)
    if (page === 1) pageSize = rows.length
  }
}

async function callListUsers(
  secret: SupabaseClient,
  query: UserQuery,
  page: number,
  page_size: number,
): Promise<ListedUser[]> {
  const { data, error } = await secret.rpc('list_users', { ...query, page, page_size })
  if (error) throw error
  return data
}

async function countUsers(secret: SupabaseClient, search: string): Promise<number> {
  const { data, error } = await secret.rpc('count_users', { search })
  if (error) throw error
  return data
}

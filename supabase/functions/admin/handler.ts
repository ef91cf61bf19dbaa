import { answer, json, pathOf, Refusal } from '../_shared/http.ts'
import { identifyCaller, secretClient } from '../_shared/clients.ts'
import { countUsers, listAll, listPage, sorts, type UserQuery } from './list-users.ts'

/**
 * `GET /admin/users`: for admins, `{id, email, created_at}` of all users, newest first. `search` (words
 * of the name or email), `sort` (joined, name, email, credits or role), `order` (asc or desc), `page`
 * and `per_page` (at most 1000) choose among them. The number found is in `x-total-count`.
 */
export const handler = (request: Request): Promise<Response> =>
  answer(request, async () => {
    if (pathOf(request) !== '/admin/users') throw new Refusal(404, 'There is nothing here.')
    if (request.method !== 'GET') throw new Refusal(405, 'Only GET is allowed here.')
    const secret = secretClient()
    const caller = await identifyCaller(request, secret)
    if (!caller.isAdmin) throw new Refusal(403, 'Only an admin may list users.')

    const params = new URL(request.url).searchParams
    const page = wholeNumber(params, 'page', 1_000_000)
    const perPage = wholeNumber(params, 'per_page', 1000)
    const query = readQuery(params)
    if (!page && !perPage) {
      const users = await listAll(secret, query)
      return json(users, 200, { 'x-total-count': String(users.length) })
    }
    const [users, total] = await Promise.all([
      listPage(secret, query, page ?? 1, perPage ?? 50),
      countUsers(secret, query.search),
    ])
    return json(users, 200, { 'x-total-count': String(total) })
  })

function readQuery(params: URLSearchParams): UserQuery {
  const search = params.get('search')?.trim() ?? ''
  if (search.length > 254) throw new Refusal(400, 'search can have at most 254 characters.')
  const sort = sorts.find((name) => name === (params.get('sort') ?? 'joined'))
  if (!sort) throw new Refusal(400, `sort must be one of ${sorts.join(', ')}.`)
  const order = params.get('order') ?? 'desc'
  if (order !== 'asc' && order !== 'desc') throw new Refusal(400, 'order must be asc or desc.')
  return { search, sort, descending: order === 'desc' }
}

function wholeNumber(query: URLSearchParams, name: string, limit: number): number | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < 1 || value > limit) {
    throw new Refusal(400, `${name} must be a whole number from 1 to ${limit}.`)
  }
  return value
}

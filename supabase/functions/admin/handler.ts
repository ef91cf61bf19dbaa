import { answer, json, pathOf, Refusal } from '../_shared/http.ts'
import { identifyCaller, secretClient } from '../_shared/clients.ts'
import { listAllUsers } from './list-all-users.ts'

/**
 * `GET /admin/users`: for admins, `{id, email, created_at}` of all users, newest first. `page`,
 * `per_page` (at most 1000) and `search` (part of an email) return a slice. The total is in
 * `x-total-count`.
 */
export const handler = (request: Request): Promise<Response> =>
  answer(request, async () => {
    if (pathOf(request) !== '/admin/users') throw new Refusal(404, 'There is nothing here.')
    if (request.method !== 'GET') throw new Refusal(405, 'Only GET is allowed here.')
    const secret = secretClient()
    const caller = await identifyCaller(request, secret)
    if (!caller.isAdmin) throw new Refusal(403, 'Only an admin may list users.')

    const query = new URL(request.url).searchParams
    const page = wholeNumber(query, 'page', 1_000_000)
    const perPage = wholeNumber(query, 'per_page', 1000)
    const search = query.get('search')?.trim().toLowerCase() ?? ''
    if (search.length > 254) throw new Refusal(400, 'search can have at most 254 characters.')

    const all = await listAllUsers(secret)
    const found = search ? all.filter(({ email }) => email.toLowerCase().includes(search)) : all
    const size = perPage ?? (page ? 50 : found.length)
    const start = ((page ?? 1) - 1) * size
    return json(found.slice(start, start + size), 200, { 'x-total-count': String(found.length) })
  })

function wholeNumber(query: URLSearchParams, name: string, limit: number): number | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < 1 || value > limit) {
    throw new Refusal(400, `${name} must be a whole number from 1 to ${limit}.`)
  }
  return value
}

import type { SupabaseClient } from '@supabase/supabase-js'
import { hasSecretKey, identifyCaller, secretClient } from '../_shared/clients.ts'
import { answer, json, pathOf, Refusal } from '../_shared/http.ts'
import { readText, uuid } from '../_shared/read-text.ts'
import { checkLinks, checkOneLink } from './check-links.ts'
import { collectImages } from './collect-images.ts'
import { missingSettings, sendMails } from './send-mail.ts'
import { unsubscribe } from './unsubscribe.ts'
import { countUsers, listAll, listPage, sorts, type UserQuery } from './list-users.ts'

const bodyLimit = 10_000

/** What an admin asks a server for. Each path has its own description below. */
export const handler = (request: Request): Promise<Response> =>
  answer(request, () => {
    const path = pathOf(request)
    if (path === '/admin/users') return answerUsers(request)
    if (path === '/admin/collect-images') return answerCollectImages(request)
    if (path === '/admin/check-links') return answerCheckLinks(request)
    if (path === '/admin/send-mail') return answerSendMail(request)
    if (path === '/admin/unsubscribe') return answerUnsubscribe(request)
    throw new Refusal(404, 'There is nothing here.')
  })

/**
 * `GET /admin/users`: for admins, `{id, email, created_at}` of all users, newest first. `search` (words
 * of the name or email), `sort` (joined, name, email, credits or role), `order` (asc or desc), `page`
 * and `per_page` (at most 1000) choose among them. The number found is in `x-total-count`.
 */
async function answerUsers(request: Request): Promise<Response> {
  if (request.method !== 'GET') throw new Refusal(405, 'Only GET is allowed here.')
  const secret = secretClient()
  await requireAdmin(request, secret, 'list users')

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
}

/**
 * `POST /admin/collect-images`: for admins and for the secret key, so that a schedule can ask too.
 * Removes stored images that nothing has used for a week, at most 300 a call, and answers
 * `{removed, more}`: call again while there are more. Safe to repeat.
 */
async function answerCollectImages(request: Request): Promise<Response> {
  if (request.method !== 'POST') throw new Refusal(405, 'Only POST is allowed here.')
  const secret = secretClient()
  if (!hasSecretKey(request)) await requireAdmin(request, secret, 'collect images')
  return json(await collectImages(secret))
}

/**
 * `POST /admin/check-links`: for admins and for the secret key. Asks WhatsApp's pages for the links that
 * were checked longest ago, and answers `{checked, live, dead, unknown, stopped}`. With
 * `{"community": uuid}` it asks for that one, also while it or its new link waits for review, and answers
 * `{state, group_name}`: what the link leads to, for whoever reviews it.
 */
async function answerCheckLinks(request: Request): Promise<Response> {
  if (request.method !== 'POST') throw new Refusal(405, 'Only POST is allowed here.')
  const secret = secretClient()
  if (!hasSecretKey(request)) await requireAdmin(request, secret, 'check links')
  const community = await readCommunityId(request)
  return json(community ? await checkOneLink(secret, community) : await checkLinks(secret))
}

/**
 * `POST /admin/send-mail`: for admins and for the secret key. Sends the mails that are due, and answers
 * `{sent, failed, stopped}`. `GET` sends nothing, and answers which settings are `{missing}` to do so.
 */
async function answerSendMail(request: Request): Promise<Response> {
  if (request.method !== 'POST' && request.method !== 'GET') {
    throw new Refusal(405, 'Only GET and POST are allowed here.')
  }
  const secret = secretClient()
  if (!hasSecretKey(request)) await requireAdmin(request, secret, 'send mails')
  if (request.method === 'GET') return json({ missing: missingSettings() })
  return json(await sendMails(secret))
}

/**
 * `POST /admin/unsubscribe?person=&mails=&signature=`: what a mail program sends when its reader wants no more
 * of these mails (RFC 8058). The signature is the permission. A browser that opens the address is led to the
 * profile instead, because programs that look for viruses open it, too.
 */
async function answerUnsubscribe(request: Request): Promise<Response> {
  if (request.method === 'GET') {
    const location = new URL('/profile#mails', Deno.env.get('SITE_URL')).href
    return new Response(null, { status: 303, headers: { location } })
  }
  if (request.method !== 'POST') throw new Refusal(405, 'Only GET and POST are allowed here.')
  await unsubscribe(secretClient(), new URL(request.url).searchParams)
  return json({ success: true })
}

/** The community that a request names, or undefined when it names none. */
async function readCommunityId(request: Request): Promise<string | undefined> {
  const problem = new Refusal(400, 'Send {}, or {"community": "..."} with the id of a community.')
  let body: unknown
  try {
    body = JSON.parse((await readText(request, bodyLimit)) || '{}')
  } catch (error) {
    throw error instanceof Refusal ? error : problem
  }
  if (typeof body !== 'object' || !body || Array.isArray(body)) throw problem
  if (!('community' in body)) return undefined
  if (typeof body.community !== 'string' || !uuid.test(body.community)) throw problem
  return body.community
}

async function requireAdmin(request: Request, secret: SupabaseClient, what: string) {
  const caller = await identifyCaller(request, secret)
  if (!caller.isAdmin) throw new Refusal(403, `Only an admin may ${what}.`)
}

function readQuery(params: URLSearchParams): UserQuery {
  const search = params.get('search')?.trim() ?? ''
  if (search.length > 254) throw new Refusal(400, 'search can have at most 254 characters.')
  // PostgreSQL has no text with a NUL in it.
  if (search.includes('\0')) throw new Refusal(400, 'search cannot contain a NUL character.')
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

import type { RequestListener } from 'node:http'
import { newCommunity } from '../support/communities.ts'
import { startFunctionBackend } from './backend.ts'

/** Returns a backend with a WhatsApp server that tests control. */
export async function startLinkBackend() {
  const backend = await startFunctionBackend()
  const { sql, secret, owner, local } = backend
  const setPace = (checks = 1000) =>
    sql.query('update private.settings set link_checks_per_five_minutes = $1', [checks])
  const responses = new Map<string, RequestListener>()
  const requests: string[] = []
  backend.pages.respond = (request, response) => {
    const path = request.url ?? ''
    requests.push(path)
    return (responses.get(path) ?? respondWithGroup('Swimmers'))(request, response)
  }

  return {
    ...backend,
    /** The response for each path. Other paths return a page with a group. */
    responses,
    /** Every requested path. */
    requests,
    check: (body: string | object = {}, key = local.secretKey) =>
      backend.ask('admin/check-links', { key, body }),
    checkOwn: (community: string, { accessToken: key } = owner) =>
      backend.ask('admin/check-own-link', { key, body: { community } }),
    checkNew: (link: unknown, { accessToken: key } = owner) =>
      backend.ask('admin/check-new-link', { key, body: { link } }),
    /** Creates an approved community whose invite page has the given response. */
    createApproved: async (answer = respondWithGroup('Swimmers')) => {
      const row = { ...newCommunity(), owner_id: owner.id, status: 'approved' as const }
      const inserted = secret.from('communities').insert(row)
      const { data } = await inserted.select().single().throwOnError()
      responses.set(getPath(data.whatsapp_link), answer)
      return data
    },
    /** Returns the stored state of a community's link. */
    readLink: async (id: string) => {
      const columns = 'state, group_name, checked_at, live_at, dead_since'
      const found = secret.from('community_links').select(columns).eq('community_id', id)
      return (await found.single().throwOnError()).data
    },
    /** Moves all checks this many hours into the past. */
    advanceHours: (hours: number) =>
      sql.query(
        `update public.community_links set checked_at = checked_at - $1 * interval '1 hour',
           dead_since = dead_since - $1 * interval '1 hour', due_at = due_at - $1 * interval '1 hour',
           reserved_at = null`,
        [hours],
      ),
    clear: async () => {
      responses.clear()
      requests.length = 0
      await sql.exec('delete from public.communities; delete from private.link_checks')
      await setPace()
    },
    /** Sets how many links may be checked in five minutes. */
    setPace,
  }
}

export const getPath = (link: string) => new URL(link).pathname

/** The part of an invite page that names its group. */
export const renderPage = (title: string) =>
  `<html><head><title>WhatsApp Group Invite</title><meta property="og:title" content="${title}" />`

export const respondWithGroup =
  (title: string): RequestListener =>
  (_request, response) =>
    response.setHeader('content-type', 'text/html').end(renderPage(title))

export const respondWithStatus =
  (status: number): RequestListener =>
  (_request, response) =>
    response.writeHead(status).end('WhatsApp Group Invite')

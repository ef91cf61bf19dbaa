import type { RequestListener } from 'node:http'
import { listen } from '../../supabase/local/listen.ts'
import { newCommunity } from '../support/communities.ts'
import { startFunctionBackend } from './backend.ts'

/** Starts a backend with a WhatsApp server that tests control. */
export async function startLinkBackend() {
  const whatsApp = await listen()
  const backend = await startFunctionBackend({ WHATSAPP_ORIGIN: whatsApp.url })
  const { sql, secret, owner, local } = backend
  const setPace = (checks = 1000) =>
    sql.query('update private.settings set link_checks_per_five_minutes = $1', [checks])
  await setPace(1000)
  const responses = new Map<string, RequestListener>()
  const requests: string[] = []
  whatsApp.serve((request, response) => {
    const path = request.url ?? ''
    requests.push(path)
    return (responses.get(path) ?? respondWithGroup('Travel friends'))(request, response)
  })

  return {
    ...backend,
    /** The response for each path. Other paths return a page with a group. */
    responses,
    /** Every requested path. */
    requests,
    check: async (body: unknown = {}, key = local.secretKey) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const response = await backend.call('admin/check-links', { key, body: text })
      return { status: response.status, body: await response.json() }
    },
    /** Creates an approved community whose invite page has the given response. */
    createApproved: async (answer: RequestListener) => {
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
    },
    /** Sets how many links may be checked in five minutes. Undefined restores the value of the seed. */
    setPace,
    stop: async () => {
      await setPace()
      await Promise.all([whatsApp.close(), backend.stop()])
    },
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

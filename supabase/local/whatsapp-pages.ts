import type { Database } from './database.ts'
import { listen } from './listen.ts'

/**
 * Stands in for WhatsApp's invite pages, which no demo link has. A link of a community leads to a group of
 * the same name, one whose code begins with `DemoDead` to none, one with `DemoSpam` to something else.
 */
export async function startWhatsAppPages({ driver }: Database) {
  const server = await listen()
  server.serve(async (request, response) => {
    // Not parsed as a URL: `//` is not one, and `//host/` would be another server's.
    const [path = '/'] = (request.url ?? '/').split('?')
    const html = pageOf(await groupBehind(path).catch(() => ''))
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })

  async function groupBehind(path: string): Promise<string> {
    if (path.startsWith('/DemoDead')) return ''
    if (path.startsWith('/DemoSpam')) return 'Crypto Signals VIP 🚀'
    const { rows } = await driver.query(
      `select name from public.communities
       where $1 in (whatsapp_link, held_changes ->> 'whatsapp_link') limit 1`,
      [`https://${path.startsWith('/channel/') ? '' : 'chat.'}whatsapp.com${path}`],
    )
    const name = rows[0]?.['name']
    return typeof name === 'string' ? name : 'Travel friends'
  }

  return { origin: server.url, stop: server.close }
}

/** As much of an invite page as says what it leads to. Without a group it is WhatsApp's page all the same. */
function pageOf(group: string): string {
  const name = group.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return `<!doctype html><html lang="en"><head><title>WhatsApp Group Invite</title>
<meta property="og:title" content="${name}" />
<meta property="og:description" content="WhatsApp Group Invite" />
<meta property="og:site_name" content="WhatsApp.com" /></head><body></body></html>`
}

import type { Database } from './database.ts'
import { listen } from './listen.ts'

/**
 * Serves invite pages for the demo links, which WhatsApp does not have. The page of a community's link names a group
 * like the community. Codes that start with `DemoDead` lead to no group, those with `DemoSpam` to a different one, and
 * those with `DemoProof` to a group whose description has the newest code that proves the community, with
 * `DemoProofOther` under another name. The group of a code that starts with `DemoRenamed` is renamed once a check has
 * seen its name.
 */
export async function startWhatsAppPages({ driver }: Database) {
  const server = await listen()
  server.serve(async (request, response) => {
    // Not parsed as a URL: `//` is not one, and `//host/` would name another server.
    const [path = '/'] = (request.url ?? '/').split('?')
    const link = `https://${path.startsWith('/channel/') ? '' : 'chat.'}whatsapp.com${path}`
    const name = await findGroup(path, link).catch(() => '')
    const code = path.startsWith('/DemoProof') && (await findCode(link).catch(() => ''))
    const html = renderPage(name, code || 'WhatsApp Group Invite')
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })

  async function findGroup(path: string, link: string): Promise<string> {
    if (path.startsWith('/DemoDead')) return ''
    if (path.startsWith('/DemoSpam')) return 'Crypto Signals VIP 🚀'
    if (path.startsWith('/DemoProofOther')) return 'Travel friends by the sea'
    const { rows } = await driver.query(
      `select c.name || case when l.group_name is null or $1 not like '%/DemoRenamed%' then '' else ' and Crypto' end
         as name
       from public.communities as c left join public.community_links as l on l.community_id = c.id
       where $1 in (c.whatsapp_link, c.held_changes ->> 'whatsapp_link') limit 1`,
      [link],
    )
    const name = rows[0]?.['name']
    return typeof name === 'string' ? name : 'Travel friends'
  }

  async function findCode(link: string): Promise<string> {
    const { rows } = await driver.query(
      `select code from private.ownership_codes join public.communities as c on c.id = community_id
       where $1 in (whatsapp_link, held_changes ->> 'whatsapp_link') order by expires_at desc limit 1`,
      [link],
    )
    const code = rows[0]?.['code']
    return typeof code === 'string' ? code : ''
  }

  return { origin: server.url, stop: server.close }
}

/** Returns the tags of an invite page that identify its group. Without a group, it is still a page of WhatsApp. */
function renderPage(group: string, description: string): string {
  const name = group.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return `<!doctype html><html lang="en"><head><title>WhatsApp Group Invite</title>
<meta property="og:title" content="${name}" />
<meta property="og:description" content="${description}" />
<meta property="og:site_name" content="WhatsApp.com" /></head><body></body></html>`
}

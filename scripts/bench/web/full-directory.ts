import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocalSupabase } from '../../../supabase/local/start.ts'
import { serveFreshSite } from '../../../tooling/site/serve-site.ts'

/**
 * Builds and serves the site with a live directory of more communities than fit on one page. Their images
 * come from the site's own storage, because the stock photo host is not reachable from everywhere.
 */
export async function serveFullDirectory(port: number) {
  const data = mkdtempSync(join(tmpdir(), 'full-directory-'))
  const backend = await startLocalSupabase({ dataFolder: data })
  await backend.connection.driver.exec(`
    update public.communities as c set image_url = (
      select image_url from public.communities
      where owner_id = c.owner_id and image_url like '%/storage/%' order by id limit 1
    ) where image_url not like '%/storage/%';
    insert into public.communities
      (name, description, location, category, whatsapp_link, image_url, member_count, owner_id, status,
       approval_date)
    select name || ' II', description, location, category,
      'https://chat.whatsapp.com/' || left(md5(id::text), 22), image_url, member_count, owner_id,
      'approved', approval_date
    from public.communities where status = 'approved' order by approval_date desc limit 8;
  `)
  await backend.stop()
  return serveFreshSite(port, { isLive: true, data })
}

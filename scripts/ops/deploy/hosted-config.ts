import { parse, stringify } from 'smol-toml'
import * as z from 'zod/mini'

const table = z.record(z.string(), z.unknown())

/**
 * supabase/config.toml for a hosted project: emails lead to the site, addresses are confirmed, and the
 * local addresses are left out. What the file does not name, the CLI leaves as it is.
 *
 * @param siteUrl where people open the app; its origin counts
 */
export function hostedConfig(config: string, projectRef: string, siteUrl: string): string {
  const { origin } = new URL(siteUrl)
  const settings = parse(config)
  const auth = table.parse(settings['auth'])
  const storage = table.parse(settings['storage'])
  const email = table.parse(auth['email'])
  return stringify({
    ...settings,
    project_id: projectRef,
    auth: {
      ...auth,
      site_url: origin,
      // Links in emails come back to the page on which they were asked for.
      additional_redirect_urls: [`${origin}/**`],
      // Nobody waits a second for a mail that costs money.
      email: { ...email, enable_confirmations: true, max_frequency: '1m0s' },
    },
    // The bucket and its limits come with the migrations, the demo images not at all.
    storage: { enabled: true, file_size_limit: storage['file_size_limit'] },
  })
}

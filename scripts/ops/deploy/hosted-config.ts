import { parse, stringify } from 'smol-toml'
import * as z from 'zod/mini'

const table = z.record(z.string(), z.unknown())

/**
 * Returns supabase/config.toml for a hosted project: links in emails lead to the site, passkeys belong to its host,
 * users must confirm their email address, and local URLs are removed. The CLI does not change settings that the file omits.
 *
 * @param siteUrl a URL of the app, of which only the origin is used
 * @param environment the variables that turn on Google, Apple and the captcha
 */
export function hostedConfig(
  config: string,
  projectRef: string,
  siteUrl: string,
  environment: NodeJS.ProcessEnv = {},
): string {
  const { origin, hostname } = new URL(siteUrl)
  const settings = parse(config)
  const { captcha, ...auth } = table.parse(settings['auth'])
  const storage = table.parse(settings['storage'])
  // Projects run the migrations, so the schema files are not deployed.
  const { migrations: _, ...db } = table.parse(settings['db'])
  const email = table.parse(auth['email'])
  return stringify({
    ...settings,
    project_id: projectRef,
    db,
    auth: {
      ...auth,
      site_url: origin,
      // For links of the auth service, which our own emails do not contain.
      additional_redirect_urls: [`${origin}/**`],
      // Limits the cost of emails that a user requests repeatedly.
      email: { ...email, enable_confirmations: true, max_frequency: '1m0s' },
      webauthn: { ...table.parse(auth['webauthn']), rp_id: hostname, rp_origins: [origin] },
      external: enabledProviders(table.parse(auth['external']), environment),
      ...enabledCaptcha(table.parse(captcha), environment),
    },
    // The migrations create the bucket. The demo images are not deployed.
    storage: { enabled: true, file_size_limit: storage['file_size_limit'] },
  })
}

/** Returns the captcha of the pages, if the secret is set, too. */
function enabledCaptcha(settings: Record<string, unknown>, environment: NodeJS.ProcessEnv) {
  const { VITE_CAPTCHA_PROVIDER: provider, SUPABASE_AUTH_CAPTCHA_SECRET: secret } = environment
  return provider && secret ? { captcha: { ...settings, enabled: true, provider } } : {}
}

/** Returns the companies whose variables are set. The file refers to them, so it contains no secret. */
function enabledProviders(providers: Record<string, unknown>, environment: NodeJS.ProcessEnv) {
  const isSet = (name: string) =>
    ['CLIENT_ID', 'SECRET'].every(
      (part) => environment[`SUPABASE_AUTH_EXTERNAL_${name.toUpperCase()}_${part}`],
    )
  return Object.fromEntries(
    Object.entries(providers)
      .filter(([name]) => isSet(name))
      .map(([name, settings]) => [name, { ...table.parse(settings), enabled: true }]),
  )
}

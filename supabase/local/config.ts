import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import * as z from 'zod/mini'

const root = join(import.meta.dirname, '../..')

const emailSchema = z.object({
  subject: z.string(),
  // Relative to the working directory for the embedded services.
  content_path: z.pipe(
    z.string(),
    z.transform((path) => join(root, path)),
  ),
})
const emailsSchema = z.record(z.string(), emailSchema)

const configSchema = z.object({
  api: z.object({ schemas: z.array(z.string()), max_rows: z.number() }),
  auth: z.looseObject({
    email: z.looseObject({ template: emailsSchema, notification: emailsSchema }),
    passkey: z.object({ enabled: z.boolean() }),
    webauthn: z.object({ rp_display_name: z.string() }),
  }),
})

/**
 * Returns the settings in `config.toml` that the embedded services support, the subject and file of every email of
 * the auth service, and its settings of passkeys.
 */
export function readConfig() {
  const file = join(root, 'supabase/config.toml')
  const { api, auth } = configSchema.parse(parse(readFileSync(file, 'utf8')))
  // The embedded auth service does not start with settings that it lacks: rate limits, companies, a captcha, passkeys
  // and these emails.
  const {
    rate_limit: _,
    external: _providers,
    captcha: _captcha,
    passkey,
    webauthn,
    email,
    ...supported
  } = auth
  const { template, notification, ...emailSettings } = email
  const { reauthentication: _own, ...templates } = template
  return {
    api,
    auth: { ...supported, email: { ...emailSettings, template: templates } },
    emails: { template, notification },
    passkeys: { ...passkey, ...webauthn },
  }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import * as z from 'zod/mini'

const configSchema = z.object({
  api: z.object({ schemas: z.array(z.string()), max_rows: z.number() }),
  auth: z.looseObject({}),
})

/** Returns the settings in `config.toml` that the embedded services support. */
export function readConfig() {
  const file = join(import.meta.dirname, '../config.toml')
  const { api, auth } = configSchema.parse(parse(readFileSync(file, 'utf8')))
  // The embedded auth service has no rate limits, and does not start with this setting.
  const { rate_limit: _, ...supported } = auth
  return { api, auth: supported }
}

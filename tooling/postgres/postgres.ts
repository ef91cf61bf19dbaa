import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { SUPABASE_AUTH_HELPERS_SQL, getStorageSchemaSql } from '@supabase/lite'
import { Client } from 'pg'
import { authSchemaSql } from '../../supabase/local/auth-schema.ts'
import { freePort } from '../free-port.ts'
import { databaseUrl } from '../real-services/database.ts'
import { copyDatabase, readCluster } from '../real-services/copy.ts'
import { isOnRealServices } from '../real-services/environment.ts'
import { supabase } from './supabase-cli.ts'

export interface Postgres {
  /** 'PostgreSQL 15' or 'PGlite'. */
  name: string
  url: string
  stop(): Promise<void>
}

/**
 * Starts an empty PostgreSQL server, or PGlite behind a socket if PostgreSQL is not installed. On the real services,
 * creates a copy of their database instead, which has all migrations.
 */
export async function startPostgres(): Promise<Postgres> {
  if (isOnRealServices) {
    const { name, drop } = await copyDatabase()
    const url = databaseUrl(readCluster().server, { database: name })
    return { name: 'PostgreSQL', url, stop: drop }
  }
  if (findBinaries()) return startServer()
  const database = await PGlite.create({ extensions: { fuzzystrmatch, pg_trgm, unaccent } })
  const { url, stop } = await servePGlite(database)
  return { name: 'PGlite', url, stop: () => stop().then(() => database.close()) }
}

const roles = `
  create schema extensions;
  create role anon nologin;
  create role authenticated nologin;
  create role service_role nologin bypassrls;
  grant usage on schema auth, storage, extensions to anon, authenticated, service_role;
  grant all on all tables in schema storage to anon, authenticated, service_role;
`

/** Creates what a new Supabase project contains: the auth and storage schemas, and the roles. */
export async function prepareProject(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(authSchemaSql + SUPABASE_AUTH_HELPERS_SQL + getStorageSchemaSql() + roles)
  await client.end()
}

/** Prepares an empty database, then pushes the migrations, if there are any. */
export async function pushMigrations(url: string): Promise<void> {
  if (isOnRealServices) return
  await prepareProject(url)
  if (readdirSync('supabase/migrations').length > 0) await supabase(['db', 'push'], url)
}

/** The claims of a user's access token. In these tests, the session has the id of its user. */
export const signedInClaims = (userId: string) => ({
  sub: userId,
  role: 'authenticated',
  session_id: userId,
})

export const insertSession = `insert into auth.sessions (id, user_id) values ($1, $1)
  on conflict do nothing`

/** Runs `work` as a signed-in user, as the REST service does, then rolls back. */
export async function runAsUser<T>(
  client: Client,
  userId: string,
  work: () => Promise<T>,
): Promise<T> {
  const claims = JSON.stringify(signedInClaims(userId))
  await client.query('begin')
  try {
    await client.query(insertSession, [userId])
    await client.query(
      `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true),
         set_config('request.jwt.claim.sub', $2, true)`,
      [claims, userId],
    )
    return await work()
  } finally {
    await client.query('rollback')
  }
}

/** Serves a PGlite database over the PostgreSQL protocol. */
export async function servePGlite(db: PGlite): Promise<Omit<Postgres, 'name'>> {
  const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: 10 })
  await server.start()
  return {
    url: `postgresql://postgres:postgres@${server.getServerConn()}/postgres?sslmode=disable`,
    stop: () => server.stop(),
  }
}

export const isServerInstalled = () => findBinaries() !== undefined

/** Returns the folder of the newest PostgreSQL server. Debian does not add it to the PATH. */
function findBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  return versions
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(debian, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')))
}

/**
 * Starts a PostgreSQL server on a free port, with its data in a temporary folder.
 *
 * @param settings as on the server's command line: `max_connections=300`
 * @throws if no server is installed
 */
export async function startServer(settings: string[] = []): Promise<Postgres> {
  const binaries = findBinaries()
  if (!binaries)
    throw new Error('No PostgreSQL is installed. On Debian: apt-get install postgresql')
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  const data = join(folder, 'data')
  const port = await freePort()
  const identity = findServerUser(folder)
  const version = execFileSync(join(binaries, 'postgres'), ['--version'], { encoding: 'utf8' })
  execFileSync(
    join(binaries, 'initdb'),
    ['--pgdata', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-sync'],
    { ...identity, stdio: 'pipe', cwd: folder },
  )
  const options = ['listen_addresses=127.0.0.1', ...settings].flatMap((one) => ['-c', one])
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, '-p', String(port), '-k', folder, '-F', ...options],
    { ...identity, stdio: ['ignore', 'ignore', 'pipe'], cwd: folder },
  )
  const stopWithParent = () => {
    server.kill('SIGQUIT')
    // Retries while the server is stopping.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', stopWithParent)
  await waitUntilReady(server)
  return {
    name: `PostgreSQL ${/(\d+)/.exec(version)?.[1]}`,
    url: `postgresql://postgres:postgres@127.0.0.1:${port}/postgres?sslmode=disable`,
    stop: () =>
      new Promise((resolve) => {
        server.once('exit', () => {
          process.removeListener('exit', stopWithParent)
          rmSync(folder, { recursive: true, force: true })
          resolve()
        })
        server.kill('SIGINT')
      }),
  }
}

/** Returns the ids of the user postgres if this process runs as root, which PostgreSQL refuses. */
function findServerUser(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const identity = { uid: id('-u'), gid: id('-g') }
  chownSync(folder, identity.uid, identity.gid)
  return identity
}

function waitUntilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    server.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('ready to accept connections')) resolve()
    })
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${output}`)))
  })
}

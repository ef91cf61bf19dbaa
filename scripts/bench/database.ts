import { performance } from 'node:perf_hooks'
import { Client } from 'pg'
import { startLocalSupabase } from '../../supabase/local/start.ts'
import {
  type Postgres,
  pushMigrations,
  signedInClaims,
  startPostgres,
} from '../../tooling/postgres/postgres.ts'
import { median } from './median.ts'

/** A database with every migration applied and no rows, on one connection as its superuser. */
export interface Database {
  name: string
  query: (sql: string) => Promise<Record<string, unknown>[]>
  stop: () => Promise<void>
}

/** Returns undefined if no PostgreSQL server is installed. */
export async function openPostgres(): Promise<Database | undefined> {
  const server = await startPostgres()
  if (server.name === 'PGlite') {
    await server.stop()
    return undefined
  }
  await pushMigrations(server.url)
  return connectTo(server)
}

/** Connects to a database. `stop` also stops the server. */
export async function connectTo(server: Postgres): Promise<Database> {
  const client = new Client({ connectionString: server.url })
  await client.connect()
  return {
    name: server.name,
    query: async (sql) => (await client.query<Record<string, unknown>>(sql)).rows,
    stop: async () => {
      await client.end()
      await server.stop()
    },
  }
}

export async function openEmbedded(): Promise<Database> {
  const local = await startLocalSupabase()
  const { driver } = local.connection
  // Deletes the demo data.
  await driver.query('truncate auth.users cascade')
  return {
    name: 'PGlite',
    query: async (sql) => (await driver.query<Record<string, unknown>>(sql)).rows,
    stop: local.stop,
  }
}

/** Like PostgREST, returns all rows of a query as one JSON text, `body`. */
export const asJson = (rows: string) =>
  `select coalesce(json_agg(t), '[]')::text as body from (${rows}) as t`

export interface Query {
  role: 'anon' | 'authenticated' | 'service_role' | 'postgres'
  /** The signed-in user. */
  userId?: string
  /** Returns one row with a column `body`. */
  sql: string
}

export interface Benchmark {
  name: string
  query: Query
  /** A simpler query for the same rows. */
  plain?: Query
}

/** Milliseconds. */
export interface Timing {
  name: string
  median: number
  worst: number
  /** Median of the plain query; NaN if there is none. */
  plain: number
}

const rounds = { min: 15, max: 80 }
/** Milliseconds after which a query is not repeated. */
const budget = 500

/**
 * Runs a query and its plain query in turn, so that other load on the machine slows both. The first round is a warm-up.
 *
 * @throws if the two return different bodies, according to `isSame`
 */
export async function measure(
  database: Database,
  { name, query, plain }: Benchmark,
  isSame = (body: string, plainBody: string) => body === plainBody,
): Promise<Timing> {
  const times: number[] = []
  const plainTimes: number[] = []
  // Parallel queries would slow each other down.
  const { body } = await run(database, query)
  while (times.length < rounds.min || (times.length < rounds.max && sum(times) < budget)) {
    times.push((await run(database, query)).milliseconds)
    if (!plain || sum(plainTimes) > budget) continue
    const plainResult = await run(database, plain)
    if (!isSame(body, plainResult.body)) throw new Error(`'${name}' and its plain query differ.`)
    plainTimes.push(plainResult.milliseconds)
  }
  return { name, median: median(times), worst: Math.max(...times), plain: median(plainTimes) }
}

const sum = (times: readonly number[]) => times.reduce((total, time) => total + time, 0)

/** Runs a query as PostgREST does: in a read-only transaction with the caller's role and claims. */
async function run(database: Database, { role, userId = '', sql }: Query) {
  const claims = JSON.stringify({ role, ...(userId && signedInClaims(userId)) })
  await database.query('begin read only')
  try {
    await database.query(`set local role ${role}`)
    await database.query(`select set_config('request.jwt.claims', '${claims}', true),
      set_config('request.jwt.claim.sub', '${userId}', true)`)
    const start = performance.now()
    const [row] = await database.query(sql)
    return { milliseconds: performance.now() - start, body: String(row?.['body']) }
  } finally {
    await database.query('rollback')
  }
}

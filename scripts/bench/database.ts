import { performance } from 'node:perf_hooks'
import { Client } from 'pg'
import {
  type Postgres,
  pushMigrations,
  signedInClaims,
  startServer,
} from '../../tooling/postgres/postgres.ts'
import { check, median, printTable } from '../report.ts'

/** A database with every migration applied and no rows, on one connection as its superuser. */
export interface Database {
  name: string
  query: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  stop: () => Promise<void>
}

/** Starts PostgreSQL with all migrations. */
export async function openPostgres(): Promise<Database> {
  const server = await startServer()
  await pushMigrations(server.url)
  return connectTo(server)
}

/** Connects to a database. `stop` also stops the server. */
export async function connectTo(server: Postgres): Promise<Database> {
  const client = new Client({ connectionString: server.url })
  await client.connect()
  return {
    name: server.name,
    query: async (sql, values) => (await client.query<Record<string, unknown>>(sql, values)).rows,
    stop: async () => {
      await client.end()
      await server.stop()
    },
  }
}

/** Runs statements one after the other, without triggers, which would take minutes. */
export async function fill(database: Pick<Database, 'query'>, statements: string[]): Promise<void> {
  await database.query('set session_replication_role = replica')
  for (const statement of statements) await database.query(statement)
  await database.query('set session_replication_role = origin')
  await database.query('vacuum analyze')
}

/** SQL: a number from 0 to 1 for row `i`. It is the same in every run and independent for each salt, an SQL expression. */
export const random = (salt: string): string =>
  `((hashtext(${salt} || ' ' || i) & 2147483647) / 2147483648::float8)`

export interface Query {
  name: string
  role: 'anon' | 'authenticated' | 'service_role' | 'postgres'
  /** The signed-in user. */
  userId?: string
  sql: string
  isWrite?: boolean
}

const rounds = { min: 15, max: 80 }
/** Milliseconds after which a query is not repeated. */
const budget = 500

/** Milliseconds. */
export interface Limits {
  median: number
  worst: number
}

/** Prints the times of queries, and reports those above the limits. The first round is a warm-up. */
export async function measureQueries(
  database: Database,
  title: string,
  queries: readonly Query[],
  limits?: Limits,
): Promise<void> {
  const rows = []
  // Parallel queries would slow each other down.
  for (const query of queries) {
    const times: number[] = []
    await run(database, query)
    while (times.length < rounds.min || (times.length < rounds.max && sum(times) < budget))
      times.push(await run(database, query))
    const row = { query: query.name, median: median(times), worst: Math.max(...times) }
    rows.push(row)
    check(!limits || row.median <= limits.median, `'${query.name}' exceeds the limit.`)
    check(!limits || row.worst <= limits.worst, `'${query.name}' exceeds the limit at its worst.`)
  }
  printTable(`${database.name}, ${title}, milliseconds`, rows)
}

const sum = (times: readonly number[]) => times.reduce((total, time) => total + time, 0)

/**
 * Runs a query as PostgREST does: in a transaction with the caller's role and claims, and with all rows as one JSON text.
 * Undoes what it writes. Returns its milliseconds.
 */
async function run(database: Database, query: Query): Promise<number> {
  const { role, userId = '', sql, isWrite = false } = query
  const claims = JSON.stringify({ role, ...(userId && signedInClaims(userId)) })
  await database.query(isWrite ? 'begin' : 'begin read only')
  try {
    await database.query(`set local role ${role}`)
    await database.query(`select set_config('request.jwt.claims', '${claims}', true),
      set_config('request.jwt.claim.sub', '${userId}', true)`)
    const start = performance.now()
    await database.query(`select coalesce(json_agg(t), '[]')::text as body from (${sql}) as t`)
    return performance.now() - start
  } finally {
    await database.query('rollback')
  }
}

import { performance } from 'node:perf_hooks'
import { Client } from 'pg'
import {
  type Postgres,
  pushMigrations,
  signedInClaims,
  startServer,
} from '../../tooling/postgres/postgres.ts'
import { median } from '../report.ts'

/** A database with every migration applied and no rows, on one connection as its superuser. */
export interface Database {
  name: string
  query: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  stop: () => Promise<void>
}

/** Starts PostgreSQL with all migrations. */
export async function openPostgres(settings: string[] = []): Promise<Database> {
  const server = await startServer(settings)
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

/**
 * Runs statements one after the other, without triggers, which would take minutes. Indexes of the tables `rebuilt` are
 * dropped and created again, for the same reason; constraints and their indexes stay.
 */
export async function fill(
  database: Pick<Database, 'query'>,
  statements: string[],
  rebuilt: string[] = [],
): Promise<void> {
  const indexes = await database.query(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any ($1::text[]::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid)`,
    [rebuilt],
  )
  const all = [
    'set session_replication_role = replica',
    `set maintenance_work_mem = '512MB'`,
    ...indexes.map(({ name }) => `drop index ${String(name)}`),
    ...statements,
    ...indexes.map(({ definition }) => String(definition)),
    'reset maintenance_work_mem',
    'set session_replication_role = origin',
    'vacuum analyze',
  ]
  for (const statement of all) await database.query(statement)
}

/** SQL: the newest time in the data. */
export const newestTime = `date_trunc('hour', now())`

/** SQL: a number from 0 to 1 for row `i`. It is the same in every run and independent for each salt, an SQL expression. */
export const random = (salt: string): string =>
  `((hashtext(${salt} || ' ' || i) & 2147483647) / 2147483648::float8)`

export interface Query {
  name: string
  role: 'anon' | 'authenticated' | 'service_role' | 'postgres'
  /** The signed-in user. */
  userId?: string
  sql: string
  /** Whether it writes, which is undone. It may then consist of several statements. */
  isWrite?: boolean
}

const rounds = { min: 5, max: 80 }
/** Milliseconds after which a query is not repeated. */
const budget = 500

/** Runs a query several times. The first round is a warm-up. */
export async function measure(database: Database, query: Query) {
  const times: number[] = []
  await runQuery(database, query)
  const start = performance.now()
  while (
    times.length < rounds.min ||
    (times.length < rounds.max && performance.now() - start < budget)
  )
    times.push(await runQuery(database, query))
  return { median: median(times), worst: Math.max(...times) }
}

/**
 * Runs a query as PostgREST does: in a transaction with the caller's role and claims, and with all rows as one JSON text.
 * Undoes what it writes, after the triggers that fire at the end of a transaction. Returns its milliseconds.
 */
export async function runQuery(database: Database, query: Query): Promise<number> {
  const { role, userId = '', sql, isWrite = false } = query
  const claims = JSON.stringify({ role, ...(userId && signedInClaims(userId)) })
  await database.query(isWrite ? 'begin' : 'begin read only')
  try {
    await database.query(`set local role ${role}`)
    await database.query(`select set_config('request.jwt.claims', '${claims}', true),
      set_config('request.jwt.claim.sub', '${userId}', true)`)
    const start = performance.now()
    await database.query(
      isWrite
        ? `${sql}; set constraints all immediate`
        : `select coalesce(json_agg(t), '[]')::text as body from (${sql}) as t`,
    )
    return performance.now() - start
  } finally {
    await database.query('rollback')
  }
}

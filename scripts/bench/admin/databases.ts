import { Client } from 'pg'
import { startLocalSupabase } from '../../../supabase/local/start.ts'
import { pushMigrations, startPostgres } from '../../../tooling/postgres/postgres.ts'

/** A database with every migration applied, spoken to as its superuser over one connection. */
export interface Database {
  name: string
  query: (sql: string) => Promise<Record<string, unknown>[]>
  stop: () => Promise<void>
}

/** A real PostgreSQL of this machine; undefined where none is installed. */
export async function openPostgres(): Promise<Database | undefined> {
  const server = await startPostgres()
  if (server.name === 'PGlite') {
    await server.stop()
    return undefined
  }
  try {
    await pushMigrations(server.url)
  } catch (error) {
    await server.stop()
    throw error
  }
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

/** The embedded one, in memory, as the tests run it. */
export async function openEmbedded(): Promise<Database> {
  const local = await startLocalSupabase({})
  const { driver } = local.connection
  // The demo data would mix with the rows that are counted.
  await driver.query('truncate auth.users cascade')
  return {
    name: 'PGlite',
    query: async (sql) => (await driver.query<Record<string, unknown>>(sql)).rows,
    stop: local.stop,
  }
}

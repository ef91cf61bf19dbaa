import { SUPABASE_AUTH_HELPERS_SQL, getAuthSchemaSql, getStorageSchemaSql } from '@supabase/lite'
import { Client } from 'pg'
import { startLocalSupabase } from '../../supabase/local/start.ts'
import { startPostgres } from '../../tests/support/postgres.ts'
import { supabase } from '../../tests/support/supabase-cli.ts'

/** A database with every migration applied, spoken to as its superuser. */
export interface Database {
  name: string
  query: (sql: string) => Promise<Record<string, unknown>[]>
  stop: () => Promise<void>
}

const roles = `
  create role anon nologin;
  create role authenticated nologin;
  create role service_role nologin bypassrls;
  grant usage on schema auth, storage to anon, authenticated, service_role;
`

/** @throws where no PostgreSQL server is installed: there is nothing to compare then */
export async function openPostgres(): Promise<Database> {
  const server = await startPostgres()
  if (server.name === 'PGlite') {
    throw new Error('No PostgreSQL server is installed here (Debian: apt-get install postgresql).')
  }
  const setup = new Client({ connectionString: server.url })
  await setup.connect()
  await setup.query(getAuthSchemaSql() + SUPABASE_AUTH_HELPERS_SQL + getStorageSchemaSql() + roles)
  await setup.end()
  await supabase(['db', 'push'], server.url)
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

/** The embedded one, in memory, as tests and the dev server run it. */
export async function openEmbedded(): Promise<Database> {
  const local = await startLocalSupabase()
  const { driver } = local.connection
  return {
    name: 'Embedded (PGlite)',
    query: async (sql) => (await driver.query<Record<string, unknown>>(sql)).rows,
    stop: local.stop,
  }
}

import { createPostgresConnection } from '@supabase/lite/postgres'
import { Pool, types } from 'pg'
import type { Sql } from '../../supabase/local/database.ts'

/** Parses bigint as a number instead of text. Counts in tests are small. */
const asNumbers: { getTypeParser: typeof types.getTypeParser } = {
  getTypeParser: (type, format) =>
    type === types.builtins.INT8 ? Number : types.getTypeParser(type, format),
}

/** Returns the URL of another database on the same server, for another role. */
export function databaseUrl(server: string, { database = 'postgres', role = 'postgres' }): string {
  const url = new URL(server)
  url.username = role
  url.pathname = `/${database}`
  return url.href
}

/** Connects with the methods of the embedded database that tests use. Bypasses row-level security. */
export function openSql(url: string): Sql & { close(): Promise<void> } {
  const pool = new Pool({ connectionString: url, max: 4, types: asNumbers })
  // The server may stop while a connection is idle.
  pool.on('error', () => undefined)
  return {
    query: (text, values) => pool.query(text, values),
    exec: (text) => pool.query(text),
    async transaction(work) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        await work({
          query: (text, values) => client.query(text, values),
          exec: (text) => client.query(text),
        })
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    },
    close: () => pool.end(),
  }
}

/** Connects the embedded auth and storage services to a PostgreSQL server. */
export function connectEmbedded(url: string) {
  const json = (type: number) => ({
    to: type,
    from: [type],
    // Otherwise a string would be quoted twice.
    serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
    parse: (text: string): unknown => JSON.parse(text),
  })
  const connection = createPostgresConnection({
    url,
    postgresOptions: {
      max: 6,
      onnotice: () => undefined,
      types: { json: json(114), jsonb: json(3802) },
    },
  })
  // Otherwise the first request grants the API roles everything, including what the migrations revoked.
  Object.assign(connection, { ensureRlsContext: async () => true })
  return connection
}

import { createPostgresConnection } from '@supabase/lite/postgres'
import { Pool, types } from 'pg'
import type { Sql } from '../../supabase/local/database.ts'

/** Else a count arrives as text; those of tests are small. */
const asNumbers: { getTypeParser: typeof types.getTypeParser } = {
  getTypeParser: (type, format) =>
    type === types.builtins.INT8 ? Number : types.getTypeParser(type, format),
}

/** The address of another database of the same server, as another role. */
export function addressOf(server: string, { database = 'postgres', role = 'postgres' }): string {
  const url = new URL(server)
  url.username = role
  url.pathname = `/${database}`
  return url.href
}

/** Direct access past every rule, with the methods of the embedded database that tests call. */
export function openSql(url: string): Sql & { close(): Promise<void> } {
  const pool = new Pool({ connectionString: url, max: 4, types: asNumbers })
  // The server may end while a connection rests in the pool.
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

/** The connection of the embedded auth and storage services to a PostgreSQL server. */
export function connectEmbedded(url: string) {
  const json = (type: number) => ({
    to: type,
    from: [type],
    // Else what is a string already is put into quotes once more.
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
  // At its first request it would grant everything to the API roles, over what the migrations granted.
  Object.assign(connection, { ensureRlsContext: async () => true })
  return connection
}

import { Client } from 'pg'
import { insertSession, pushMigrations, startPostgres } from '../../tooling/postgres/postgres.ts'

/** Starts a PostgreSQL with all migrations, and connects to it with unrestricted access. */
export async function startMigratedPostgres() {
  const postgres = await startPostgres()
  const { name, url } = postgres
  await pushMigrations(url)
  const sql = new Client({ connectionString: url })
  await sql.connect()
  return {
    name,
    url,
    sql,
    /** Creates an account with a session as the auth service does, and returns its id. */
    createAccount: async (email?: string | null): Promise<string> => {
      const id = crypto.randomUUID()
      const signInEmail = email === undefined ? `${id}@example.com` : email
      await sql.query('insert into auth.users (id, email) values ($1, $2)', [id, signInEmail])
      await sql.query(insertSession, [id])
      return id
    },
    stop: async () => {
      await sql.end()
      await postgres.stop()
    },
  }
}

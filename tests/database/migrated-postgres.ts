import { Client } from 'pg'
import {
  insertSession,
  isServerInstalled,
  type Postgres,
  pushMigrations,
  startPostgres,
} from '../../tooling/postgres/postgres.ts'
import { databaseUrl, openSql } from '../../tooling/real-services/database.ts'
import { isOnRealServices } from '../../tooling/real-services/environment.ts'

/** The server of the first file, which has migrated it. */
let template: Promise<Postgres> | undefined
let copies = 0

/** Returns a PostgreSQL with all migrations: for every file but the first, a copy. PGlite cannot copy its database. */
export const openMigrated = (): Promise<Postgres> =>
  isServerInstalled() && !isOnRealServices ? copyTemplate() : migrate()

async function migrate(): Promise<Postgres> {
  const postgres = await startPostgres()
  await pushMigrations(postgres.url)
  return postgres
}

async function copyTemplate(): Promise<Postgres> {
  template ??= migrate().then((postgres) => {
    globalThis.sharedBackends.push(postgres)
    return postgres
  })
  const { name, url } = await template
  const database = `copy_${(copies += 1)}`
  const server = openSql(databaseUrl(url, { database: 'template1' }))
  await server.exec(`create database ${database} template postgres`)
  return {
    name,
    url: databaseUrl(url, { database }),
    async stop() {
      await server.exec(`drop database ${database} with (force)`)
      await server.close()
    },
  }
}

/** Opens a PostgreSQL with all migrations, and connects to it with unrestricted access. */
export async function startMigratedPostgres() {
  const postgres = await openMigrated()
  const { name, url } = postgres
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

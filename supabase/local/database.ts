import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '@supabase/lite'
import { applyPendingMigrations, listMigrationFiles } from '@supabase/lite/cli'
import type { PgliteConnection } from '@supabase/lite/pglite'
import { StartProblem } from './data-folder.ts'
import { withQuietConsole } from './refusals.ts'

/** A database past every rule: the embedded one, or a PostgreSQL server in its place. */
export interface Database {
  driver: Sql
}

export interface Sql {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  exec(text: string): Promise<unknown>
  transaction(work: (transaction: Pick<Sql, 'query' | 'exec'>) => Promise<void>): Promise<void>
}

/**
 * A timestamp in the form in which PostgREST answers: PostgreSQL's own, '2026-11-20 22:23:44+00', is no
 * date to some browsers. '2026-11-20T22:23:44+00:00' is one to all of them.
 */
export const isoTimestamp = (text: string) =>
  text.replace(' ', 'T').replace(/([+-]\d\d)(?=$| BC$)/, '$1:00')

const migrationsFolder = join(import.meta.dirname, '../migrations')

/**
 * Brings the database to the newest migration.
 *
 * @throws StartProblem naming the migration that failed and why
 */
export async function migrate(app: App, connection: PgliteConnection): Promise<void> {
  // The reason is printed, while the error itself only repeats the statement.
  const printed: string[] = []
  try {
    await withQuietConsole(
      (line) => printed.push(line),
      () => applyPendingMigrations(app),
    )
  } catch (error) {
    // A database that answers nothing at all has another problem than a migration.
    await connection.driver.query('select 1')
    const done: string[] = await connection.driver
      .query<{ version: string }>('select version from supabase_migrations.schema_migrations')
      .then(({ rows }) => rows.map(({ version }) => version))
      .catch(() => [])
    const failed = (await listMigrationFiles(app)).find(({ version }) => !done.includes(version))
    throw new StartProblem(
      `The migration ${failed?.filename ?? 'files'} failed: ${printed[0] ?? String(error)}`,
    )
  }
}

/**
 * Makes the declared grants hold. The embedded backend grants everything to the API roles at its
 * first REST request, which would hide a missing grant here and a closed table from an attack there:
 * so it gets that request, and then the migrations named `*_grants.sql` run again, in order.
 */
export async function restoreGrants(app: App, connection: PgliteConnection, secretKey: string) {
  const first = await app.fetch(
    new Request('http://localhost/rest/v1/profiles?select=id&limit=1', {
      headers: { apikey: secretKey },
    }),
  )
  if (!first.ok) throw new StartProblem(`The database does not answer: ${await first.text()}`)
  for (const file of readdirSync(migrationsFolder).toSorted()) {
    if (!file.endsWith('_grants.sql')) continue
    await connection.driver.exec(readFileSync(join(migrationsFolder, file), 'utf8'))
  }
  await connection.driver.exec(
    'grant usage on schema auth, storage to anon, authenticated, service_role',
  )
}

/**
 * Removes PGlite's parsers for arrays of table rows, which no query here returns. It has made one for every
 * table and view, those of the system catalogue included, and copies all of its parsers for each result:
 * without these, 233 of 355, a query takes half the time.
 */
export async function dropRowParsers({ driver }: PgliteConnection): Promise<void> {
  const { rows } = await driver.query<{ oid: number }>(
    "select typarray as oid from pg_type where typtype = 'c' and typarray <> 0",
  )
  for (const { oid } of rows) delete driver.parsers[oid]
}

/** Opens or closes the directory to visitors, as the pages beside it are built for. */
export async function setDirectoryLive({ driver }: Database, isLive: boolean): Promise<void> {
  await driver.query('update private.settings set directory_live = $1', [isLive])
}

/**
 * Tells the database its address, and moves the stored images to it: the seed is written for one
 * address, and a later run may listen on another port.
 */
export async function setProjectUrl(connection: Database, url: string): Promise<void> {
  const moved = `regexp_replace($2::text, '^https?://[^/]+(?=/storage/v1/)', $1::text)`
  await connection.driver.query('update private.settings set project_url = $1', [url])
  await connection.driver.query(
    `update public.communities set
       image_url = ${moved.replace('$2::text', 'image_url')},
       held_changes = case when held_changes ? 'image_url' then jsonb_set(
         held_changes, '{image_url}',
         to_jsonb(${moved.replace('$2::text', "held_changes ->> 'image_url'")})
       ) else held_changes end
     where image_url like '%/storage/v1/%' or held_changes ->> 'image_url' like '%/storage/v1/%'`,
    [url],
  )
}

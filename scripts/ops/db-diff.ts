/*
 * Writes the migration from the existing migrations to the schemas:
 *   npm run db:diff -- <name>
 * Applies each of the two to an empty database, on PostgreSQL if it is installed and on PGlite otherwise, and compares
 * the catalogs. Data, cron jobs, the bucket and renames must be added by hand (CONTRIBUTING.md).
 */
import { readdirSync, writeFileSync } from 'node:fs'
import { pushMigrations, startPostgres } from '../../tooling/postgres/postgres.ts'
import { applySchemas, planMigration } from '../../tooling/postgres/schemas.ts'

const [name] = process.argv.slice(2)
if (!name || !/^[a-z0-9_]+$/.test(name)) {
  console.error('Name the migration in lower case: npm run db:diff -- add_languages')
  process.exit(2)
}

const [migrated, declared] = await Promise.all([startPostgres(), startPostgres()])
try {
  await Promise.all([pushMigrations(migrated.url), applySchemas(declared.url)])
  const { files, destructive } = await planMigration(migrated.url, declared.url)
  if (files.length === 0) console.info('The migrations already match the schemas.')
  const now = Number(new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14))
  // Migrations run in the order of their names, so the new one follows the last, even if this clock is behind.
  const last = Math.max(
    ...readdirSync('supabase/migrations').map(Number.parseFloat).filter(Boolean),
  )
  const timestamp = Math.max(now, last + 1)
  for (const [index, sql] of files.entries()) {
    const file = `supabase/migrations/${timestamp + index}_${name}.sql`
    writeFileSync(file, sql)
    console.info(`Wrote ${file}. Review it before you commit it.`)
  }
  for (const statement of destructive) console.warn(`This deletes data: ${statement}`)
} finally {
  await Promise.all([migrated.stop(), declared.stop()])
}
// PGlite would set another exit code.
process.exit(0)

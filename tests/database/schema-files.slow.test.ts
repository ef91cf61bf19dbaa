import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateTypes } from '../../tooling/postgres/generate-types.ts'
import { type Postgres, startPostgres } from '../../tooling/postgres/postgres.ts'
import {
  applySchemas,
  findDifferingObjects,
  planMigration,
  schemaFiles,
} from '../../tooling/postgres/schemas.ts'
import { runAdvisors } from '../../tooling/postgres/supabase-cli.ts'
import { openMigrated } from './migrated-postgres.ts'

/* The schemas are the source of truth, and projects run the migrations. Both must create the same database. */

let migrated: Postgres
let declared: Postgres

beforeAll(async () => {
  ;[migrated, declared] = await Promise.all([openMigrated(), startPostgres()])
  await applySchemas(declared.url)
}, 120_000)

afterAll(() => Promise.all([migrated.stop(), declared.stop()]))

test('the migrations and the schemas create the same database', async () => {
  expect(await findDifferingObjects(migrated.url, declared.url)).toEqual([])
  expect((await planMigration(migrated.url, declared.url)).files).toEqual([])
}, 60_000)

/** Returns the columns with statistics of their own size, which the tool that plans migrations does not see. */
async function readStatistics({ url }: Postgres) {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    `select attrelid::regclass::text as source, attname, attstattarget from pg_attribute
     where attstattarget > 0 order by 1, 2`,
  )
  await client.end()
  return rows
}

test('the migrations and the schemas set the same sizes of statistics', async () => {
  const declaredSizes = await readStatistics(declared)
  expect(declaredSizes).not.toEqual([])
  expect(await readStatistics(migrated)).toEqual(declaredSizes)
})

test('every schema file is applied', () => {
  const files = readdirSync('supabase/schemas', { recursive: true, encoding: 'utf8' })
  expect(schemaFiles().toSorted()).toEqual(
    files
      .filter((name) => name.endsWith('.sql'))
      .map((name) => join('supabase/schemas', name))
      .toSorted(),
  )
})

test('the advisors report nothing except for unused indexes, not even at the level info', async () => {
  expect(await runAdvisors(declared.url)).toEqual([])
})

test('the committed types match the migrations', async () => {
  const generated = await generateTypes()
  const committed = Object.keys(generated).map((path) => [path, readFileSync(path, 'utf8')])
  expect(generated).toEqual(Object.fromEntries(committed))
}, 60_000)

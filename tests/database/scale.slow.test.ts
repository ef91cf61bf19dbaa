import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectTo, type Database, runQuery } from '../../scripts/bench/database.ts'
import { addEverything } from '../../scripts/bench/scale/data.ts'
import { listOperations } from '../../scripts/bench/scale/operations.ts'
import { openMigrated } from './migrated-postgres.ts'

/* The benchmark of scale, among so few rows that it is fast. */

const rows = 2000
let database: Database

beforeAll(async () => {
  database = await connectTo(await openMigrated())
  await addEverything(database, rows)
}, 120_000)

afterAll(() => database.stop())

test('it fills every table that grows with the directory', async () => {
  const empty = await database.query(
    `select relname from pg_class
     where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace) and reltuples <= 0
     order by 1`,
  )
  expect(empty.map(({ relname }) => relname)).toEqual(['deletion_requests'])
})

test('it runs every operation', async () => {
  for (const operation of await listOperations(database, rows))
    expect(await runQuery(database, operation)).toBeGreaterThan(0)
}, 120_000)

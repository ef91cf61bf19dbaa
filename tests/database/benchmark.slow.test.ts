import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openEmbedded, openPostgres } from '../../scripts/bench/admin/databases.ts'
import { fill } from '../../scripts/bench/directory/load.ts'
import { measure } from '../../scripts/bench/directory/measure.ts'
import { questionsAmong } from '../../scripts/bench/directory/questions.ts'

/* The benchmark compares the directory with plain queries; among few communities, whose times say nothing. */

const rows = 1000
let database: Database

beforeAll(async () => {
  database = (await openPostgres()) ?? (await openEmbedded())
  await fill(database, rows)
})

afterAll(() => database.stop())

test('the directory answers every question of the benchmark as the plain query does', async () => {
  const questions = await questionsAmong(database, rows)
  expect(questions.length).toBeGreaterThan(40)
  for (const question of questions) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await expect(measure(database, question)).resolves.toBeDefined()
  }
})

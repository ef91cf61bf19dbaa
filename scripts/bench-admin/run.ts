/* What the admin page costs in a directory of 100,000 listings and 100,000 users. */
import { type Database, openEmbedded, openPostgres } from './databases.ts'
import { growTo } from './load.ts'
import { type Timing, measure } from './measure.ts'
import { makeBareFunctions, questions, underPolicy } from './queries.ts'
import { printTimes, printVerdict } from './report.ts'

const sizes = [1000, 10_000, 100_000]

async function bench(open: () => Promise<Database>): Promise<boolean> {
  const database = await open()
  const { name } = database
  const results = new Map<number, Timing[]>()
  const direct = new Map<number, Timing[]>()
  try {
    // The demo data would mix with the rows that are counted.
    await database.query('truncate auth.users cascade')
    // oxlint-disable-next-line no-await-in-loop
    for (const statement of makeBareFunctions) await database.query(statement)
    let loaded = 0
    for (const size of sizes) {
      console.info(`${name}: loading ${size.toLocaleString('en')} listings and users`)
      /* oxlint-disable no-await-in-loop */
      await growTo(database, loaded, size)
      loaded = size
      results.set(size, await measureAll(database, questions(size)))
      direct.set(size, await measureAll(database, underPolicy()))
      /* oxlint-enable no-await-in-loop */
    }
  } finally {
    await database.stop()
  }
  printTimes(name, results)
  printTimes(`${name}, without the functions: straight from the table under its policy`, direct)
  return printVerdict(name, results)
}

async function measureAll(database: Database, asked: ReturnType<typeof questions>) {
  const timings: Timing[] = []
  // oxlint-disable-next-line no-await-in-loop
  for (const question of asked) timings.push(await measure(database, question))
  return timings
}

const verdicts = [await bench(openPostgres), await bench(openEmbedded)]
process.exit(verdicts.every(Boolean) ? 0 : 1)

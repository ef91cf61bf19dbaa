/*
 * Measures what visitors' searches cost among 100,000 and 1,000,000 communities in a real PostgreSQL, beside the plain
 * query for the same rows:
 *   npm run bench:directory [-- 1000 10000]
 */
import { type Database, openPostgres } from '../admin/databases.ts'
import { fill } from './load.ts'
import { measure, type Timing } from './measure.ts'
import { questionsAmong } from './questions.ts'

/** Milliseconds: medians by number of communities, and the statement timeout of a hosted visitor. */
const limits = new Map([
  [100_000, 50],
  [1_000_000, 300],
])
const statementTimeout = 3000

const chosen = process.argv.slice(2).map(Number)
const sizes = chosen.length > 0 ? chosen : [...limits.keys()]
const show = (milliseconds: number) => milliseconds.toFixed(milliseconds < 10 ? 1 : 0)
let isWithinLimits = true

for (const rows of sizes) {
  // oxlint-disable-next-line no-await-in-loop -- each size has the machine to itself
  await benchmark(rows)
}
process.exit(isWithinLimits ? 0 : 1)

async function benchmark(rows: number) {
  const database = await openPostgres()
  if (!database) {
    console.info('Skipped: no PostgreSQL server is installed (apt-get install postgresql).')
    process.exit(1)
  }
  try {
    await fill(database, rows)
    console.info(`\n${database.name}, ${rows.toLocaleString('en')} communities, milliseconds\n`)
    console.info('| search | median | worst | plain query |\n|---|--:|--:|--:|')
    await measureAll(database, rows)
  } finally {
    await database.stop()
  }
}

async function measureAll(database: Database, rows: number) {
  for (const question of await questionsAmong(database, rows)) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    const timing = await measure(database, question)
    const { median, worst, plain } = timing
    console.info(`| ${question.name} | ${show(median)} | ${show(worst)} | ${show(plain)} |`)
    if (isOverLimit(timing, rows)) {
      isWithinLimits = false
      console.info(`'${question.name}' is over the limit`)
    }
  }
}

function isOverLimit({ median, worst }: Timing, rows: number): boolean {
  return median > (limits.get(rows) ?? Infinity) || worst > statementTimeout
}

/*
 * What the admin page's queries cost among 1,000, 10,000 and 100,000 communities and users, beside the
 * same queries without row-level security, in a real PostgreSQL and in the embedded one.
 */
import { type Database, openEmbedded, openPostgres } from './databases.ts'
import { directQuestions, communityQuestions } from './community-questions.ts'
import { addAdmin, growTo } from './load.ts'
import { type Question, type Timing, measure } from './measure.ts'
import { queueQuestions } from './queue-questions.ts'
import { printTimes, printVerdict } from './report.ts'
import { userQuestions } from './user-questions.ts'

const sizes = [1000, 10_000, 100_000]

async function measureAll(database: Database, questions: readonly Question[]): Promise<Timing[]> {
  const timings: Timing[] = []
  // oxlint-disable-next-line no-await-in-loop
  for (const question of questions) timings.push(await measure(database, question))
  return timings
}

/** The round trip alone: a part of every time below, in both ways. */
const nothing: Question = {
  name: 'nothing',
  asked: { role: 'authenticated', sql: `select '[]' as body` },
  other: { role: 'postgres', sql: `select '[]' as body` },
}

async function bench(database: Database): Promise<boolean> {
  const { name } = database
  const asked = new Map<number, Timing[]>()
  const direct = new Map<number, Timing[]>()
  const began = performance.now()
  const say = (line: string) =>
    console.info(`${name}, ${Math.round((performance.now() - began) / 1000)} s: ${line}`)
  await addAdmin(database)
  let loaded = 0
  for (const size of sizes) {
    const rows = size.toLocaleString('en')
    /* oxlint-disable no-await-in-loop */
    say(`loading ${rows} communities and users`)
    await growTo(database, loaded, size)
    loaded = size
    const questions = [
      ...communityQuestions(size),
      ...(await queueQuestions(database)),
      ...userQuestions(size),
    ]
    say(`measuring ${questions.length} queries at ${rows}`)
    asked.set(size, await measureAll(database, questions))
    direct.set(size, await measureAll(database, directQuestions()))
    /* oxlint-enable no-await-in-loop */
  }
  const roundTrip = await measure(database, nothing)
  say(`done; a query that does nothing takes ${roundTrip.asked.toFixed(2)} ms`)

  printTimes(`${name}: ms as the page asks / without row-level security (ratio)`, asked)
  printTimes(`${name}: ms through the function / from the table under its policies (ratio)`, direct)
  return printVerdict(name, asked)
}

async function benchAndStop(database: Database): Promise<boolean> {
  try {
    return await bench(database)
  } finally {
    await database.stop()
  }
}

const postgres = await openPostgres()
if (!postgres)
  console.info('Skipped: no PostgreSQL server is installed (apt-get install postgresql).')
const verdicts = [
  postgres ? await benchAndStop(postgres) : false,
  await benchAndStop(await openEmbedded()),
]
process.exit(verdicts.every(Boolean) ? 0 : 1)

/*
 * What visitors' questions to the directory cost among 100,000 and 1,000,000 communities in a real
 * PostgreSQL, beside the plain query on the same table:
 *   npm run bench:directory [-- 1000 10000]
 */
import { type Database, openPostgres } from '../bench-admin/databases.ts'
import { growTo } from './load.ts'
import { measure, type Timing } from './measure.ts'
import { questionsAmong } from './questions.ts'

/** At the first size, and how many times that at the last. */
const limits = { milliseconds: 50, growth: 3 }
const chosen = process.argv.slice(2).map(Number)
const sizes = chosen.length > 0 ? chosen : [100_000, 1_000_000]

type Results = Map<string, Timing>

async function measureAll(database: Database, rows: number): Promise<Results> {
  const results: Results = new Map()
  for (const question of await questionsAmong(database, rows)) {
    // oxlint-disable-next-line no-await-in-loop -- nothing else is to run meanwhile
    results.set(question.name, await measure(database, question))
  }
  return results
}

/** A table in Markdown, as docs/directory.md has it. */
function table(all: ReadonlyMap<number, Results>): string {
  const names = [...(all.values().next().value?.keys() ?? [])]
  const head = [...all.keys()].map(
    (rows) => ` ${rows.toLocaleString('en')}: median | worst | processor | plain |`,
  )
  const lines = names.map((name) => {
    const cells = [...all.values()].map((results) => {
      const { median, worst, processor, plain } = results.get(name) ?? {}
      return ` ${show(median)} | ${show(worst)} | ${show(processor)} | ${show(plain)} |`
    })
    return `| ${name} |${cells.join('')}`
  })
  return [`| ms |${head.join('')}`, `|---|${'--:|'.repeat(4 * all.size)}`, ...lines].join('\n')
}

const show = (milliseconds = Number.NaN) => milliseconds.toFixed(milliseconds < 10 ? 1 : 0)

/** Prints what must hold, and what comes nearest to breaking it. @returns whether it does */
function verdict(all: ReadonlyMap<number, Results>): boolean {
  const [small = new Map(), large = small] = [...all.values()]
  const most = [limits.milliseconds, limits.milliseconds * limits.growth]
  const slowest = [small, large].map((results) => worstOf(results, ({ median }) => median))
  const grown = worstOf(large, ({ median }, name) => median / (small.get(name)?.median ?? median))
  const single = worstOf(large, ({ worst }) => worst)
  for (const [index, { name, value }] of slowest.entries()) {
    console.info(
      `slowest at ${[...all.keys()].at(index === 0 ? 0 : -1)?.toLocaleString('en')}: ${name}, ${show(value)} ms of ${most[index]}`,
    )
  }
  console.info(`slowest single answer: ${single.name}, ${show(single.value)} ms`)
  console.info(`grown most: ${grown.name}, ${grown.value.toFixed(1)} times`)
  return slowest.every(({ value }, index) => value <= (most[index] ?? 0))
}

function worstOf(results: Results, valueOf: (timing: Timing, name: string) => number) {
  const [worst] = [...results]
    .map(([name, timing]) => ({ name, value: valueOf(timing, name) }))
    .toSorted((one, other) => other.value - one.value)
  return worst ?? { name: 'none', value: Number.NaN }
}

const database = await openPostgres()
if (!database) {
  console.info('Skipped: no PostgreSQL server is installed (apt-get install postgresql).')
  process.exit(1)
}
const all = new Map<number, Results>()
try {
  let loaded = 0
  for (const rows of sizes) {
    const began = performance.now()
    /* oxlint-disable no-await-in-loop */
    await growTo(database, loaded, rows)
    loaded = rows
    const seconds = Math.round((performance.now() - began) / 1000)
    console.info(
      `${database.name}: ${rows.toLocaleString('en')} communities, loaded in ${seconds} s`,
    )
    all.set(rows, await measureAll(database, rows))
    /* oxlint-enable no-await-in-loop */
  }
} finally {
  await database.stop()
}
console.info(`\n${table(all)}`)
process.exit(verdict(all) ? 0 : 1)

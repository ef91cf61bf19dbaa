/*
 * What visitors' questions to the directory cost among 100,000 and 1,000,000 communities in a real
 * PostgreSQL, beside the plain query on the same table:
 *   npm run bench:directory [-- 1000 10000]
 */
import { type Database, openPostgres } from '../bench-admin/databases.ts'
import { fill } from './load.ts'
import { measure, type Timing } from './measure.ts'
import { questionsAmong } from './questions.ts'

/** At the first size, and how many times that at the last. */
const limits = { milliseconds: 50, growth: 3 }
const chosen = process.argv.slice(2).map(Number)
const sizes = chosen.length > 0 ? chosen : [100_000, 1_000_000]

/** A question with its timing at each size. */
interface Line {
  name: string
  timings: Timing[]
  growth: number
}

async function load(database: Database, rows: number) {
  const began = performance.now()
  await fill(database, rows)
  const seconds = Math.round((performance.now() - began) / 1000)
  console.info(`${database.name}: ${rows.toLocaleString('en')} communities, loaded in ${seconds} s`)
}

async function measureAll(databases: readonly Database[]): Promise<Line[]> {
  const asked = await Promise.all(
    databases.map((database, index) => questionsAmong(database, sizes[index] ?? 0)),
  )
  const lines: Line[] = []
  for (const [index, { name }] of (asked[0] ?? []).entries()) {
    const cases = databases.flatMap((database, size) => {
      const question = asked[size]?.[index]
      return question ? [{ database, question }] : []
    })
    // oxlint-disable-next-line no-await-in-loop -- nothing else is to run meanwhile
    const timings = await measure(cases)
    const [first = Number.NaN, last = first] = [timings[0]?.median, timings.at(-1)?.median]
    lines.push({ name, timings, growth: last / first })
  }
  return lines
}

/** A table in Markdown, as docs/directory.md has it. */
function table(lines: readonly Line[]): string {
  const head = sizes.map(
    (rows) => ` ${rows.toLocaleString('en')}: median | worst | processor | plain |`,
  )
  const body = lines.map(({ name, timings, growth }) => {
    const cells = timings.map(
      ({ median, worst, processor, plain }) =>
        ` ${show(median)} | ${show(worst)} | ${show(processor)} | ${show(plain)} |`,
    )
    return `| ${name} |${cells.join('')} ${growth.toFixed(1)} |`
  })
  const rule = `|---|${'--:|'.repeat(4 * sizes.length + 1)}`
  return [`| ms |${head.join('')} growth |`, rule, ...body].join('\n')
}

const show = (milliseconds = Number.NaN) => milliseconds.toFixed(milliseconds < 10 ? 1 : 0)

/** Prints what comes nearest to breaking a limit. @returns whether all hold */
function verdict(lines: readonly Line[]): boolean {
  const slowest = largest(lines, ({ timings }) => timings[0]?.median)
  const single = largest(lines, ({ timings }) => timings.at(-1)?.worst)
  const grown = largest(lines, ({ growth }) => growth)
  const [first, last] = [sizes[0], sizes.at(-1)].map((rows) => rows?.toLocaleString('en'))
  console.info(
    `slowest among ${first}: ${slowest.name}, ${show(slowest.value)} ms of ${limits.milliseconds}`,
  )
  console.info(`slowest single answer among ${last}: ${single.name}, ${show(single.value)} ms`)
  console.info(`grown most: ${grown.name}, ${grown.value.toFixed(1)} times of ${limits.growth}`)
  return slowest.value <= limits.milliseconds && grown.value <= limits.growth
}

function largest(lines: readonly Line[], valueOf: (line: Line) => number | undefined) {
  const [first] = lines
    .map((line) => ({ name: line.name, value: valueOf(line) ?? Number.NaN }))
    .toSorted((one, other) => other.value - one.value)
  return first ?? { name: 'none', value: Number.NaN }
}

const databases: Database[] = []
let lines: Line[]
try {
  for (const rows of sizes) {
    // One is loaded after the other: both cores are busy with one.
    /* oxlint-disable no-await-in-loop */
    const database = await openPostgres()
    if (!database) {
      console.info('Skipped: no PostgreSQL server is installed (apt-get install postgresql).')
      process.exit(1)
    }
    databases.push(database)
    await load(database, rows)
    /* oxlint-enable no-await-in-loop */
  }
  lines = await measureAll(databases)
} finally {
  await Promise.all(databases.map(({ stop }) => stop()))
}
console.info(`\n${table(lines)}`)
process.exit(verdict(lines) ? 0 : 1)

/*
 * Measures the admin page's queries among 1,000, 10,000 and 100,000 communities and users, in PostgreSQL and in PGlite:
 *   npm run bench:admin [-- 1000 5000]
 * Lists and counts are compared with the same query without row-level security.
 */
import {
  type Benchmark,
  type Database,
  measure,
  openEmbedded,
  openPostgres,
  type Timing,
} from '../database.ts'
import { median } from '../median.ts'
import { addAdmin, addRows } from './data.ts'
import { adminQueries, policyQueries } from './queries.ts'

/** The highest acceptable ratios. A slow query must also exceed `overhead`, in milliseconds. */
const limits = { growth: 1.5, ratio: 1.2, overhead: 0.5 }

type Results = Map<number, Timing[]>

const chosen = process.argv.slice(2).map(Number)
const sizes = chosen.length > 0 ? chosen : [1000, 10_000, 100_000]

const postgres = await openPostgres()
if (!postgres) console.info('No PostgreSQL server is installed (apt-get install postgresql).')
const isWithinLimits = [
  postgres !== undefined && (await benchmark(postgres)),
  await benchmark(await openEmbedded()),
]
process.exit(isWithinLimits.every(Boolean) ? 0 : 1)

async function benchmark(database: Database): Promise<boolean> {
  const { name } = database
  const results: Results = new Map()
  const underPolicies: Results = new Map()
  await addAdmin(database)
  for (const [index, size] of sizes.entries()) {
    console.info(`${name}: measuring ${size.toLocaleString('en')} communities and users`)
    await addRows(database, sizes[index - 1] ?? 0, size)
    results.set(size, await measureAll(database, adminQueries(size)))
    underPolicies.set(size, await measureAll(database, policyQueries()))
  }
  await database.stop()
  printTimes(`${name}: ms / without row-level security (ratio)`, results)
  printTimes(`${name}: ms / from the table under its policies (ratio)`, underPolicies)
  return printVerdicts(name, results)
}

async function measureAll(database: Database, queries: readonly Benchmark[]): Promise<Timing[]> {
  const timings: Timing[] = []
  for (const query of queries) timings.push(await measure(database, query))
  return timings
}

function printTimes(title: string, results: Results): void {
  const rows: Record<string, Record<string, string>> = {}
  for (const [size, timings] of results) {
    for (const timing of timings) {
      rows[timing.name] = { ...rows[timing.name], [size.toLocaleString('en')]: format(timing) }
    }
  }
  console.info(`\n${title}`)
  console.table(rows)
}

function ratio({ median: milliseconds, plain }: Timing): number {
  return milliseconds / plain
}

function format(timing: Timing): string {
  const milliseconds = timing.median.toFixed(2)
  if (Number.isNaN(timing.plain)) return milliseconds
  return `${milliseconds} / ${timing.plain.toFixed(2)} (${ratio(timing).toFixed(2)})`
}

/** Returns whether all are within their limits. */
function printVerdicts(name: string, results: Results): boolean {
  const compared = (results.get(sizes.at(-1) ?? 0) ?? []).filter(({ plain }) => plain > 0)
  const firstPages = [...results.values()].map(([firstPage]) => firstPage?.median ?? Number.NaN)
  const growth = (firstPages.at(-1) ?? Number.NaN) / (firstPages.at(0) ?? Number.NaN)
  const typical = median(compared.map(ratio))
  const slow = compared.filter(
    (timing) => ratio(timing) > limits.ratio && timing.median - timing.plain > limits.overhead,
  )
  console.info(`\n${name}`)
  return [
    printVerdict(`growth of the first page: ${growth.toFixed(2)}`, growth <= limits.growth),
    printVerdict(`median ratio: ${typical.toFixed(2)}`, typical <= limits.ratio),
    printVerdict(
      `slow queries: ${slow.map((timing) => timing.name).join() || 'none'}`,
      slow.length === 0,
    ),
  ].every(Boolean)
}

function printVerdict(measured: string, isWithinLimit: boolean): boolean {
  console.info(`  ${isWithinLimit ? 'ok      ' : 'TOO SLOW'}  ${measured}`)
  return isWithinLimit
}

/*
 * Measures visitors' searches among 100,000 and 1,000,000 communities in PostgreSQL, compared with the plain query for
 * the same rows:
 *   npm run bench:directory [-- 1000 10000]
 */
import { type Benchmark, type Database, measure, openPostgres } from '../database.ts'
import { addCommunities } from './data.ts'
import { searchQueries } from './queries.ts'

/** The longest median in milliseconds, by number of communities. */
const limits = new Map([
  [100_000, 50],
  [1_000_000, 300],
])
/** Milliseconds after which a hosted project cancels a visitor's statement. */
const statementTimeout = 3000

const chosen = process.argv.slice(2).map(Number)
const sizes = chosen.length > 0 ? chosen : [...limits.keys()]
let isWithinLimits = true
// Parallel queries would slow each other down.
for (const rows of sizes) await benchmark(rows)
process.exit(isWithinLimits ? 0 : 1)

async function benchmark(rows: number) {
  const database = await openPostgres()
  if (!database) {
    console.error('No PostgreSQL server is installed (apt-get install postgresql).')
    process.exit(1)
  }
  await addCommunities(database, rows)
  console.info(`\n${database.name}, ${rows.toLocaleString('en')} communities, milliseconds\n`)
  console.info('| search | median | worst | plain query |\n|---|--:|--:|--:|')
  for (const query of await searchQueries(database, rows)) {
    const { median, worst, plain } = await measureSearch(database, query)
    console.info(`| ${query.name} | ${format(median)} | ${format(worst)} | ${format(plain)} |`)
    if (median > (limits.get(rows) ?? Infinity) || worst > statementTimeout) {
      isWithinLimits = false
      console.error(`'${query.name}' exceeds the limit`)
    }
  }
  await database.stop()
}

function format(milliseconds: number): string {
  return milliseconds.toFixed(milliseconds < 10 ? 1 : 0)
}

/** Puts the plain query into a function with the settings of the real one, so that both have the same overhead. */
async function measureSearch(database: Database, { name, query, plain }: Required<Benchmark>) {
  await database.query(
    `create or replace function private.bench_plain() returns text
     language plpgsql stable security definer
     set search_path = '' set plan_cache_mode = force_custom_plan set jit = off as $plain$
     begin
       return (${plain.sql});
     end
     $plain$`,
  )
  const inFunction = { role: plain.role, sql: 'select private.bench_plain() as body' }
  const isSame = /^(counts|places)/.test(name) ? areSameCounts : undefined
  return measure(database, { name, query, plain: inFunction }, isSame)
}

/** A capped count may be lower than the true one. */
function areSameCounts(body: string, plainBody: string): boolean {
  const expected = readCounts(plainBody)
  return [...readCounts(body)].every(([key, { communities, isAtLeast }]) => {
    const truth = expected.get(key)?.communities ?? 0
    return isAtLeast ? communities <= truth : communities === truth
  })
}

function readCounts(body: string) {
  const rows: unknown = JSON.parse(body)
  const read = (row: unknown, key: string): unknown => Reflect.get(Object(row), key)
  return new Map(
    (Array.isArray(rows) ? rows : []).map((row: unknown) => [
      `${String(read(row, 'facet'))} ${String(read(row, 'value'))}`,
      {
        communities: Number(read(row, 'communities')),
        isAtLeast: read(row, 'is_at_least') === true,
      },
    ]),
  )
}

/*
 * Increases the load on the directory until the 95th percentile exceeds 500 ms, without and with a cache in front:
 *   npm run bench:load [-- 100000]
 * Needs Linux, PostgreSQL and nginx. Fails if an owner's save or an admin's approval takes more than a second just
 * below the limit.
 */
import { cpus } from 'node:os'
import { fillDatabase, readCommunities, readUserIds } from './data.ts'
import { formatForecast } from './forecast.ts'
import { createRandom } from './random.ts'
import { formatMemory, formatSteps, round, table } from './report.ts'
import { startServices } from './services.ts'
import { createMeasure, findLimit, isWithinLimit, type Measure, type Step } from './steps.ts'
import { createVisits, mix } from './visits.ts'
import { maxWriteTime, measureWrites } from './writes.ts'

const rows = Number(process.argv[2] ?? 100_000)
/** The share of the limit at which the writes are measured. */
const busy = 0.85
let isWithinTime = true

const services = await startServices((database) => fillDatabase(database, rows))
const communities = await readCommunities(services.query)
const userIds = await readUserIds(services.query)
console.info(`${services.name}
${communities.length.toLocaleString('en')} communities. Of 100 visits: ${Object.entries(mix)
  .map((pair) => pair.join(' '))
  .join(', ')}.
The load generator shares ${cpus().length} cores with the servers. Times in milliseconds.`)

const uncached = await benchmark('Without a cache', services.uncachedUrl, 50)
const cached = await benchmark('With a cache', services.cachedUrl, 100)
await services.stop()
console.info(`\n## Forecast\n\n${formatForecast(uncached, cached, drawVisits().nextVisit)}`)
process.exit(isWithinTime ? 0 : 1)

/** The same visits in each part of the benchmark. */
function drawVisits() {
  const random = createRandom(1)
  return { random, nextVisit: createVisits(communities, userIds, random) }
}

/** Prints the results and returns the highest load within the limit. */
async function benchmark(title: string, url: string, firstRate: number): Promise<Step> {
  const measure = createMeasure(services, url, drawVisits())
  const steps = await findLimit(measure, firstRate)
  console.info(`\n## ${title}\n\n${formatSteps(steps)}`)
  const limit = steps.findLast(isWithinLimit)
  if (!limit)
    throw new Error(`Even ${firstRate} visits/s are too much for this machine, or requests fail.`)
  console.info(`\nMemory at the limit: ${formatMemory(limit)}.`)
  await checkWrites(limit.rate * busy, url, measure)
  return limit
}

async function checkWrites(rate: number, url: string, measure: Measure): Promise<void> {
  const [load, writes] = await Promise.all([measure(rate, 6), measureWrites(services, url)])
  const times = writes.map(({ name, median, worst }) => [name, round(median), round(worst)])
  console.info(`\nWrites at ${round(rate)} visits/s (p95 ${round(load.p95)}):\n`)
  console.info(table(['write', 'median', 'worst'], times))
  for (const { name, worst } of writes) {
    if (worst <= maxWriteTime) continue
    isWithinTime = false
    console.error(`An ${name} takes more than ${maxWriteTime} ms.`)
  }
}

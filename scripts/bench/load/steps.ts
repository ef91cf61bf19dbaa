import type { Database } from '../database.ts'
import { applyLoad, type LoadResult } from './load.ts'
import { readUsage } from './processes.ts'
import type { Services } from './services.ts'
import type { Visit } from './visits.ts'

/** The highest acceptable 95th percentile, in milliseconds. */
const maxP95 = 500
/** Seconds for which a load is applied. Long enough for at least 300 visits. */
const secondsFor = (rate: number) => Math.max(6, 300 / rate)

/** What one load needed. */
export interface Step extends LoadResult {
  /** Visits per second. */
  rate: number
  /** Seconds until the last response. */
  seconds: number
  /** Statements that visitors and users ran, except BEGIN and COMMIT. */
  queries: number
  /** For each process group: cores in use on average, and MB. */
  cores: Record<string, number>
  memory: Record<string, number>
}

/** Applies a load and measures what it needs. */
export type Measure = (rate: number, seconds?: number) => Promise<Step>

export const isWithinLimit = ({ p95, errors }: LoadResult) => p95 <= maxP95 && errors === 0

/** @param url the project's URL, with or without the cache */
export function createMeasure(
  services: Services,
  url: string,
  visits: { nextVisit: () => Visit; random: () => number },
): Measure {
  const { query, pids, signIn } = services
  return async (rate, seconds = secondsFor(rate)) => {
    await query('select pg_stat_statements_reset()')
    const start = Date.now()
    const before = readCpu(pids)
    const result = await applyLoad({ url, rate, seconds, signIn, ...visits })
    const taken = (Date.now() - start) / 1000
    const after = readCpu(pids)
    const cores = Object.entries(after).map(([name, cpu]) => [
      name,
      (cpu - (before[name] ?? 0)) / taken,
    ])
    const memory = Object.entries(pids).map(([name, pid]) => [name, readUsage(pid).memory])
    return {
      ...result,
      rate,
      seconds: taken,
      queries: await countQueries(query),
      cores: Object.fromEntries(cores),
      memory: Object.fromEntries(memory),
    }
  }
}

/** Returns the processor seconds of each process group so far. */
function readCpu(pids: Services['pids']): Record<string, number> {
  const { user, system } = process.cpuUsage()
  const groups = Object.entries(pids).map(([name, pid]) => [name, readUsage(pid).cpu])
  return { ...Object.fromEntries(groups), 'load generator': (user + system) / 1e6 }
}

async function countQueries(query: Database['query']): Promise<number> {
  const [row] = await query(
    `select coalesce(sum(calls), 0) as calls from pg_stat_statements
     where userid <> 'postgres'::regrole`,
  )
  return Number(row?.['calls'])
}

/** Whether other programs may have slowed the services down, so that the load is worth repeating. */
const isClose = ({ p95, errors }: LoadResult) => p95 <= 2 * maxP95 && errors === 0

/** Increases the load by half until it exceeds the limit, then narrows the limit down. Returns all steps by load. */
export async function findLimit(measure: Measure, firstRate: number): Promise<Step[]> {
  const steps: Step[] = []
  const isWithin = async (rate: number) => {
    const step = await measure(rate)
    steps.push(!isWithinLimit(step) && isClose(step) ? await measure(rate) : step)
    return isWithinLimit(steps.at(-1) ?? step)
  }
  let rate = firstRate
  while (await isWithin(rate)) rate *= 1.5
  let [low, high] = [rate / 1.5, rate]
  for (let round = 0; round < 2; round += 1) {
    const middle = (low + high) / 2
    if (await isWithin(middle)) low = middle
    else high = middle
  }
  return steps.toSorted((one, other) => one.rate - other.rate)
}

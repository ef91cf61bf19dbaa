import { median } from '../median.ts'
import type { Timing } from './measure.ts'

/** What was measured on one database, by number of rows. */
export type Results = ReadonlyMap<number, readonly Timing[]>

/** Ratios, and milliseconds. */
const limits = { growth: 1.5, security: 1.2, fixedCost: 0.5 }

/** Prints milliseconds at every size beside each other, as asked / the other way (their ratio). */
export function printTimes(title: string, results: Results): void {
  console.info(`\n${title}`)
  const rows = new Map<string, Record<string, string>>()
  for (const [size, timings] of results) {
    for (const timing of timings) {
      const row = rows.get(timing.name) ?? {}
      row[size.toLocaleString('en')] = cell(timing)
      rows.set(timing.name, row)
    }
  }
  console.table(Object.fromEntries(rows))
}

const ratio = ({ asked, other }: Timing) => asked / other

const cell = (timing: Timing) =>
  `${timing.asked.toFixed(2)} / ${timing.other.toFixed(2)} (${ratio(timing).toFixed(2)})`

/** Prints what must hold of one database. @returns whether it does */
export function printVerdict(name: string, results: Results): boolean {
  const sizes = [...results.keys()]
  const small = sizes.at(0) ?? 0
  const large = sizes.at(-1) ?? 0
  const first = (size: number) => results.get(size)?.find((timing) => timing.name === 'first page')
  const inFull = results.get(large) ?? []
  const [worst] = inFull.toSorted((one, other) => ratio(other) - ratio(one))

  console.info(`\n${name}: verdict`)
  console.info(
    `  bytes of the first page: ${sizes.map((size) => `${first(size)?.bytes} of ${size} rows`).join(', ')}`,
  )
  const growth = (first(large)?.asked ?? Number.NaN) / (first(small)?.asked ?? Number.NaN)
  const typical = median(inFull.map(ratio))
  return [
    verdict(
      `first page, ${large} rows / ${small} rows: ${growth.toFixed(2)}, at most ${limits.growth}`,
      growth <= limits.growth,
    ),
    verdict(
      `row-level security, median of the queries: ${typical.toFixed(2)}, at most ${limits.security}`,
      typical <= limits.security,
    ),
    // The function and the check take the same fraction of a millisecond whatever they are asked.
    verdict(
      `row-level security, costliest: ${worst ? describe(worst) : 'none'}, at most ${limits.security} or ${limits.fixedCost} ms more`,
      worst !== undefined && (ratio(worst) <= limits.security || extra(worst) <= limits.fixedCost),
    ),
  ].every(Boolean)
}

const extra = ({ asked, other }: Timing) => asked - other

const describe = (timing: Timing) =>
  `${timing.name}, ${ratio(timing).toFixed(2)} or ${extra(timing).toFixed(2)} ms more`

function verdict(what: string, holds: boolean): boolean {
  console.info(`  ${what}: ${holds ? 'ok' : 'TOO SLOW'}`)
  return holds
}

import { type Timing, median } from './measure.ts'

/** What was measured on one database, by number of rows. */
export type Results = ReadonlyMap<number, readonly Timing[]>

const limits = { growth: 1.5, policy: 1.2 }

/** Prints the times at every size beside each other: as asked, and without row-level security. */
export function printTimes(name: string, results: Results): void {
  const sizes = [...results.keys()]
  const names = [...(results.get(sizes[0] ?? 0) ?? [])].map((timing) => timing.name)
  console.info(`\n${name}: milliseconds as the page asks / the same without row-level security`)
  console.table(
    Object.fromEntries(
      names.map((question) => [
        question,
        Object.fromEntries(
          sizes.flatMap((size) => {
            const timing = results.get(size)?.find((one) => one.name === question)
            return timing ? [[size.toLocaleString('en'), pair(timing)]] : []
          }),
        ),
      ]),
    ),
  )
}

const pair = ({ asked, bare }: Timing) => `${asked.toFixed(2)} / ${bare.toFixed(2)}`

/** Prints what must hold. @returns whether it does */
export function printVerdict(name: string, results: Results): boolean {
  const sizes = [...results.keys()]
  const [small, large] = [sizes[0] ?? 0, sizes.at(-1) ?? 0]
  const first = (size: number) => results.get(size)?.find((one) => one.name === 'first page')
  const growth = (first(large)?.asked ?? Number.NaN) / (first(small)?.asked ?? Number.NaN)
  const costs = (results.get(large) ?? []).map((timing) => timing.asked / timing.bare)
  const worst = (results.get(large) ?? []).toSorted(
    (one, other) => other.asked / other.bare - one.asked / one.bare,
  )[0]
  const cost = median(costs)
  const bytes = [first(small)?.bytes ?? 0, first(large)?.bytes ?? 0]
  const line = (text: string, value: number, limit: number) =>
    console.info(
      `  ${text}: ${value.toFixed(2)}, at most ${limit}: ${value <= limit ? 'ok' : 'TOO MUCH'}`,
    )

  console.info(`\n${name}`)
  line(`first page at ${large} rows, in times of ${small} rows`, growth, limits.growth)
  line('row-level security, median of all queries, in times', cost, limits.policy)
  if (worst) {
    console.info(
      `  row-level security, costliest: ${worst.name}, ${(worst.asked / worst.bare).toFixed(2)} times or ${(worst.asked - worst.bare).toFixed(2)} ms`,
    )
  }
  console.info(`  bytes of the first page: ${bytes.join(' and ')}`)
  return growth <= limits.growth && cost <= limits.policy
}

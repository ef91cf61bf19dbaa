import { isWithinLimit, type Step } from './steps.ts'

export const round = (value: number) => value.toFixed(value < 10 ? 1 : 0)

export const table = (heads: string[], rows: string[][]): string =>
  [heads, heads.map((_head, index) => (index === 0 ? '---' : '--:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')

/** Returns a table with a row for each load. */
export function formatSteps(steps: readonly Step[]): string {
  return table(
    [
      'visits/s',
      'requests/s',
      'p50',
      'p95',
      'p99',
      'errors',
      'cache hits',
      'queries/visit',
      'kB/visit',
      ...Object.keys(steps[0]?.cores ?? {}).map((name) => `${name} cores`),
    ],
    steps.map((step) => [
      `${round(step.visits / step.seconds)}${isWithinLimit(step) ? '' : ' (too much)'}`,
      round(step.requests / step.seconds),
      ...[step.p50, step.p95, step.p99].map(round),
      String(step.errors),
      `${((100 * step.hits) / step.requests).toFixed(0)}%`,
      (step.queries / step.visits).toFixed(2),
      round(step.bytes / step.visits / 1000),
      ...Object.values(step.cores).map((cores) => cores.toFixed(2)),
    ]),
  )
}

export const formatMemory = ({ memory }: Step): string =>
  Object.entries(memory)
    .map(([name, megabytes]) => `${name} ${megabytes.toFixed(0)} MB`)
    .join(', ')

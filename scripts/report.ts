type Row = Record<string, string | number | undefined>

const problems: string[] = []

/** Prints a Markdown table. Numbers have at least three significant digits. */
export function printTable(title: string, rows: readonly Row[]): void {
  if (rows.length === 0) return
  const heads = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = [
    heads,
    heads.map((_head, index) => (index === 0 ? '---' : '--:')),
    ...rows.map((row) => heads.map((head) => format(row[head]))),
  ]
  console.info(`\n## ${title}\n`)
  for (const cells of lines) console.info(`| ${cells.join(' | ')} |`)
}

function format(value: string | number = ''): string {
  if (typeof value === 'string') return value
  const options = value < 1000 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 }
  return value.toLocaleString('en', options)
}

/** Reports a problem unless a condition is met. */
export function check(isMet: boolean, problem: string): void {
  if (!isMet) problems.push(problem)
}

/** Prints the problems and exits. Not with `process.exitCode`, which the embedded database overwrites. */
export function finish(): never {
  for (const problem of problems) console.error(problem)
  process.exit(problems.length > 0 ? 1 : 0)
}

/** Returns the numbers of the command line: the sizes to measure. */
export function readSizes(defaults: readonly number[]): readonly number[] {
  const sizes = process.argv.slice(2).map(Number).filter(Number.isFinite)
  return sizes.length > 0 ? sizes : defaults
}

/** Returns the median, or NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/*
 * Runs the tests layer by layer, and ends with the seconds of each and one line of totals. With the
 * argument `all` it runs the exhaustive ones too.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import * as z from 'zod/mini'
import { countFaults, promised } from './support/figures.ts'

interface Layer {
  name: string
  command: string[]
  readCounts: () => Counts
}

interface Counts {
  passed: number
  failed: number
  skipped: number
}

const isAll = process.argv.includes('all')
const layers: Layer[] = [
  withVitest('unit'),
  withVitest('database'),
  withVitest('functions'),
  withVitest('component'),
  ...(isAll ? [withVitest('cli')] : []),
  inBrowser(),
]

rmSync('test-results', { recursive: true, force: true })
const results = layers.map(({ name, command, readCounts }) => {
  console.info(`\n--- ${name} ---`)
  const startedAt = Date.now()
  const { status } = spawnSync('npx', command, { stdio: 'inherit' })
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  const counts = readCounts()
  // A runner that broke down, or a file that could not be loaded, counts as a failure of its own.
  if (status !== 0 && counts.failed === 0) counts.failed = 1
  return { name, seconds, ...counts }
})

console.info('')
for (const { name, seconds, passed, failed } of results) {
  const tests = `${passed + failed} tests`
  console.info(`${name.padEnd(10)} ${tests.padStart(10)} ${`${seconds} s`.padStart(7)}`)
}
const sum = (of: 'passed' | 'failed' | 'skipped') =>
  results.reduce((total, result) => total + result[of], 0)
const skipped = sum('skipped')
console.info(
  `\n${sum('passed')} passed, ${sum('failed')} failed${skipped ? `, ${skipped} skipped` : ''}`,
)
process.exitCode = sum('failed') > 0 ? 1 : 0

function withVitest(project: string): Layer {
  const file = `test-results/${project}.json`
  const report = z.object({
    numPassedTests: z.number(),
    numFailedTests: z.number(),
    numPendingTests: z.number(),
  })
  return {
    name: project,
    command: [
      'vitest',
      'run',
      `--project=${project}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    readCounts() {
      const found = read(file, report)
      return {
        passed: found?.numPassedTests ?? 0,
        failed: found?.numFailedTests ?? 1,
        skipped: found?.numPendingTests ?? 0,
      }
    },
  }
}

function inBrowser(): Layer {
  const report = z.object({
    stats: z.object({
      expected: z.number(),
      unexpected: z.number(),
      flaky: z.number(),
      skipped: z.number(),
    }),
  })
  return {
    name: 'browser',
    command: ['playwright', 'test', ...(isAll ? [] : ['--project=journeys'])],
    readCounts() {
      const stats = read('test-results/e2e.json', report)?.stats
      const isShort = isAll && countFaults() < promised['faults survived']
      if (isShort) console.info('Fewer faults were tried than the README promises')
      return {
        passed: stats?.expected ?? 0,
        failed: (stats ? stats.unexpected + stats.flaky : 1) + (isShort ? 1 : 0),
        skipped: stats?.skipped ?? 0,
      }
    },
  }
}

/** @returns undefined for a report that a runner did not get to write */
function read<T extends z.ZodMiniType>(file: string, schema: T): z.infer<T> | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

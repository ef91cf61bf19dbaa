/* Runs every test there is and ends with one line of totals. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { figuresFolder } from './support/figures.ts'

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  success: z.boolean(),
})
const playwrightReport = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
})

rmSync('test-results', { recursive: true, force: true })
const statuses = [
  run('npx', [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    '--outputFile.json=test-results/vitest.json',
  ]),
  run('npx', ['playwright', 'test']),
]

const unit = read('test-results/vitest.json', vitestReport)
const e2e = read('test-results/e2e.json', playwrightReport)
const passed = (unit?.numPassedTests ?? 0) + (e2e?.stats.expected ?? 0)
let failed =
  compareFigures() +
  (unit?.numFailedTests ?? 0) +
  (e2e ? e2e.stats.unexpected + e2e.stats.flaky : 0)
// A runner that broke down, or a file that could not be loaded, counts as a failure of its own.
if (failed === 0) failed = statuses.filter((status) => status !== 0).length
const skipped = e2e?.stats.skipped ?? 0

console.info(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed > 0 ? 1 : 0

/** Prints what the tests counted, and returns how many figures are below those of the README. */
function compareFigures(): number {
  const figure = z.object({ name: z.string(), count: z.number() })
  const files = existsSync(figuresFolder) ? readdirSync(figuresFolder) : []
  const counted = new Map<string, number>()
  for (const file of files) {
    const found = read(join(figuresFolder, file), figure)
    if (found) counted.set(found.name, found.count)
  }
  const promised = [
    ...readFileSync('README.md', 'utf8').matchAll(/^\| ([^|]+?) +\| ([\d,]+) +\|$/gm),
  ]
  console.info('')
  let missing = 0
  for (const [, name = '', text = ''] of promised) {
    const count = counted.get(name) ?? 0
    const isShort = count < Number(text.replaceAll(',', ''))
    if (isShort) missing += 1
    console.info(`${name}: ${count.toLocaleString('en')}${isShort ? `, promised ${text}` : ''}`)
  }
  return missing
}

function run(command: string, args: string[]): number {
  return spawnSync(command, args, { stdio: 'inherit' }).status ?? 1
}

function read<T extends z.ZodMiniType>(file: string, schema: T): z.infer<T> | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

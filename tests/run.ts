/*
 * Runs the tests layer by layer, and ends with the seconds of each and one line of totals. With the
 * argument `all` it also runs the slow ones; within `tooling/real-services/run.ts`, those that can run on the
 * real services.
 */
import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import pMap from 'p-map'
import * as z from 'zod/mini'
import { builtAlready, siteFolder } from '../tooling/site/build-site.ts'
import { otherBrowsers } from '../tooling/browser/other-browsers.ts'
import { isOnRealServices as isReal } from '../tooling/real-services/embedded-only.ts'

interface Layer {
  name: string
  /** One of node_modules/.bin, which npm has put on the PATH, with its arguments. */
  command: [program: string, ...args: string[]]
  readCounts: () => Counts
}

interface Counts {
  passed: number
  failed: number
  skipped: number
}

const isAll = process.argv.includes('all')
// The longest first, so that the last one does not run alone.
const layers: Layer[] = [
  ...(isAll || isReal ? [withVitest('slow')] : []),
  withVitest('component'),
  withVitest('database'),
  withVitest('component-admin'),
  withVitest('permissions'),
  withVitest('functions'),
  withVitest('component-live'),
  withVitest(isReal ? 'real' : 'unit'),
  buildOfTheSite(),
]

const chromiumProjects = isReal ? ['real'] : isAll ? ['journeys', 'slow', 'live'] : ['journeys']

rmSync('test-results', { recursive: true, force: true })
mkdirSync('test-results')
// Three beside each other keep two cores busy, as each waits for its backend; the browser has both to itself.
const results = await pMap(layers, run, { concurrency: 3 })
results.push(await run(inPlaywright('browser', chromiumProjects)))
if (isAll) results.push(...(await runInOtherBrowsers()))

console.info('')
for (const { name, seconds, passed, failed } of results) {
  const tests = `${passed + failed} tests`
  console.info(`${name.padEnd(15)} ${tests.padStart(10)} ${`${seconds} s`.padStart(7)}`)
}
const sum = (of: 'passed' | 'failed' | 'skipped') =>
  results.reduce((total, result) => total + result[of], 0)
const skipped = sum('skipped')
console.info(
  `\n${sum('passed')} passed, ${sum('failed')} failed${skipped ? `, ${skipped} skipped` : ''}`,
)
process.exit(sum('failed') > 0 ? 1 : 0)

/** Runs a layer and prints what it said once it has ended, so that two of them do not mix. */
async function run({ name, command: [program, ...args], readCounts }: Layer) {
  const startedAt = Date.now()
  const file = `test-results/${name}.log`
  const log = openSync(file, 'w')
  const child = spawn(program, args, {
    stdio: ['ignore', log, log],
    env: { ...process.env, TEST_LAYER: name },
  })
  const status = await new Promise<number>((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1))
    child.once('error', () => resolve(1))
  })
  closeSync(log)
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  console.info(`\n--- ${name} ---\n${readFileSync(file, 'utf8')}`)
  const counts = readCounts()
  // A runner that broke down, or a file that could not be loaded, counts as a failure of its own.
  if (status !== 0 && counts.failed === 0) counts.failed = 1
  return { name, seconds, ...counts }
}

/** What the browser is to see, built while there is nothing else for that core to do. */
function buildOfTheSite(): Layer {
  process.env[builtAlready] = 'true'
  return {
    name: 'build',
    command: ['vite', 'build', '--logLevel=error', '--emptyOutDir', `--outDir=${siteFolder}`],
    readCounts: () => ({ passed: 0, failed: 0, skipped: 0 }),
  }
}

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

/** Firefox and WebKit, where they are installed; with the variable `EVERY_BROWSER` they have to be. */
async function runInOtherBrowsers() {
  const installed = otherBrowsers.filter(({ path }) => path)
  const projects = installed.map(({ project }) => project)
  const ran = projects.length > 0 ? [await run(inPlaywright('other-browsers', projects))] : []
  for (const { name, packages } of otherBrowsers.filter(({ path }) => !path)) {
    console.info(`${name} was not tested, it is not installed: apt-get install ${packages}`)
    if (process.env['EVERY_BROWSER']) {
      ran.push({ name, seconds: 0, passed: 0, failed: 1, skipped: 0 })
    }
  }
  return ran
}

function inPlaywright(name: string, projects: string[]): Layer {
  const report = z.object({
    stats: z.object({
      expected: z.number(),
      unexpected: z.number(),
      flaky: z.number(),
      skipped: z.number(),
    }),
  })
  return {
    name,
    command: ['playwright', 'test', ...projects.map((project) => `--project=${project}`)],
    readCounts() {
      const stats = read(`test-results/${name}.json`, report)?.stats
      return {
        passed: stats?.expected ?? 0,
        failed: stats ? stats.unexpected + stats.flaky : 1,
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

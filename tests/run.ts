/*
 * Runs the tests layer by layer, then prints the duration of each layer, the failed tests and the totals. The argument
 * `all` adds the slow tests. On the real services (`npm run test:real`), runs the tests that support them.
 */
import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import pMap from 'p-map'
import * as z from 'zod/mini'
import { otherBrowsers } from '../tooling/browser/other-browsers.ts'
import { isOnRealAuth, isOnRealServices } from '../tooling/real-services/environment.ts'
import { deployedUrl, siteFolder, siteIsBuiltVariable } from '../tooling/site/build-site.ts'

interface Layer {
  name: string
  /** A program in node_modules/.bin, which npm has put on the PATH, with its arguments. */
  command: [program: string, ...args: string[]]
  env?: Record<string, string>
  readCounts: () => Counts
}

interface Counts {
  passed: number
  failed: number
  skipped: number
}

const isAll = process.argv.includes('all')
const runsSlowTests = isAll || isOnRealServices
/** With the embedded auth service, the journeys in the browser call PostgREST as the screens do. */
const runsScreens = !isOnRealServices || isOnRealAuth
// The longest first, so that the last one does not run alone.
const layers: Layer[] = [
  ...(runsSlowTests ? [vitestLayer('slow')] : []),
  ...(runsScreens ? [vitestLayer('component')] : []),
  vitestLayer('database'),
  ...(runsScreens ? [vitestLayer('component-admin')] : []),
  ...(runsSlowTests ? [vitestLayer('permissions')] : []),
  ...(runsSlowTests && runsScreens ? [vitestLayer('component-slow')] : []),
  vitestLayer('component-live'),
  vitestLayer('functions'),
  vitestLayer(isOnRealServices ? 'real' : 'unit'),
  ...(isOnRealAuth ? [vitestLayer('component-real')] : []),
  buildLayer(),
]
const browserProjects = isOnRealServices
  ? ['real']
  : isAll
    ? ['journeys', 'slow', 'live']
    : ['journeys']

rmSync('test-results', { recursive: true, force: true })
mkdirSync('test-results')
// Three at a time keep two cores busy, because each waits for its backend. The browser needs both cores.
const results = await pMap(layers, runLayer, { concurrency: 3 })
results.push(await runLayer(playwrightLayer('browser', browserProjects)))
if (isAll) results.push(...(await runOtherBrowsers()))

console.info('')
for (const { name, seconds, passed, failed } of results) {
  const tests = `${passed + failed} tests`
  console.info(`${name.padEnd(15)} ${tests.padStart(10)} ${`${seconds} s`.padStart(7)}`)
}
// The start of a long output is often cut off, so the failed tests are named again at its end.
for (const failure of results.flatMap(({ failures }) => failures)) console.info(failure)
const sum = (count: keyof Counts) => results.reduce((total, result) => total + result[count], 0)
const skipped = sum('skipped') ? `, ${sum('skipped')} skipped` : ''
if (isOnRealServices && !isOnRealAuth) {
  console.info(
    '\nSkipped Supabase Auth and storage-api, which are not installed: docs/real-services.md',
  )
}
console.info(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
process.exit(sum('failed') > 0 ? 1 : 0)

/** Runs a layer and prints its output when it has ended, because layers run at the same time. */
async function runLayer({ name, command: [program, ...args], env, readCounts }: Layer) {
  const startedAt = Date.now()
  const file = `test-results/${name}.log`
  const log = openSync(file, 'w')
  const child = spawn(program, args, {
    stdio: ['ignore', log, log],
    env: { ...process.env, TEST_LAYER: name, ...env },
  })
  const status = await new Promise<number>((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1))
    child.once('error', () => resolve(1))
  })
  closeSync(log)
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  const output = readFileSync(file, 'utf8')
  console.info(`\n--- ${name} ---\n${output}`)
  const counts = readCounts()
  // A crashed runner or a file that fails to load is in no test count.
  if (status !== 0 && counts.failed === 0) counts.failed = 1
  return { name, seconds, failures: findFailures(output), ...counts }
}

/** The lines with which Vitest (` FAIL  …`) and Playwright (`  1) […`) name a failed test, and the first of its error. */
function findFailures(output: string) {
  const lines = stripVTControlCharacters(output).split('\n')
  const named = /^ FAIL {2}|^ {2}\d+\) \[/
  return lines.flatMap((line, index) => {
    if (!named.test(line)) return []
    const error = lines.slice(index + 1).find((next) => next.trim() && !named.test(next))
    return [line, ...(error ? [`   ${error.trim()}`] : [])]
  })
}

/** Builds the site for the browser tests while the other layers leave a core idle. */
function buildLayer(): Layer {
  process.env[siteIsBuiltVariable] = 'true'
  return {
    name: 'build',
    command: ['vite', 'build', '--logLevel=error', '--emptyOutDir', `--outDir=${siteFolder}`],
    env: { VITE_SITE_URL: deployedUrl },
    readCounts: () => ({ passed: 0, failed: 0, skipped: 0 }),
  }
}

function vitestLayer(project: string): Layer {
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
      const found = readReport(file, report)
      return {
        passed: found?.numPassedTests ?? 0,
        failed: found?.numFailedTests ?? 1,
        skipped: found?.numPendingTests ?? 0,
      }
    },
  }
}

/** Runs Firefox and WebKit if they are installed. With `REQUIRE_ALL_PROGRAMS`, a missing one is a failure. */
async function runOtherBrowsers() {
  const installed = otherBrowsers.filter(({ path }) => path)
  const projects = installed.map(({ project }) => project)
  const ran =
    projects.length > 0 ? [await runLayer(playwrightLayer('other-browsers', projects))] : []
  for (const { name, packages } of otherBrowsers.filter(({ path }) => !path)) {
    console.info(`${name} is not installed, so it was not tested: apt-get install ${packages}`)
    if (process.env['REQUIRE_ALL_PROGRAMS']) {
      ran.push({ name, seconds: 0, failures: [], passed: 0, failed: 1, skipped: 0 })
    }
  }
  return ran
}

function playwrightLayer(name: string, projects: string[]): Layer {
  const report = z.object({
    stats: z.object({
      expected: z.number(),
      unexpected: z.number(),
      skipped: z.number(),
    }),
  })
  return {
    name,
    command: ['playwright', 'test', ...projects.map((project) => `--project=${project}`)],
    readCounts() {
      const stats = readReport(`test-results/${name}.json`, report)?.stats
      return {
        passed: stats?.expected ?? 0,
        failed: stats ? stats.unexpected : 1,
        skipped: stats?.skipped ?? 0,
      }
    },
  }
}

/** Returns undefined if the runner ended before it wrote its report. */
function readReport<T extends z.ZodMiniType>(file: string, schema: T): z.infer<T> | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

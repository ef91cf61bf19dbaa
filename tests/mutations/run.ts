/*
 * Breaks one rule after the other, and checks that the tests notice:
 *   npm run mutations -- [part of a name or a file]...
 * Works in a copy of the checkout, with one backend, in which it breaks and restores rules of the database.
 */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyRows, restoreRows } from './restore-rows.ts'
import type { BrokenRule } from './rules.ts'
import { breakInDatabase, restoreInDatabase } from './statements.ts'
import { brokenRules } from './rules.ts'

const words = process.argv.slice(2)
const chosen = brokenRules.filter(
  ({ name, file, test }) =>
    words.length === 0 || words.some((word) => `${name} ${file} ${test}`.includes(word)),
)

const copy = mkdtempSync(join(tmpdir(), 'mutations-'))
process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const files = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { encoding: 'utf8' })
for (const file of files.split('\0')) if (existsSync(file)) cpSync(file, join(copy, file))
symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
process.chdir(copy)
const brokenRuleFile = join(copy, 'broken-rule.sql')
process.env['BROKEN_RULE'] = brokenRuleFile
writeFileSync(brokenRuleFile, '')
// Reads the copy from here on.
const { startBackend } = await import('../support/start-backend.ts')
const { projectOf, runTestFile } = await import('./run-test-file.ts')

type Outcome = 'caught' | 'NOT CAUGHT' | 'could not run'

let running: ReturnType<typeof startBackend> | undefined
const counts: Record<Outcome, number> = { caught: 0, 'NOT CAUGHT': 0, 'could not run': 0 }
const startedAt = Date.now()

const testFiles = [...new Set(chosen.map(({ test }) => test))]
for (const test of testFiles) {
  for (const rule of chosen.filter((one) => one.test === test)) {
    const before = Date.now()
    report(...(await tryRule(rule)), Date.now() - before, rule.name)
  }
  // Otherwise the rules above may not be what has failed.
  const before = Date.now()
  const { failure } = await runTest(test)
  if (failure) report('could not run', failure, Date.now() - before, `${test} with all rules`)
}
await stopBackend()

const seconds = Math.round((Date.now() - startedAt) / 1000)
const totals = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`)
console.info(
  `\n${chosen.length} rules in ${testFiles.length} test files: ${totals.join(', ')} (${seconds} s)`,
)
process.exit(counts['NOT CAUGHT'] + counts['could not run'] === 0 ? 0 : 1)

async function tryRule(rule: BrokenRule): Promise<[Outcome, string]> {
  const source = readFileSync(rule.file, 'utf8')
  const sql = breakInDatabase(rule, source)
  try {
    if (sql === undefined) {
      writeFileSync(
        rule.file,
        source.replace(rule.text, () => rule.replacement),
      )
    } else {
      await (await getBackend()).exec(sql)
      writeFileSync(brokenRuleFile, sql)
    }
    const { failure, isAssertion, passed } = await runTest(rule.test, rule.file)
    if (!failure) return ['NOT CAUGHT', `${passed} tests passed`]
    // A statement that always fails would end the first test with an error.
    return [isAssertion || passed > 0 ? 'caught' : 'could not run', failure]
  } catch (error) {
    return ['could not run', String(error)]
  } finally {
    writeFileSync(brokenRuleFile, '')
    writeFileSync(rule.file, source)
    const restoring = restoreInDatabase(rule, source)
    if (sql !== undefined && restoring === undefined) await stopBackend()
    if (running) {
      const { exec } = await running
      // The rows first: they may violate a unique index.
      await exec(restoreRows)
      if (restoring) await exec(restoring)
    }
  }
}

async function runTest(test: string, changedFile?: string) {
  const provided = projectOf(test) === 'unit' ? undefined : (await getBackend()).backend
  return runTestFile(test, provided, changedFile)
}

function getBackend() {
  running ??= startBackend().then(async (backend) => {
    await backend.exec(copyRows)
    return backend
  })
  return running
}

async function stopBackend() {
  await (await running)?.stop()
  running = undefined
}

function report(outcome: Outcome, detail: string, milliseconds: number, name: string) {
  counts[outcome]++
  const time = `${(milliseconds / 1000).toFixed(1)} s`.padStart(7)
  console.info(`${outcome.padEnd(13)} ${time}  ${name}\n${' '.repeat(24)}${detail}`)
}

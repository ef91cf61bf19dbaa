import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { brand } from '../../src/app/brand.ts'
import { retentionPeriods } from '../../src/supabase/rules/retention.ts'

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  '.github/pull_request_template.md',
  'supabase/local/README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]

test.each(documents)('every command and every file that %s names exists', (file) => {
  const text = readFileSync(file, 'utf8')
  const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
  expect(commands.filter((name) => !scripts[name])).toEqual([])

  const named = text.matchAll(/`((?:docs|scripts|src|supabase|tests|tooling)\/[\w./-]*)`/g)
  const linked = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)]
  const paths = [
    ...[...named].map(([, path = '']) => path),
    ...linked.map(([, path = '']) => join(dirname(file), path)),
  ]
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})

test('every function, table, component and variable that a document names exists', () => {
  const words = new Set(
    ['src', 'supabase', 'tests', 'tooling', 'scripts', '.ci', '.']
      .flatMap((folder) => listSources(folder))
      .flatMap((file) => readFileSync(file, 'utf8').match(/\w+/g) ?? []),
  )
  // Two words or more, such as `private.may_manage()` or `toUserError`. Only PostgreSQL has ts_rank.
  const names = documents.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?<=[^`]`)[\w.]+(?=(?:\(\))?`[^`])/g)]
      .flatMap(([span]) => span.split('.'))
      .filter((name) => /[a-z][A-Z]|[A-Za-z]_[A-Za-z]/.test(name) && name !== 'ts_rank')
      .map((name) => ({ file, name })),
  )
  expect(names.length).toBeGreaterThan(500)
  expect(names.filter(({ name }) => !words.has(name))).toEqual([])
})

test('every file that the rules of lint name exists', () => {
  const rules = readFileSync('.oxlintrc.json', 'utf8')
  const globs = rules.match(/(?<=")(?:src|scripts|tests|tooling)\/[^"]+|\*\*\/[^"]+/g) ?? []
  const files = ['src', 'scripts', 'tests', 'tooling'].flatMap((folder) => listSources(folder))
  expect(globs.length).toBeGreaterThan(30)
  expect(globs.filter((glob) => !files.some((file) => toPattern(glob).test(file)))).toEqual([])
})

/** Knows what the rules of lint use: `*`, `**` and `{a,b}`. */
function toPattern(glob: string): RegExp {
  const parts = glob
    .replaceAll('.', String.raw`\.`)
    .replaceAll(/\*+/g, (stars) => (stars === '*' ? '[^/]*' : '.*'))
    .replaceAll(/\{.*?\}/g, (names) => `(?:${names.slice(1, -1).replaceAll(',', '|')})`)
  return new RegExp(`^${parts}(?:/|$)`)
}

/** Without migrations, which have former names, and of the root without its folders. */
function listSources(folder: string): string[] {
  return readdirSync(folder, { recursive: folder !== '.', encoding: 'utf8' })
    .filter(
      (name) => /\.(?:tsx?|sql|js|html|toml)$|^run$/.test(name) && !name.startsWith('migrations'),
    )
    .map((name) => join(folder, name))
}

test('each decision has at most 30 lines, and the list of decisions links to it', () => {
  const folder = 'docs/decisions'
  const decisions = readdirSync(folder).filter((name) => name !== 'README.md')
  const list = readFileSync(join(folder, 'README.md'), 'utf8')
  const isLong = (name: string) =>
    readFileSync(join(folder, name), 'utf8').trimEnd().split('\n').length > 30
  expect(decisions.length).toBeGreaterThan(30)
  expect(decisions.filter((name) => isLong(name) || !list.includes(`](${name})`))).toEqual([])
})

test('docs/permissions.md has a row for every protected path of the function admin', () => {
  const handler = readFileSync('supabase/functions/admin/handler.ts', 'utf8')
  const routes = handler.match(/\{[^{}]*path: '[^']+'[^{}]*/g) ?? []
  const rows = routes
    .filter((route) => !route.includes("role: 'anyone'"))
    .map((route) => `\`functions${/path: '([^']+)'/.exec(route)?.[1]}\``)
  const permissions = readFileSync('docs/permissions.md', 'utf8')
  expect(rows.length).toBeGreaterThan(3)
  expect(rows.filter((row) => !permissions.includes(row))).toEqual([])
})

test('docs/deployment.md has the period of all records that expire', () => {
  const deployment = readFileSync('docs/deployment.md', 'utf8')
  const table = /\n\| records .*\n\|.*\n((?:\|.*\n)+)/.exec(deployment)?.[1] ?? ''
  const periods = table.matchAll(/^\| ([^|]+?) +\| ([^|]+?) +\|/gm)
  const stated = [...periods].map(([, records = '', period = '']) => [records, period])
  expect(Object.fromEntries(stated)).toEqual({ ...retentionPeriods, 'open reviews': '1 hour' })
})

test('every file that docs/architecture.md names exists', () => {
  const text = readFileSync('docs/architecture.md', 'utf8')
  const named = text.match(/(?<=`)[\w.-]+(\/[\w.-]+)+(?=`)/g) ?? []
  const isFound = (name: string) =>
    [name, `src/${name}`, `supabase/${name}`].some((path) =>
      ['', '.ts', '.tsx'].some((end) => existsSync(path + end)),
    )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !isFound(name))).toEqual([])
})

test('SECURITY.md has the contact address of the app', () => {
  expect(readFileSync('SECURITY.md', 'utf8')).toContain(`Email ${brand.contactEmail}.`)
})

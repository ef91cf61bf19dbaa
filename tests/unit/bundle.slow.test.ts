import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build } from 'vite'

const secret = 'sb_secret_must_never_be_in_the_build'
const outDir = mkdtempSync(join(tmpdir(), 'build-'))
let files: { name: string; text: string }[]

beforeAll(async () => {
  for (const name of ['SUPABASE_SECRET_KEY', 'SUPABASE_SERVICE_ROLE_KEY', 'SUPABASE_JWT_SECRET']) {
    process.env[name] = secret
  }
  // As `npm run build` does it; under 'test' the code would be that for development.
  process.env['NODE_ENV'] = 'production'
  await build({ logLevel: 'error', build: { outDir, emptyOutDir: true } })
  files = readdirSync(outDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return { name: path, text: readFileSync(path, 'latin1') }
    })
}, 60_000)

afterAll(() => rmSync(outDir, { recursive: true, force: true }))

test('the build has the app in it', () => {
  expect(files.some(({ text }) => text.includes('Back Soon'))).toBe(true)
})

test('the build holds nothing of the directory while that is closed', () => {
  expect(files.filter(({ text }) => text.includes('search_directory'))).toEqual([])
})

test.each([
  ['a secret of the environment', new RegExp(secret)],
  ['anything that looks like a secret key', /sb_secret_[A-Za-z0-9_-]{8}/],
  ['a signed service-role token', /eyJ[\w-]+\.eyJ[\w-]*c2VydmljZV9yb2xl[\w-]*\./],
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ['an access token of the CLI', /sbp_[0-9a-f]{40}/],
  ['the password of the demo accounts', /travel-together/],
  ['a source map', /sourceMappingURL=/],
  ['a folder of the machine that built it', new RegExp(`${process.cwd()}|/node_modules/`)],
])('the build does not hold %s', (_what, pattern) => {
  expect(files.filter(({ text }) => pattern.test(text)).map(({ name }) => name)).toEqual([])
})

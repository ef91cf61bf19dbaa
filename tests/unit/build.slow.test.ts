import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build as buildSite } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const secret = 'sb_secret_must_never_be_in_the_build'
const outDir = mkdtempSync(join(tmpdir(), 'build-'))
let files: { name: string; text: string }[]

beforeAll(async () => {
  for (const name of ['SUPABASE_SECRET_KEY', 'SUPABASE_SERVICE_ROLE_KEY', 'SUPABASE_JWT_SECRET']) {
    vi.stubEnv(name, secret)
  }
  // As in `npm run build`: with 'test', Vite would build the development code.
  vi.stubEnv('NODE_ENV', 'production')
  await buildSite({ logLevel: 'error', build: { outDir, emptyOutDir: true } })
  files = readdirSync(outDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return { name: path, text: readFileSync(path, 'latin1') }
    })
}, 60_000)

afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(outDir, { recursive: true, force: true })
})

test('the build contains the app, but no directory code while the directory is closed', () => {
  expect(files.some(({ text }) => text.includes('Back Soon'))).toBe(true)
  expect(files.filter(({ text }) => text.includes('search_directory'))).toEqual([])
})

test.each([
  ['a secret from the environment', new RegExp(secret)],
  ['a secret key', /sb_secret_[A-Za-z0-9_-]{8}/],
  ['a signed service-role token', /eyJ[\w-]+\.eyJ[\w-]*c2VydmljZV9yb2xl[\w-]*\./],
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ['an access token for the CLI', /sbp_[0-9a-f]{40}/],
  ['the password of the demo accounts', /travel-together/],
  ['a source map', /sourceMappingURL=/],
  ['a path on the build machine', new RegExp(`${process.cwd()}|/node_modules/`)],
])('the build does not contain %s', (_case, pattern) => {
  expect(files.filter(({ text }) => pattern.test(text)).map(({ name }) => name)).toEqual([])
})

test('a build for a project whose directory cannot be read fails', async () => {
  vi.stubEnv('VITE_SUPABASE_URL', 'http://localhost:9')
  vi.stubEnv('VITE_DIRECTORY', 'live')
  const build = buildSite({ logLevel: 'silent', build: { outDir } })
  await expect(build).rejects.toThrow('The directory could not be read')
})

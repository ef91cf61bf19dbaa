import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build as buildSite, createLogger } from 'vite'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { getHostsFolder } from '../../scripts/build/hosts/plugin.ts'
import { localPublishableKey } from '../../supabase/local/data-folder.ts'

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

afterEach(() => {
  vi.restoreAllMocks()
  for (const name of ['SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'DIRECTORY']) {
    vi.stubEnv(`VITE_${name}`, undefined)
  }
})

afterAll(() => {
  vi.unstubAllEnvs()
  for (const folder of [outDir, getHostsFolder(outDir)]) {
    rmSync(folder, { recursive: true, force: true })
  }
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

test('a build for a hosted project needs no network while the directory is closed', async () => {
  vi.stubEnv('VITE_SUPABASE_URL', 'https://example.supabase.co')
  vi.stubEnv('VITE_SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_key')
  const request = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('offline'))
  await buildSite({ logLevel: 'error', build: { outDir, emptyOutDir: true } })
  expect(request).not.toHaveBeenCalled()
  const read = (name: string) => readFileSync(join(outDir, name), 'utf8')
  expect(read('_headers')).toContain('https://example.supabase.co wss://example.supabase.co')
  const scripts = readdirSync(join(outDir, 'assets')).filter((name) => name.endsWith('.js'))
  const all = scripts.map((name) => read(`assets/${name}`)).join('\n')
  expect(all).toContain('https://example.supabase.co')
  expect(all).toContain('sb_publishable_key')
  expect(all).not.toContain(localPublishableKey)
}, 60_000)

test('a build for a project whose directory cannot be read fails', async () => {
  vi.stubEnv('VITE_SUPABASE_URL', 'http://localhost:9')
  vi.stubEnv('VITE_SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_key')
  vi.stubEnv('VITE_DIRECTORY', 'live')
  const build = buildSite({ logLevel: 'silent', build: { outDir } })
  await expect(build).rejects.toThrow('The directory could not be read')
})

test('a build whose embedded backend is in use has no communities, and reports it', async () => {
  const data = mkdtempSync(join(tmpdir(), 'data-'))
  writeFileSync(join(data, 'lock'), String(process.ppid))
  vi.stubEnv('LOCAL_SUPABASE_DATA', data)
  vi.stubEnv('VITE_DIRECTORY', 'live')
  const customLogger = createLogger('silent')
  const warn = vi.spyOn(customLogger, 'warn').mockReturnValue()
  await buildSite({ customLogger, build: { outDir, emptyOutDir: true } })
  expect(warn).toHaveBeenCalledWith(
    expect.stringMatching(
      /its pages are built without communities: The data folder .* is in use by another process/,
    ),
  )
  expect(readdirSync(outDir)).toEqual(
    expect.arrayContaining(['communities.html', 'community.html']),
  )
  expect(readdirSync(outDir)).not.toContain('communities')
  rmSync(data, { recursive: true })
}, 60_000)

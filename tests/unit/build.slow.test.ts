import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getHostsFolder } from '../../scripts/build/hosts/plugin.ts'
import { localPublishableKey } from '../../supabase/local/data-folder.ts'

const url = 'https://example.supabase.co'
const secret = 'sb_secret_must_never_be_in_the_build'
const outDir = mkdtempSync(join(tmpdir(), 'build-'))
let files: { name: string; text: string }[]
let printed: string

/** Options of Node that print every request and let it fail. */
const offline = `--import=data:text/javascript,${encodeURIComponent(`
  globalThis.fetch = async (address) => {
    console.error('requested', String(address))
    throw new Error('offline')
  }`)}`

/**
 * Builds as `npm run build` does, in a process of its own: this one may have loaded React's development code.
 *
 * @returns what it printed
 * @throws with what it printed if the build fails
 */
async function buildSite(env: Record<string, string>): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(
    'npx',
    ['vite', 'build', '--logLevel=warn', '--emptyOutDir', `--outDir=${outDir}`],
    { env: { ...process.env, NODE_ENV: 'production', ...env } },
  )
  return stdout + stderr
}

// For a hosted project.
beforeAll(async () => {
  printed = await buildSite({
    VITE_SUPABASE_URL: url,
    VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_key',
    SUPABASE_SECRET_KEY: secret,
    SUPABASE_SERVICE_ROLE_KEY: secret,
    SUPABASE_JWT_SECRET: secret,
    NODE_OPTIONS: offline,
  })
  files = readdirSync(outDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return { name: path, text: readFileSync(path, 'latin1') }
    })
})

afterAll(() => {
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

test('the build has the URL and the key of its project, and needs no network while the directory is closed', () => {
  expect(printed).not.toContain('requested')
  const headers = files.find(({ name }) => name.endsWith('/_headers'))?.text
  expect(headers).toContain(`${url} wss://example.supabase.co`)
  const scripts = files.filter(({ name }) => name.endsWith('.js')).map(({ text }) => text)
  const all = scripts.join('\n')
  expect(all).toContain(url)
  expect(all).toContain('sb_publishable_key')
  expect(all).not.toContain(localPublishableKey)
})

test('a build for a project whose directory cannot be read fails', async () => {
  const build = buildSite({
    VITE_SUPABASE_URL: 'http://localhost:9',
    VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_key',
    VITE_DIRECTORY: 'live',
  })
  await expect(build).rejects.toThrow('The directory could not be read')
})

test('a build whose embedded backend is in use has no communities, and reports it', async () => {
  const data = mkdtempSync(join(tmpdir(), 'data-'))
  writeFileSync(join(data, 'lock'), String(process.pid))
  const warnings = await buildSite({ LOCAL_SUPABASE_DATA: data, VITE_DIRECTORY: 'live' })
  expect(warnings).toMatch(
    /its pages are built without communities: The data folder .* is in use by another process/,
  )
  expect(readdirSync(outDir)).toEqual(
    expect.arrayContaining(['communities.html', 'community.html']),
  )
  expect(readdirSync(outDir)).not.toContain('communities')
  rmSync(data, { recursive: true })
})

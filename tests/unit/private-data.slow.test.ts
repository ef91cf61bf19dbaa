import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { createServer, preview, resolveConfig } from 'vite'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getRaw } from '../support/get-raw.ts'

const secret = 'sb_secret_that_must_not_be_served'
let paths: string[] = []

beforeEach(() => {
  // With a hosted project no backend starts, but the folder of an earlier run may still exist.
  vi.stubEnv('VITE_SUPABASE_URL', 'http://localhost:9')
})
afterEach(() => {
  vi.unstubAllEnvs()
  for (const path of paths) rmSync(path, { recursive: true, force: true })
  paths = []
})

/** Creates a folder that is deleted after the test. */
function createFolder(prefix: string): string {
  const folder = mkdtempSync(prefix)
  paths.push(folder)
  return folder
}

function createDataFolder(prefix: string): string {
  const folder = createFolder(prefix)
  mkdirSync(join(folder, 'storage'))
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify({ secretKey: secret }))
  writeFileSync(join(folder, 'storage', 'image.png'), secret)
  return folder
}

/** Creates a folder in `.supabase`, which may also contain the developer's own data. */
function createDefaultDataFolder(): string {
  mkdirSync('.supabase', { recursive: true })
  return createDataFolder(join(process.cwd(), '.supabase', 'test-'))
}

function createLink(target: string, path: string): string {
  symlinkSync(target, path, 'junction')
  paths.push(path)
  return path
}

const inProject = join(process.cwd(), '.data (old) [x] ')
const linkInProject = join(process.cwd(), `.data-link-${process.pid}`)

/** Matches the start of a data folder's name. */
const dataName = /\/\.(?=data|supabase)/

/** Returns every form of a file's URL that Vite understands. */
function getUrls(folder: string, file: string): string[] {
  const inside = `/${encodeURI(relative(process.cwd(), folder))}/${file}`
  const anywhere = `/@fs${encodeURI(join(realpathSync(folder), file))}`
  return [inside, anywhere, `/@fs/${inside}`, `/src/..${inside}`].flatMap((path) => [
    path,
    ...['?raw', '?url', '?inline', '?import', '?import&raw', '?raw??', '?v=1', '?worker'].map(
      (query) => path + query,
    ),
    path.replace(dataName, '/%2e'),
    path.replace(dataName, '//.'),
    path.replace(dataName, '/%2e/.'),
    path.replace(dataName, '/./.'),
    path.replace('/.supabase', '/.SUPABASE'),
    path.replace('/secrets', '%2fsecrets'),
    path.replace('secrets', 'SECRETS'),
    path.replace('secrets', 's%65crets'),
    `${path}/`,
    `${path}/.`,
  ])
}

/** Returns the URLs at which a server serves a file of the folders. */
async function listServedUrls(origin: string, folders: string[]): Promise<string[]> {
  const files = ['secrets.json', 'storage/image.png']
  const urls = folders.flatMap((folder) => files.flatMap((file) => getUrls(folder, file)))
  // Raw, or inlined in a module.
  const forms = [secret, Buffer.from(secret).toString('base64').slice(0, 30)]
  // Any page on localhost may read the responses of a dev server.
  const headers = { origin: 'http://localhost:3000', accept: 'application/json' }
  const served: string[] = []
  for (const url of [...urls, '/link/secrets.json']) {
    const { text } = await getRaw(origin, url, headers)
    if (forms.some((form) => text.includes(form))) served.push(url)
  }
  return served
}

describe('the dev server', () => {
  test.each([
    ['vite.config.ts', 'a folder in the project'],
    ['vite.config.ts', 'memory'],
    ['scripts/build/ui/vite.config.ts', 'a folder in the project'],
    ['scripts/build/ui/vite.config.ts', 'memory'],
  ])('with %s serves no private file while LOCAL_SUPABASE_DATA is %s', async (configFile, data) => {
    const folders = [createDefaultDataFolder()]
    // A link to the data folder in the public folder.
    const publicDir = createFolder(join(tmpdir(), 'public-'))
    if (data === 'a folder in the project') {
      const folder = createDataFolder(inProject)
      vi.stubEnv('LOCAL_SUPABASE_DATA', folder)
      folders.push(folder, createLink(folder, linkInProject))
      createLink(folder, join(publicDir, 'link'))
    } else vi.stubEnv('LOCAL_SUPABASE_DATA', data)
    const server = await createServer({
      configFile,
      publicDir,
      logLevel: 'silent',
      server: { port: 0, strictPort: false, open: false, warmup: { clientFiles: [] } },
      optimizeDeps: { noDiscovery: true, include: [] },
    })
    try {
      await server.listen()
      const origin = server.resolvedUrls?.local[0] ?? ''
      expect((await getRaw(origin, '/@vite/client')).status).toBe(200)
      expect(await listServedUrls(origin, folders)).toEqual([])
    } finally {
      await server.close()
    }
  })

  const readDenied = async (root = process.cwd()) => {
    const config = { configFile: 'vite.config.ts', root, logLevel: 'silent' } as const
    return (await resolveConfig(config, 'serve')).server.fs.deny
  }
  const patternOf = (folder: string) =>
    expect.stringMatching(`${basename(folder).slice(-6)}/\\*\\*$`)

  test('denies a linked data folder outside the project, the link, and what Vite denies', async () => {
    const folder = createDataFolder(join(tmpdir(), '.data (old) [x] '))
    const link = createLink(folder, linkInProject)
    vi.stubEnv('LOCAL_SUPABASE_DATA', link)
    const defaults = await resolveConfig({ configFile: false }, 'serve')
    expect(await readDenied()).toEqual(
      expect.arrayContaining([`${link}/**`, patternOf(folder), ...defaults.server.fs.deny]),
    )
  })

  test('denies the target of a .supabase that is a link', async () => {
    const project = createFolder(join(tmpdir(), 'project-'))
    const target = createDataFolder(join(tmpdir(), 'data-'))
    createLink(target, join(project, '.supabase'))
    vi.stubEnv('LOCAL_SUPABASE_DATA', 'memory')
    expect(await readDenied(project)).toEqual(
      expect.arrayContaining([`${join(project, '.supabase')}/**`, patternOf(target)]),
    )
  })
})

test('the preview serves no file of the data folder', async () => {
  const folder = createDataFolder(inProject)
  vi.stubEnv('LOCAL_SUPABASE_DATA', folder)
  const site = createFolder(join(tmpdir(), 'site-'))
  writeFileSync(join(site, '_headers'), '')
  writeFileSync(join(site, 'index.html'), 'the site')
  const server = await preview({
    logLevel: 'silent',
    build: { outDir: site },
    preview: { port: 0, strictPort: false },
  })
  try {
    const origin = server.resolvedUrls?.local[0] ?? ''
    expect((await getRaw(origin, '/index.html')).text).toBe('the site')
    expect(await listServedUrls(origin, [folder])).toEqual([])
  } finally {
    await server.close()
  }
})

test.each([
  ['public/data', 'its files are published'],
  ['dist', 'its files are published'],
  ['.', 'must be a separate folder'],
  ['..', 'must be a separate folder'],
])('the data folder cannot be %s', async (folder, reason) => {
  vi.stubEnv('LOCAL_SUPABASE_DATA', folder)
  await expect(resolveConfig({ logLevel: 'silent' }, 'serve')).rejects.toThrow(reason)
})

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { createServer, preview, resolveConfig } from 'vite'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getRaw } from '../support/get-raw.ts'

const secret = 'sb_secret_that_must_not_be_served'
let folders: string[] = []

beforeEach(() => {
  // With a hosted project no backend starts, but the folder of an earlier run may still exist.
  vi.stubEnv('VITE_SUPABASE_URL', 'http://localhost:9')
})
afterEach(() => {
  vi.unstubAllEnvs()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  folders = []
})

function createDataFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, '.data (old) [x] '))
  folders.push(folder)
  writeSecrets(folder)
  vi.stubEnv('LOCAL_SUPABASE_DATA', folder)
  return folder
}

function writeSecrets(folder: string) {
  mkdirSync(join(folder, 'storage'))
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify({ secretKey: secret }))
  writeFileSync(join(folder, 'storage', 'image.png'), secret)
}

/** Creates a folder in `.supabase`, which may also contain the developer's own data. */
function createDefaultDataFolder(): string {
  mkdirSync('.supabase', { recursive: true })
  const folder = mkdtempSync(join(process.cwd(), '.supabase', 'test-'))
  folders.push(folder)
  writeSecrets(folder)
  return folder
}

/** Matches the start of a data folder's name. */
const dataName = /\/\.(?=data|supabase)/

/** Returns every form of a file's URL that Vite understands. */
function getUrls(folder: string, file: string): string[] {
  const inProject = `/${encodeURI(relative(process.cwd(), folder))}/${file}`
  const anywhere = `/@fs${encodeURI(join(realpathSync(folder), file))}`
  return [inProject, anywhere, `/@fs/${inProject}`, `/src/..${inProject}`].flatMap((path) => [
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

/** Returns the URLs at which a server serves a file of the folder. */
async function listServedUrls(origin: string, folder: string): Promise<string[]> {
  const urls = ['secrets.json', 'storage/image.png'].flatMap((file) => getUrls(folder, file))
  const served: string[] = []
  for (const url of urls) {
    const { text } = await getRaw(origin, url, {
      // Any page on localhost may read the responses of a dev server.
      origin: 'http://localhost:3000',
      accept: 'application/json',
    })
    // Raw, or inlined in a module.
    const forms = [secret, Buffer.from(secret).toString('base64').slice(0, 30)]
    if (forms.some((form) => text.includes(form))) served.push(url)
  }
  return served
}

async function listUrlsServedByDevServer(configFile: string, folder: string): Promise<string[]> {
  const server = await createServer({
    configFile,
    logLevel: 'silent',
    server: { port: 0, strictPort: false, open: false, warmup: { clientFiles: [] } },
    optimizeDeps: { noDiscovery: true, include: [] },
  })
  try {
    await server.listen()
    const origin = server.resolvedUrls?.local[0] ?? ''
    expect((await getRaw(origin, '/@vite/client')).status).toBe(200)
    return await listServedUrls(origin, folder)
  } finally {
    await server.close()
  }
}

describe('the dev server', () => {
  test.each(['vite.config.ts', 'scripts/build/ui/vite.config.ts'])(
    'with %s serves no file of the data folder',
    async (configFile) => {
      const folder = createDataFolder(process.cwd())
      expect(await listUrlsServedByDevServer(configFile, folder)).toEqual([])
    },
    60_000,
  )

  test.each([
    ['vite.config.ts', 'memory'],
    ['vite.config.ts', 'elsewhere'],
    ['scripts/build/ui/vite.config.ts', 'memory'],
  ])(
    'with %s serves no file of .supabase while LOCAL_SUPABASE_DATA is %s',
    async (configFile, data) => {
      const folder = createDefaultDataFolder()
      vi.stubEnv('LOCAL_SUPABASE_DATA', data)
      expect(await listUrlsServedByDevServer(configFile, folder)).toEqual([])
    },
    60_000,
  )

  test('serves no file through a link into the data folder', async () => {
    const folder = createDataFolder(process.cwd())
    const link = join(process.cwd(), `.data-link-${process.pid}`)
    symlinkSync(folder, link, 'junction')
    folders.push(link)
    expect(await listUrlsServedByDevServer('vite.config.ts', link)).toEqual([])
  }, 60_000)

  test('serves no file through a link in the public folder', async () => {
    const folder = createDataFolder(process.cwd())
    const publicDir = mkdtempSync(join(tmpdir(), 'public-'))
    folders.push(publicDir)
    symlinkSync(folder, join(publicDir, 'link'), 'junction')
    const server = await createServer({ publicDir, logLevel: 'silent', server: { port: 0 } })
    try {
      await server.listen()
      const { text } = await getRaw(server.resolvedUrls?.local[0] ?? '', '/link/secrets.json')
      expect(text).not.toContain(secret)
    } finally {
      await server.close()
    }
  }, 60_000)

  test('denies a linked data folder outside the project, and the link', async () => {
    const folder = createDataFolder(tmpdir())
    const link = join(process.cwd(), `.data-link-${process.pid}`)
    symlinkSync(folder, link, 'junction')
    folders.push(link)
    vi.stubEnv('LOCAL_SUPABASE_DATA', link)
    const { server } = await resolveConfig({ logLevel: 'silent' }, 'serve')
    expect(server.fs.deny.filter((pattern) => pattern.endsWith('/**')).slice(-2)).toEqual([
      `${link}/**`,
      expect.stringContaining(basename(folder).slice(-6)),
    ])
  })

  test('denies the target of a .supabase that is a link', async () => {
    const project = mkdtempSync(join(tmpdir(), 'project-'))
    folders.push(project)
    const target = createDataFolder(tmpdir())
    symlinkSync(target, join(project, '.supabase'), 'junction')
    vi.stubEnv('LOCAL_SUPABASE_DATA', 'memory')
    const config = { configFile: 'vite.config.ts', root: project, logLevel: 'silent' } as const
    const { server } = await resolveConfig(config, 'serve')
    expect(server.fs.deny).toContainEqual(`${join(project, '.supabase')}/**`)
    expect(server.fs.deny).toContainEqual(
      expect.stringMatching(new RegExp(`${basename(target).slice(-6)}/\\*\\*$`)),
    )
  })

  test("keeps Vite's default deny list", async () => {
    const defaults = await resolveConfig({ configFile: false }, 'serve')
    const { server } = await resolveConfig({ logLevel: 'silent' }, 'serve')
    expect(server.fs.deny).toEqual(expect.arrayContaining(defaults.server.fs.deny))
  })
})

test('the preview serves no file of the data folder', async () => {
  const folder = createDataFolder(process.cwd())
  const site = mkdtempSync(join(tmpdir(), 'site-'))
  folders.push(site)
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
    expect(await listServedUrls(origin, folder)).toEqual([])
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

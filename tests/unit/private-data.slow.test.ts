import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { createServer, preview, resolveConfig } from 'vite'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ask } from '../support/ask.ts'

const secret = 'sb_secret_that_nobody_may_read'
let folders: string[] = []

beforeEach(() => {
  // On a hosted project no backend is started, and a folder of an earlier run is still there.
  vi.stubEnv('VITE_SUPABASE_URL', 'http://localhost:9')
})
afterEach(() => {
  vi.unstubAllEnvs()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  folders = []
})

function dataFolderIn(parent: string): string {
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

/** A folder in `.supabase`, which may also hold a developer’s own data. */
function defaultDataFolder(): string {
  mkdirSync('.supabase', { recursive: true })
  const folder = mkdtempSync(join(process.cwd(), '.supabase', 'test-'))
  folders.push(folder)
  writeSecrets(folder)
  return folder
}

/** What the name of a data folder begins with. */
const dataName = /\/\.(?=data|supabase)/

/** Every way to write the address of a file that Vite understands. */
function addressesOf(folder: string, file: string): string[] {
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

/** The addresses under which a server gives away a file of the folder. */
async function servedFiles(origin: string, folder: string): Promise<string[]> {
  const addresses = ['secrets.json', 'storage/image.png'].flatMap((file) =>
    addressesOf(folder, file),
  )
  const served: string[] = []
  for (const address of addresses) {
    // Any page on localhost may read what a dev server answers.
    // oxlint-disable-next-line no-await-in-loop
    const { text } = await ask(origin, address, {
      origin: 'http://localhost:3000',
      accept: 'application/json',
    })
    // As it is, or as the text of a module.
    const forms = [secret, Buffer.from(secret).toString('base64').slice(0, 30)]
    if (forms.some((form) => text.includes(form))) served.push(address)
  }
  return served
}

async function filesServedByDevServer(configFile: string, folder: string): Promise<string[]> {
  const server = await createServer({
    configFile,
    logLevel: 'silent',
    server: { port: 0, strictPort: false, open: false, warmup: { clientFiles: [] } },
    optimizeDeps: { noDiscovery: true, include: [] },
  })
  try {
    await server.listen()
    const origin = server.resolvedUrls?.local[0] ?? ''
    expect((await ask(origin, '/@vite/client')).status).toBe(200)
    return await servedFiles(origin, folder)
  } finally {
    await server.close()
  }
}

describe('the dev server', () => {
  test.each(['vite.config.ts', 'scripts/build/ui/vite.config.ts'])(
    'of %s serves nothing of the data folder',
    async (configFile) => {
      const folder = dataFolderIn(process.cwd())
      expect(await filesServedByDevServer(configFile, folder)).toEqual([])
    },
    60_000,
  )

  test.each([
    ['vite.config.ts', 'memory'],
    ['vite.config.ts', 'elsewhere'],
    ['scripts/build/ui/vite.config.ts', 'memory'],
  ])(
    'of %s serves nothing of .supabase while LOCAL_SUPABASE_DATA is %s',
    async (configFile, data) => {
      const folder = defaultDataFolder()
      vi.stubEnv('LOCAL_SUPABASE_DATA', data)
      expect(await filesServedByDevServer(configFile, folder)).toEqual([])
    },
    60_000,
  )

  test('serves nothing through a link into the data folder', async () => {
    const folder = dataFolderIn(process.cwd())
    const link = join(process.cwd(), `.data-link-${process.pid}`)
    symlinkSync(folder, link, 'junction')
    folders.push(link)
    expect(await filesServedByDevServer('vite.config.ts', link)).toEqual([])
  }, 60_000)

  test('finds the folder behind a link, and one outside the project', async () => {
    const folder = dataFolderIn(tmpdir())
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
    const target = dataFolderIn(tmpdir())
    symlinkSync(target, join(project, '.supabase'), 'junction')
    vi.stubEnv('LOCAL_SUPABASE_DATA', 'memory')
    const config = { configFile: 'vite.config.ts', root: project, logLevel: 'silent' } as const
    const { server } = await resolveConfig(config, 'serve')
    expect(server.fs.deny).toContainEqual(`${join(project, '.supabase')}/**`)
    expect(server.fs.deny).toContainEqual(
      expect.stringMatching(new RegExp(`${basename(target).slice(-6)}/\\*\\*$`)),
    )
  })

  test('still denies what Vite denies by itself', async () => {
    const own = await resolveConfig({ configFile: false }, 'serve')
    const ours = await resolveConfig({ logLevel: 'silent' }, 'serve')
    expect(ours.server.fs.deny).toEqual(expect.arrayContaining(own.server.fs.deny))
  })
})

test('the preview serves nothing of the data folder', async () => {
  const folder = dataFolderIn(process.cwd())
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
    expect((await ask(origin, '/index.html')).text).toBe('the site')
    expect(await servedFiles(origin, folder)).toEqual([])
  } finally {
    await server.close()
  }
})

test.each([
  ['public/data', 'its files are published'],
  ['dist', 'its files are published'],
  ['.', 'must be a folder of its own'],
  ['..', 'must be a folder of its own'],
])('the data folder may not be %s', async (folder, why) => {
  vi.stubEnv('LOCAL_SUPABASE_DATA', folder)
  await expect(resolveConfig({ logLevel: 'silent' }, 'serve')).rejects.toThrow(why)
})

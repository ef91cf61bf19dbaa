import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { parseHeadersFile } from '../../../scripts/build/hosts/headers-file.ts'
import { liveSiteFolder } from '../../../tooling/site/build-site.ts'
import { test as withApp } from '../fixtures.ts'
import { serveWith, webServers } from './web-servers.ts'

const known = 'aaaaaaaa-0000-4000-8000-000000000001'
const unknown = '12345678-9abc-4def-8123-456789abcdef'

interface Row {
  path: string
  /** The file with the expected content. */
  file: string
  status?: number
  type?: RegExp
  cache?: string
}

const missing = (path: string): Row => ({ path, file: '404.html', status: 404 })
const pageOf = (path: string, file: string): Row => ({ path, file })

const feed = {
  type: /^application\/atom\+xml; charset=utf-8$/i,
  cache: 'public, max-age=3600',
}

/** What every host answers. Read when a test runs, because the names of files depend on the build. */
const listRows = (): Row[] => [
  pageOf('/', 'index.html'),
  pageOf('/profile', 'profile.html'),
  pageOf('/profile/', 'profile.html'),
  pageOf('/profile?tab=joins', 'profile.html'),
  pageOf('/communities', 'communities.html'),
  pageOf('/communities/', 'communities.html'),
  pageOf(`/communities/${known}/?utm_source=chat`, `communities/${known}/index.html`),
  pageOf(`/communities/${known}`, `communities/${known}/index.html`),
  ...[`${unknown}/`, unknown, `${unknown.toUpperCase()}/`, `${unknown}).`].map((name) =>
    pageOf(`/communities/${name}`, 'community.html'),
  ),
  missing('/communities/no-such-community'),
  missing('/no-such-page'),
  missing('/profile/more'),
  ...Object.entries(assetTypes).map(([ending, type]) => ({
    path: `/${findAsset(ending)}`,
    file: findAsset(ending),
    type,
    cache: 'public, max-age=31536000, immutable',
  })),
  missing('/assets/no-such-file.js'),
  missing('/assets'),
  missing('/assets/'),
  missing('/places/'),
  missing('/places/no-such-place/feed.xml'),
  {
    path: '/manifest.webmanifest',
    file: 'manifest.webmanifest',
    type: /^application\/manifest\+json$/,
    cache: 'public, max-age=86400',
  },
  { path: '/communities/feed.xml', file: 'communities/feed.xml', ...feed },
  { path: '/places/zurich/feed.xml', file: 'places/zurich/feed.xml', ...feed },
  { path: '/robots.txt', file: 'robots.txt', type: assetTypes.txt },
  { path: '/sitemap.xml', file: 'sitemap.xml', type: /^(text|application)\/xml/ },
  { path: '/logo.svg', file: 'logo.svg', type: /^image\/svg\+xml/ },
  { path: '/cities/z.json', file: 'cities/z.json', type: /^application\/json/ },
  ...['_headers', '_routes.json', '_worker.js', 'vercel.json'].map((name) => missing(`/${name}`)),
  ...['.env', '%2Eenv', 'assets/.hidden', '.git/config'].map((name) => missing(`/${name}`)),
]

const assetTypes = {
  js: /^(text|application)\/javascript/,
  css: /^text\/css/,
  txt: /^text\/plain/,
  woff2: /^font\/woff2$/,
}

const readSite = (file: string) => readFileSync(join(liveSiteFolder, file))

/** Checks every row, with GET and HEAD, and that large files are compressed: `fetch` accepts gzip. */
async function expectRules(url: string) {
  const [everywhere] = parseHeadersFile(readSite('_headers').toString())
  const security = (everywhere?.headers ?? []).map(([name, value]) => [name.toLowerCase(), value])
  expect(security.length).toBeGreaterThan(5)
  const compressed: string[] = []
  for (const row of listRows()) {
    const { path, file, status = 200, type = /^text\/html/, cache = 'no-cache' } = row
    const expected = {
      path,
      status,
      ...Object.fromEntries(security),
      'cache-control': cache,
      'content-type': expect.stringMatching(type),
    }
    const response = await fetch(url + path)
    const head = await fetch(url + path, { method: 'HEAD' })
    for (const answer of [response, head]) {
      const headers = Object.fromEntries(answer.headers)
      expect({ path, status: answer.status, ...headers }).toMatchObject(expected)
    }
    const isSame = Buffer.from(await response.arrayBuffer()).equals(readSite(file))
    expect({ path, isSame }).toEqual({ path, isSame: true })
    expect(await head.text()).toBe('')
    if (response.headers.get('content-encoding') === 'gzip') compressed.push(file)
  }
  const large = ['index.html', 'communities/feed.xml', 'cities/z.json', findAsset('js')]
  expect(compressed).toEqual(expect.arrayContaining(large))
}

/** Returns the largest file with this ending. */
function findAsset(ending: string): string {
  const sizes = readdirSync(join(liveSiteFolder, 'assets'))
    .filter((name) => name.endsWith(`.${ending}`))
    .map((name) => `assets/${name}`)
    .toSorted((one, other) => readSite(other).length - readSite(one).length)
  return sizes[0] ?? ''
}

for (const server of webServers) {
  base(`${server.name} serves the build by the rules`, async () => {
    const hint = `${server.name} is not installed, so it was not tested: apt-get install ${server.name}`
    if (!server.command && !process.env['REQUIRE_ALL_PROGRAMS']) {
      console.info(hint)
      base.skip()
    }
    expect(server.command, hint).toBeDefined()
    const { url, close } = await serveWith(server)
    try {
      await expectRules(url)
    } finally {
      await close()
    }
  })
}

withApp('the preview server follows the same rules', ({ app }) => expectRules(app.url))

base('Cloudflare Pages answers for communities by the same rules', async () => {
  const code = encodeURIComponent(readSite('_worker.js').toString())
  const worker = await import(`data:text/javascript,${code}`)
  const isFile = (file: string) =>
    statSync(join(liveSiteFolder, file), { throwIfNoEntry: false })?.isFile()
  const ASSETS = {
    fetch: async ({ url }: Request) => {
      const name = new URL(url).pathname.slice(1).replace(/\/$/, '')
      const found = [name, `${name}.html`, `${name}/index.html`].find(isFile)
      return new Response(readSite(found ?? '404.html'), { status: found ? 200 : 404 })
    },
  }
  const rows = listRows().filter(({ path }) => path.startsWith('/communities/'))
  for (const { path, file, status = 200 } of rows) {
    const request = new Request(`https://waypost.example${path}`)
    const response: Response = await worker.default.fetch(request, { ASSETS })
    const isSame = Buffer.from(await response.arrayBuffer()).equals(readSite(file))
    expect({ path, status: response.status, isSame }).toEqual({ path, status, isSame: true })
  }
})

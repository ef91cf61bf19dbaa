/*
 * What a first visit of each route costs in JavaScript: the files that a browser really asks for,
 * measured as gzip. Fails when a route is over its budget, when a public page loads what is for
 * signed-in people, or when it asks any other host for anything.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BrowserContext, chromium } from '@playwright/test'
import { findBrowser } from '../../tooling/browser/find-browser.ts'
import { arrive, type Journey } from '../../tooling/journeys/journey.ts'
import { liveSiteFolder, siteFolder } from '../../tooling/site/build-site.ts'
import { serveFreshSite } from '../../tooling/site/serve-site.ts'

interface Route extends Pick<Journey, 'as'> {
  path: string
  /** Kilobytes of 1,000 bytes. */
  limit: number
}

const closed: Route[] = [
  { path: '/', limit: 110 },
  { path: '/communities', limit: 110 },
  { path: '/business-partnership', limit: 110 },
  { path: '/privacy', limit: 110 },
  { path: '/profile', limit: 215, as: 'luca@example.com' },
  { path: '/admin', limit: 235, as: 'admin@example.com' },
]
/** What another build shows once the directory is open. */
const live: Route[] = [
  { path: '/', limit: 135 },
  { path: '/communities', limit: 135 },
]
/** Names of chunks that no public page may load. */
const forSignedIn =
  /\/(supabase|radix|session-tools|guards|AdminScreen|ProfileScreen|CommunityDialog)-/

const browser = await chromium.launch(findBrowser())
const problems: string[] = []
const rows: Record<string, Record<string, string | number>> = {}

await measure(await serveFreshSite(4193), siteFolder, closed)
await measure(await serveFreshSite(4194, { isLive: true }), liveSiteFolder, live, 'live ')

console.table(rows)
for (const problem of problems) console.error(problem)
await browser.close()
process.exit(problems.length > 0 ? 1 : 0)

/* oxlint-disable no-await-in-loop -- One browser beside one backend is what a small machine carries. */
async function measure(
  { url, close }: Awaited<ReturnType<typeof serveFreshSite>>,
  folder: string,
  routes: Route[],
  title = '',
) {
  for (const { path, limit, as } of routes) {
    const context = await browser.newContext({ baseURL: url })
    if (as) {
      const page = await context.newPage()
      await arrive(page, { as })
      await page.close()
    }
    const { scripts, hosts } = await visit(context, url + path)
    const sizes = scripts
      .map((file) => ({
        file,
        bytes: gzipSync(readFileSync(join(folder, file)), { level: 9 }).length,
      }))
      .toSorted((one, other) => other.bytes - one.bytes)
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
    const name = title + path
    rows[name] = {
      'gzip kB': Number(total.toFixed(1)),
      limit,
      files: sizes.length,
      largest: sizes
        .slice(0, 4)
        .map(
          ({ file, bytes }) =>
            `${file.replace(/^.*\/|-[\w-]{8}\.js$/g, '')} ${(bytes / 1000).toFixed(1)}`,
        )
        .join(', '),
    }
    if (total > limit) problems.push(`${name} is ${(total - limit).toFixed(1)} kB over its budget`)
    if (as) continue
    for (const file of scripts) if (forSignedIn.test(file)) problems.push(`${name} loads ${file}`)
    for (const host of hosts) problems.push(`${name} asks ${host}`)
  }
  await close()
}
/* oxlint-enable no-await-in-loop */

/** Opens a page and notes the scripts it loads, and the other hosts it asks for more than an image. */
async function visit(context: BrowserContext, address: string) {
  const page = await context.newPage()
  const scripts = new Set<string>()
  const hosts = new Set<string>()
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== new URL(address).origin) {
      if (request.resourceType() !== 'image') hosts.add(url.host)
    } else if (url.pathname.endsWith('.js')) scripts.add(url.pathname)
  })
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  await context.close()
  return { scripts: [...scripts], hosts: [...hosts] }
}

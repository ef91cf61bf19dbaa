/*
 * Measures the gzipped JavaScript that a browser loads on a first visit of each page, and then while it is idle. Fails if
 * a page exceeds a budget, or if a public page loads code for signed-in users or calls another host. With `--built`,
 * measures the two sites that `npm run test:all` has built.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BrowserContext, chromium } from '@playwright/test'
import { findBrowser } from '../../tooling/browser/find-browser.ts'
import { signInIfNeeded } from '../../tooling/journeys/journey.ts'
import { liveSiteFolder, siteFolder } from '../../tooling/site/build-site.ts'
import {
  closedPages,
  livePages,
  protectedPages,
  type SitePage,
  staticPages,
} from '../../tooling/site/pages.ts'
import { serveFreshSite, serveSite } from '../../tooling/site/serve-site.ts'
import { check, finish, printTable } from '../report.ts'

const chunksForSignedIn = [
  'supabase',
  'protected',
  'session',
  'SignedInEffects',
  'CommunityDialog',
  ...protectedPages.map(({ screen }) => screen),
]

/** What a page may load in advance, in kB. Signed-in users return to the same page, mostly with a cache. */
const idleBudgets = { visitors: 65, users: 80 }

/** Over HTTP/1.1, a browser loads six files at a time. */
const maxFiles = 50

const serve = process.argv.includes('--built') ? serveSite : serveFreshSite
const browser = await chromium.launch(findBrowser())
const rows: Record<string, string | number>[] = []

await measureAll(await serve(4193), siteFolder, closedPages)
await measureAll(await serve(4194, { isLive: true }), liveSiteFolder, [
  ...livePages,
  ...staticPages,
])

printTable('JavaScript of a first visit', rows)
await browser.close()
finish()

async function measureAll(
  { url, close }: Awaited<ReturnType<typeof serveFreshSite>>,
  folder: string,
  pages: SitePage[],
) {
  for (const page of pages) await measure(url, folder, page)
  await close()
}

async function measure(url: string, folder: string, { name, path, budget, account }: SitePage) {
  const context = await browser.newContext({ baseURL: url })
  if (account) {
    const page = await context.newPage()
    await signInIfNeeded(page, { account })
    await page.close()
  }
  const all = await visit(context, url + path)
  await context.addInitScript(saveData)
  const { scripts, hosts } = await visit(context, url + path)
  await context.close()

  const sizes = measureFiles(folder, scripts)
  const total = sumOf(sizes)
  const idle = sumOf(measureFiles(folder, all.scripts)) - total
  const largest = sizes
    .slice(0, 4)
    .map(({ chunk, kilobytes }) => `${chunk} ${kilobytes.toFixed(1)}`)
  rows.push({
    page: name,
    'gzip kB': total.toFixed(1),
    budget,
    'when idle': idle.toFixed(1),
    files: sizes.length,
    largest: largest.join(', '),
  })
  check(total <= budget, `${name} is ${(total - budget).toFixed(1)} kB over its budget`)
  check(sizes.length <= maxFiles, `${name} loads ${sizes.length} files`)
  const idleBudget = account ? idleBudgets.users : idleBudgets.visitors
  check(
    idle <= idleBudget,
    `${name} loads ${(idle - idleBudget).toFixed(1)} kB too much while it is idle`,
  )
  if (account) return
  for (const { chunk } of sizes) check(!chunksForSignedIn.includes(chunk), `${name} loads ${chunk}`)
  for (const host of hosts) check(false, `${name} calls ${host}`)
}

/** Returns the gzipped size of each file, the largest first. */
function measureFiles(folder: string, files: readonly string[]) {
  return files
    .map((file) => ({
      chunk: file.replace(/^.*\/|-[\w-]{8}\.js$/g, ''),
      kilobytes: gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / 1000,
    }))
    .toSorted((one, other) => other.kilobytes - one.kilobytes)
}

function sumOf(sizes: ReturnType<typeof measureFiles>): number {
  return sizes.reduce((sum, { kilobytes }) => sum + kilobytes, 0)
}

/** Runs in the page, which then loads nothing in advance. */
function saveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
}

/** Opens a page. Returns the scripts it loads and the other hosts it calls, except for images. */
async function visit(context: BrowserContext, pageUrl: string) {
  const page = await context.newPage()
  const scripts = new Set<string>()
  const hosts = new Set<string>()
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== new URL(pageUrl).origin) {
      if (request.resourceType() !== 'image') hosts.add(url.host)
    } else if (url.pathname.endsWith('.js')) scripts.add(url.pathname)
  })
  await page.goto(pageUrl)
  await page.waitForLoadState('networkidle')
  return { scripts: [...scripts], hosts: [...hosts] }
}

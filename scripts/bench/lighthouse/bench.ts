/*
 * How fast each route of the production build is on a slow phone (Lighthouse, mobile preset, medians of
 * five runs), beside well-known React applications that were built and measured the same way. Beside each
 * public page stands its floor: the same page without its scripts, measured in turn with it.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { liveSiteFolder, siteFolder } from '../../../tooling/site/build-site.ts'
import { findBrowser } from '../../../tooling/browser/find-browser.ts'
import { arrive, type Journey } from '../../../tooling/journeys/journey.ts'
import { serveFreshSite } from '../../../tooling/site/serve-site.ts'
import { median } from '../median.ts'
import { serveFullDirectory } from './full-directory.ts'
import { measure } from './measure.ts'

const [rounds = '5', ...only] = process.argv.slice(2)
const runs = Number(rounds)
const debuggingPort = 9333
interface Route extends Pick<Journey, 'as'> {
  path: string
  wanted: number
  /** On view once somebody who is signed in sees the page. */
  heading?: string
}

const routes: Route[] = [
  { path: '/', wanted: 98 },
  { path: '/communities', wanted: 98 },
  { path: '/business-partnership', wanted: 98 },
  { path: '/privacy', wanted: 98 },
  { path: '/profile', wanted: 95, as: 'luca@example.com', heading: 'My Communities' },
  { path: '/admin', wanted: 95, as: 'admin@example.com', heading: 'Admin Dashboard' },
]
/** In another build, with the directory open and a full page of it. */
const live: Route[] = [
  { path: '/', wanted: 95 },
  { path: '/communities', wanted: 95 },
]
/** Medians of three on two cores, November 2026. */
const peers = {
  'bulletproof-react': { performance: 94, 'LCP ms': 2696, 'TBT ms': 12 },
  'shadcn-admin, signing in': { performance: 90, 'LCP ms': 3037, 'TBT ms': 91 },
  'shadcn-admin': { performance: 76, 'LCP ms': 4361, 'TBT ms': 184 },
  'atomic-crm': { performance: 63, 'LCP ms': 5180, 'TBT ms': 267 },
  'bare prototype of this stack': { performance: 97, 'LCP ms': 2336, 'TBT ms': 15 },
}

type Run = Awaited<ReturnType<typeof measure>>

const rows: Record<string, Record<string, number>> = {}
/** How much longer than its floor a public page may take to paint its largest content. */
const timesFloor = 1.3

await measureAll(await serveFreshSite(4187), siteFolder, routes)
await measureAll(await serveFullDirectory(4188), liveSiteFolder, live, 'live ')

console.info(`Medians of ${runs} runs; the peers were measured the same way, not in this run.`)
console.table({ ...rows, ...peers })
process.exit(0) // The embedded database leaves another status behind.

/* oxlint-disable no-await-in-loop -- One after the other, or they compete. */
async function measureAll(
  { url, close }: Awaited<ReturnType<typeof serveFreshSite>>,
  folder: string,
  measured: Route[],
  title = '',
) {
  for (const { path, wanted, as, heading } of measured) {
    const name = title + path
    if (only.length > 0 && !only.includes(name)) continue
    const floors: number[] = []
    const found = heading
      ? await signedIn(url, { path, as, heading })
      : await repeat(async () => {
          floors.push((await measureSpeed(url + withoutScripts(folder, path))).lcp)
          return measureSpeed(url + path)
        })
    const lcp = median(found.map((run) => run.lcp))
    rows[name] = {
      performance: median(found.map(({ score }) => score('performance'))),
      wanted,
      'LCP ms': lcp,
      ...(floors.length > 0 && comparison(lcp, median(floors))),
      'TBT ms': median(found.map(({ tbt }) => tbt)),
      'FCP ms': median(found.map(({ fcp }) => fcp)),
      CLS: median(found.map(({ cls }) => cls)),
    }
  }
  await close()
}
/* oxlint-enable no-await-in-loop */

function comparison(lcp: number, floor: number) {
  return {
    'floor ms': floor,
    'times floor': Number((lcp / floor).toFixed(2)),
    'at most': timesFloor,
  }
}

/** Puts the same page without its scripts beside it, and returns its path. */
function withoutScripts(folder: string, path: string): string {
  const name = path === '/' ? 'index' : path.slice(1)
  const html = readFileSync(join(folder, `${name}.html`), 'utf8')
  mkdirSync(join(folder, 'floor'), { recursive: true })
  writeFileSync(
    join(folder, 'floor', `${name}.html`),
    html.replaceAll(/<script.*?<\/script>/gs, ''),
  )
  return `/floor/${name}.html`
}

async function repeat(run: () => Promise<Run>): Promise<Run[]> {
  const found: Run[] = []
  while (found.length < runs) found.push(await run())
  return found
}

function measureSpeed(address: string, port?: number) {
  return measure(address, { categories: ['performance'], port })
}

/** Measures in a browser in which somebody is signed in, and which has nothing in its cache. */
async function signedIn(
  url: string,
  { path, as, heading = '' }: Omit<Route, 'wanted'>,
): Promise<Run[]> {
  const { executablePath, args } = findBrowser()
  const profile = mkdtempSync(join(tmpdir(), 'browser-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    baseURL: url,
    args: [...args, `--remote-debugging-port=${debuggingPort}`],
  })
  const page = await context.newPage()
  await arrive(page, { as })
  await page.goto(path)
  await page.getByRole('heading', { name: heading }).waitFor()
  await page.goto('about:blank')
  const browser = await context.newCDPSession(page)
  const found = await repeat(async () => {
    await browser.send('Network.clearBrowserCache')
    return measureSpeed(url + path, debuggingPort)
  })
  await context.close()
  rmSync(profile, { recursive: true, force: true })
  return found
}

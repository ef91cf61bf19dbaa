/*
 * Measures the production build on a slow phone, medians of five runs: the time to the content of each page, the time from
 * a press to its result inside the app, and Lighthouse with its mobile preset. Compares the largest contentful paint of
 * public pages with that of the same page without scripts.
 * `npm run bench -- web --runs 3 /privacy` takes three runs of one page. `--content` and `--inside` take only these
 * measurements. `--against ../other` takes them in another checkout, too, in turn with this one.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { findBrowser } from '../../../tooling/browser/find-browser.ts'
import { signInIfNeeded } from '../../../tooling/journeys/journey.ts'
import { liveSiteFolder, siteFolder } from '../../../tooling/site/build-site.ts'
import { closedPages, livePages, type SitePage } from '../../../tooling/site/pages.ts'
import { serveFreshSite } from '../../../tooling/site/serve-site.ts'
import { finish, printTable } from '../../report.ts'
import { median } from '../median.ts'
import { measureContent } from './content.ts'
import { serveFullDirectory } from './full-directory.ts'
import { measureStep, steps } from './inside.ts'
import { measure } from './lighthouse.ts'
import { serveCheckout } from './serve-checkout.ts'
import { listVisits } from './visits.ts'

type Run = Awaited<ReturnType<typeof measure>>

const { values: options, positionals: selected } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    content: { type: 'boolean', default: false },
    inside: { type: 'boolean', default: false },
    against: { type: 'string' },
  },
  allowPositionals: true,
})
const isSelected = ({ name }: { name: string }) => selected.length === 0 || selected.includes(name)
const measuresAll = !options.content && !options.inside
const debuggingPort = 9333
const targets = { publicPage: 98, other: 95, lcpRatio: 1.3 }
type Rows = Record<string, Record<string, number | string | undefined>>
const contentRows: Rows = {}
const insideRows: Rows = {}
const rows: Rows = {}

await benchAll(siteFolder, closedPages, false)
await benchAll(liveSiteFolder, livePages, true)

console.info(`Medians of ${options.runs} runs, with the fastest and the slowest.`)
const tables = { 'Time to content': contentRows, 'Inside the app': insideRows, Lighthouse: rows }
for (const [title, table] of Object.entries(tables)) {
  const found = Object.entries(table).map(([name, values]) => ({ name, ...values }))
  if (found.length > 0) printTable(title, found)
}
finish()

// Parallel runs would slow each other down.
async function benchAll(folder: string, pages: SitePage[], isLive: boolean) {
  const { url, close } = await (isLive ? serveFullDirectory(4188) : serveFreshSite(4187))
  const other = options.against ? await serveCheckout(options.against, 4186, isLive) : null
  const urls = [url, ...(other ? [other.url] : [])]
  const browser = await chromium.launch(findBrowser())
  const visits = options.content || measuresAll ? listVisits(isLive) : []
  for (const visit of visits.filter(isSelected)) {
    const found = await repeatInTurn(urls, (site) => measureContent(browser, site, visit))
    contentRows[visit.name] = {
      ...describe('content ms', found, ({ content }) => content),
      'at most': visit.targetMs,
      'lower bound': Math.round(median((found[0] ?? []).map(({ atLeast }) => atLeast))),
    }
  }
  const presses = options.inside || measuresAll ? steps : []
  for (const step of presses.filter((press) => press.isLive === isLive && isSelected(press))) {
    const found = await repeatInTurn(urls, (site) => measureStep(browser, site, step))
    insideRows[step.name] = {
      ...describe('shown ms', found, ({ shown }) => shown),
      'at most': step.targetMs,
      ...describe('longest task', found, ({ longestTask }) => longestTask),
    }
  }
  await browser.close()
  await other?.close()
  for (const page of measuresAll ? pages.filter(isSelected) : []) {
    const bare: Run[] = []
    const found = page.account
      ? await measureSignedIn(url, page)
      : await repeat(async () => {
          bare.push(await measureSpeed(url + withoutScripts(folder, page.path)))
          return measureSpeed(url + page.path)
        })
    const isFast = !page.account && !livePages.includes(page)
    const lcp = median(found.map((run) => run.lcp))
    rows[page.name] = {
      performance: median(found.map(({ score }) => score('performance'))),
      'at least': isFast ? targets.publicPage : targets.other,
      'LCP ms': lcp,
      ...(bare.length > 0 && compareLcp(lcp, median(bare.map((run) => run.lcp)))),
      'TBT ms': median(found.map(({ tbt }) => tbt)),
      'FCP ms': median(found.map(({ fcp }) => fcp)),
      CLS: median(found.map(({ cls }) => cls)),
    }
  }
  await close()
}

async function repeat<Result>(run: () => Promise<Result>): Promise<Result[]> {
  const found: Result[] = []
  while (found.length < Number(options.runs)) found.push(await run())
  return found
}

/** Measures the sites in turn, because the machine's speed changes. Returns the runs of each site. */
async function repeatInTurn<Result>(
  urls: readonly string[],
  run: (url: string) => Promise<Result>,
): Promise<Result[][]> {
  const found = await repeat(async () => {
    const turn: Result[] = []
    for (const url of urls) turn.push(await run(url))
    return turn
  })
  return urls.map((_url, index) => found.flatMap((turn) => turn.slice(index, index + 1)))
}

/** Returns the columns of a measurement: this site, the other one, and this one in percent of it. */
function describe<Result>(name: string, sites: Result[][], pick: (run: Result) => number) {
  const [own = [], other] = sites.map((runs) => runs.map((run) => Math.round(pick(run))))
  const withRange = (values: number[]) =>
    `${median(values)} (${Math.min(...values)} to ${Math.max(...values)})`
  if (!other) return { [name]: withRange(own) }
  return {
    [name]: withRange(own),
    [`${name}, other`]: withRange(other),
    [`${name}, %`]: Math.round((median(own) / median(other)) * 100),
  }
}

function compareLcp(lcp: number, withoutScriptsLcp: number) {
  return {
    'without scripts': withoutScriptsLcp,
    ratio: Number((lcp / withoutScriptsLcp).toFixed(2)),
    'at most': targets.lcpRatio,
  }
}

/** Writes a copy of the page without its scripts, and returns its path. */
function withoutScripts(folder: string, path: string): string {
  const file = `${path.slice(1) || 'index'}.html`
  const html = readFileSync(join(folder, file), 'utf8')
  const copies = join(folder, 'without-scripts')
  mkdirSync(copies, { recursive: true })
  writeFileSync(join(copies, file), html.replaceAll(/<script.*?<\/script>/gs, ''))
  return `/without-scripts/${file}`
}

function measureSpeed(url: string, port?: number) {
  return measure(url, { only: ['performance'], port })
}

/** Measures in a browser that is signed in and has an empty cache. */
async function measureSignedIn(url: string, { path, account, heading }: SitePage): Promise<Run[]> {
  const { executablePath, args } = findBrowser()
  const profile = mkdtempSync(join(tmpdir(), 'browser-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    baseURL: url,
    args: [...args, `--remote-debugging-port=${debuggingPort}`],
  })
  const page = await context.newPage()
  await signInIfNeeded(page, { account })
  await page.goto(path)
  await page.getByRole('heading', { name: heading }).waitFor()
  await page.goto('about:blank')
  const devTools = await context.newCDPSession(page)
  const found = await repeat(async () => {
    await devTools.send('Network.clearBrowserCache')
    return measureSpeed(url + path, debuggingPort)
  })
  await context.close()
  rmSync(profile, { recursive: true, force: true })
  return found
}

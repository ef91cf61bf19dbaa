/*
 * Measures each page of the production build on a slow phone, medians of five runs: the time to its content, and
 * Lighthouse with its mobile preset. Compares the largest contentful paint of public pages with that of the same page
 * without scripts.
 * `npm run bench:web -- --runs 3 /privacy` takes three runs of one page; `--content` leaves out Lighthouse.
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
import { median } from '../median.ts'
import { measureContent } from './content.ts'
import { serveFullDirectory } from './full-directory.ts'
import { listVisits } from './visits.ts'
import { measure } from './lighthouse.ts'

type Run = Awaited<ReturnType<typeof measure>>

const { values: options, positionals: selected } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, content: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const isSelected = (name: string) => selected.length === 0 || selected.includes(name)
const debuggingPort = 9333
const targets = { publicPage: 98, other: 95, lcpRatio: 1.3 }
const contentRows: Record<string, Record<string, number | undefined>> = {}
const rows: Record<string, Record<string, number>> = {}

await benchAll(await serveFreshSite(4187), siteFolder, closedPages, false)
await benchAll(await serveFullDirectory(4188), liveSiteFolder, livePages, true)

console.info(`Medians of ${options.runs} runs.`)
console.table(contentRows)
if (!options.content) console.table(rows)
process.exit(0) // The embedded database would set another exit code.

/* oxlint-disable no-await-in-loop -- Parallel runs would slow each other down. */
async function benchAll(
  { url, close }: Awaited<ReturnType<typeof serveFreshSite>>,
  folder: string,
  pages: SitePage[],
  isLive: boolean,
) {
  const browser = await chromium.launch(findBrowser())
  for (const { name, targetMs, ...visit } of listVisits(url, isLive)) {
    if (!isSelected(name)) continue
    const found = await repeat(() => measureContent(browser, visit))
    contentRows[name] = {
      'content ms': Math.round(median(found.map(({ content }) => content))),
      'at most': targetMs,
      'lower bound': Math.round(median(found.map(({ atLeast }) => atLeast))),
    }
  }
  await browser.close()
  for (const page of options.content ? [] : pages) {
    if (!isSelected(page.name)) continue
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
/* oxlint-enable no-await-in-loop */

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

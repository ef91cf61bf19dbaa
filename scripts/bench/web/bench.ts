/*
 * Measures the production build on a slow phone, medians of five runs: the time to the content of each page, and the time
 * from a press to its result inside the app.
 * `npm run bench -- web --runs 3 /profile` takes three runs of the measurements whose names contain '/profile'.
 */
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { findBrowser } from '../../../tooling/browser/find-browser.ts'
import { serveFreshSite } from '../../../tooling/site/serve-site.ts'
import { finish, median, printTable } from '../../report.ts'
import { measureContent } from './content.ts'
import { serveFullDirectory } from './full-directory.ts'
import { measureStep, steps } from './inside.ts'
import { visits } from './visits.ts'

const { values: options, positionals: words } = parseArgs({
  options: { runs: { type: 'string', default: '5' } },
  allowPositionals: true,
})
const contentRows: Record<string, string | number | undefined>[] = []
const insideRows: typeof contentRows = []

await measureSite(await serveFreshSite(4187), false)
await measureSite(await serveFullDirectory(4188), true)

console.info(`Medians of ${options.runs} runs, with the fastest and the slowest.`)
printTable('Time to content', contentRows)
printTable('Inside the app', insideRows)
finish()

async function measureSite(
  { url, close }: Awaited<ReturnType<typeof serveFreshSite>>,
  isLive: boolean,
) {
  const browser = await chromium.launch(findBrowser())
  const isMeasured = (one: { name: string; isLive?: boolean }) =>
    (one.isLive ?? false) === isLive && words.every((word) => one.name.includes(word))
  for (const visit of visits.filter(isMeasured)) {
    const times = await repeat(() => measureContent(browser, url, visit))
    contentRows.push({
      page: visit.name,
      'content ms': summarize(times),
      'at most': visit.targetMs,
    })
  }
  for (const step of steps.filter(isMeasured)) {
    const runs = await repeat(() => measureStep(browser, url, step))
    insideRows.push({
      press: step.name,
      'shown ms': summarize(runs.map(({ shown }) => shown)),
      'at most': step.targetMs,
      'longest task ms': summarize(runs.map(({ longestTask }) => longestTask)),
    })
  }
  await browser.close()
  await close()
}

/** Takes one run after the other: parallel runs would slow each other down. */
async function repeat<Result>(run: () => Promise<Result>): Promise<Result[]> {
  const runs: Result[] = []
  while (runs.length < Number(options.runs)) runs.push(await run())
  return runs
}

/** Returns the median with the fastest and the slowest. */
function summarize(times: readonly number[]): string {
  const values = [median(times), Math.min(...times), Math.max(...times)]
  const [middle, fastest, slowest] = values.map((value) => Math.round(value))
  return `${middle} (${fastest} to ${slowest})`
}

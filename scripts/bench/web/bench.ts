/*
 * Measures the production build on a slow phone, medians of five runs: the time to the content of each page, and the time
 * from a press to its result inside the app.
 * `npm run bench -- web --runs 3 /profile` takes three runs of the measurements whose names contain '/profile'.
 * `--content` and `--inside` take only these. `--against ../other` measures another checkout, too, in turn with this one,
 * because the speed of a machine changes.
 */
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { findBrowser } from '../../../tooling/browser/find-browser.ts'
import { serveFreshSite } from '../../../tooling/site/serve-site.ts'
import { finish, median, printTable } from '../../report.ts'
import { serveFullDirectory } from './full-directory.ts'
import { measure } from './measure.ts'
import { measurements } from './measurements.ts'
import { serveCheckout } from './serve-checkout.ts'

const { values: options, positionals: words } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    content: { type: 'boolean', default: false },
    inside: { type: 'boolean', default: false },
    against: { type: 'string' },
  },
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
  const other = options.against ? await serveCheckout(options.against, 4186, isLive) : null
  const urls = other ? [url, other.url] : [url]
  const browser = await chromium.launch(findBrowser())
  const chosen = measurements.filter(
    (one) =>
      (one.isLive ?? false) === isLive &&
      !(one.press ? options.content : options.inside) &&
      words.every((word) => one.name.includes(word)),
  )
  for (const one of chosen) {
    const sites = await repeatInTurn(urls, (site) => measure(browser, site, one))
    const pick = (key: 'shown' | 'longestTask') => sites.map((runs) => runs.map((run) => run[key]))
    const row = { [one.press ? 'press' : 'page']: one.name, ...summarize('ms', pick('shown')) }
    const withTarget = { ...row, 'at most': one.targetMs }
    if (!one.press) contentRows.push(withTarget)
    else insideRows.push({ ...withTarget, ...summarize('longest task ms', pick('longestTask')) })
  }
  await browser.close()
  await other?.close()
  await close()
}

/** Returns the runs of each site. Takes one after the other: parallel runs would slow each other down. */
async function repeatInTurn<Result>(
  urls: readonly string[],
  run: (url: string) => Promise<Result>,
): Promise<Result[][]> {
  const sites = urls.map((url) => ({ url, runs: new Array<Result>() }))
  for (let count = 0; count < Number(options.runs); count += 1)
    for (const { url, runs } of sites) runs.push(await run(url))
  return sites.map(({ runs }) => runs)
}

/** Returns the columns of a measurement: this site, and the other one. */
function summarize(name: string, sites: readonly number[][]) {
  const toText = (times: readonly number[]) => {
    const values = [median(times), Math.min(...times), Math.max(...times)]
    const [middle, fastest, slowest] = values.map((value) => Math.round(value))
    return `${middle} (${fastest} to ${slowest})`
  }
  const [own = [], other] = sites
  return { [name]: toText(own), ...(other && { [`${name}, other`]: toText(other) }) }
}

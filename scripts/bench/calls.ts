/*
 * What each thing that a person does asks of the backend: requests, bytes both ways, and how many
 * requests had to wait for one another, measured in a real browser on the production build. Fails
 * when /profile or /admin needs more than two round trips, one after the other, to show its data.
 */
import { chromium, type Page, type Request } from '@playwright/test'
import { findBrowser } from '../../tooling/browser/find-browser.ts'
import { journeys } from '../../tooling/journeys/index.ts'
import { arrive, calls, type Journey } from '../../tooling/journeys/journey.ts'
import { serveFreshSite } from '../../tooling/site/serve-site.ts'

const mostRoundTrips = 2
const loads = ['loading the profile', 'loading the communities of all']

interface Call {
  request: Request
  /** Its place in the longest row of requests of which each waited for the one before. */
  depth: number
  isOver: boolean
}

const site = await serveFreshSite(4189)
const browser = await chromium.launch(findBrowser())
const rows: Record<string, Record<string, number>> = {}
const problems: string[] = []

/* oxlint-disable no-await-in-loop -- One browser beside one backend is what a small machine carries. */
for (const journey of journeys) {
  const context = await browser.newContext({ baseURL: site.url })
  await context.route('https://images.unsplash.com/**', (route) => route.abort())
  const page = await context.newPage()
  await arrive(page, journey)
  const row = await count(page, journey)
  rows[journey.name] = row
  if (loads.includes(journey.name) && row['one after the other'] > mostRoundTrips) {
    problems.push(`${journey.name} takes ${row['one after the other']} round trips in a row`)
  }
  await context.close()
}
/* oxlint-enable no-await-in-loop */

await browser.close()
await site.close()
console.table(rows)
for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)

async function count(page: Page, journey: Journey) {
  await journey.open(page, site.backend)
  await page.waitForLoadState('networkidle')
  const made: Call[] = []
  page.on('request', (request) => {
    if (!calls.test(request.url()) || request.resourceType() === 'image') return
    const before = made.filter(({ isOver }) => isOver).map(({ depth }) => depth)
    made.push({ request, depth: Math.max(0, ...before) + 1, isOver: false })
  })
  page.on('requestfinished', (request) => {
    for (const call of made) if (call.request === request) call.isOver = true
  })
  await journey.act(page)
  await journey.done(page).first().waitFor()
  await page.waitForLoadState('networkidle')
  const sizes = await Promise.all(made.map(({ request }) => request.sizes()))
  const sum = (name: 'requestBodySize' | 'responseBodySize') =>
    sizes.reduce((total, size) => total + size[name], 0)
  return {
    requests: made.length,
    'one after the other': Math.max(0, ...made.map(({ depth }) => depth)),
    'bytes sent': sum('requestBodySize'),
    'bytes received': sum('responseBodySize'),
  }
}

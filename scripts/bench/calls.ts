/*
 * Measures the backend calls of each journey in a browser, on the production build: requests, round trips and bytes.
 * Fails if /profile or /admin needs more than two round trips to show its data.
 */
import { chromium, type Page, type Request } from '@playwright/test'
import { findBrowser } from '../../tooling/browser/find-browser.ts'
import { journeys } from '../../tooling/journeys/index.ts'
import { backendCall, type Journey, signInIfNeeded } from '../../tooling/journeys/journey.ts'
import { serveFreshSite } from '../../tooling/site/serve-site.ts'

const maxRoundTrips = 2
const limitedJourneys = ['loading the profile', 'loading all communities']

interface Call {
  request: Request
  /** The length of the longest chain of consecutive requests that ends with this one. */
  depth: number
  isFinished: boolean
}

const site = await serveFreshSite(4189)
const browser = await chromium.launch(findBrowser())
const rows: Record<string, Record<string, number>> = {}
const problems: string[] = []

// The journeys share a backend.
for (const journey of journeys) {
  const context = await browser.newContext({ baseURL: site.url })
  await context.route('https://images.unsplash.com/**', (route) => route.abort())
  const page = await context.newPage()
  await signInIfNeeded(page, journey)
  const row = await measureJourney(page, journey)
  rows[journey.name] = row
  if (limitedJourneys.includes(journey.name) && row['round trips'] > maxRoundTrips) {
    problems.push(`${journey.name} takes ${row['round trips']} round trips`)
  }
  await context.close()
}

await browser.close()
await site.close()
console.table(rows)
for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)

async function measureJourney(page: Page, journey: Journey) {
  await journey.open(page, site.backend)
  await page.waitForLoadState('networkidle')
  const calls: Call[] = []
  page.on('request', (request) => {
    if (!backendCall.test(request.url()) || request.resourceType() === 'image') return
    const finished = calls.filter(({ isFinished }) => isFinished).map(({ depth }) => depth)
    calls.push({ request, depth: Math.max(0, ...finished) + 1, isFinished: false })
  })
  page.on('requestfinished', (request) => {
    for (const call of calls) if (call.request === request) call.isFinished = true
  })
  await journey.act(page)
  await journey.success(page).first().waitFor()
  await page.waitForLoadState('networkidle')
  const sizes = await Promise.all(calls.map(({ request }) => request.sizes()))
  const sum = (name: 'requestBodySize' | 'responseBodySize') =>
    sizes.reduce((total, size) => total + size[name], 0)
  return {
    requests: calls.length,
    'round trips': Math.max(0, ...calls.map(({ depth }) => depth)),
    'bytes sent': sum('requestBodySize'),
    'bytes received': sum('responseBodySize'),
  }
}

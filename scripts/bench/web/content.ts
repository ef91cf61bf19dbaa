import type { Browser, Page, Request } from '@playwright/test'
import { openAs } from '../../../tooling/journeys/sign-in.ts'

/** The slow phone of Lighthouse's mobile preset. */
const phone = {
  latencyMs: 150,
  bytesPerSecond: 1_600_000 / 8,
  cpuSlowdown: 4,
  viewport: { width: 412, height: 823 },
}

declare global {
  /** When the content was painted, in milliseconds since the navigation started. */
  var contentTime: Promise<number>
}

export interface Visit {
  path: string
  /** CSS selector of the first row or card with data. */
  content: string
  /** The demo account that is signed in. */
  account?: string | undefined
  /** Whether the browser has visited the page before. */
  isRepeated?: boolean
}

/**
 * Opens a page on a slow phone with an empty cache, and waits until its content is painted.
 *
 * @returns milliseconds: the time of the content, and the time that its bytes and round trips take at least
 */
export async function measureContent(
  browser: Browser,
  siteUrl: string,
  { path, content, account, isRepeated = false }: Visit,
) {
  const page = await openPhone(browser, siteUrl, account)
  if (isRepeated) {
    await page.goto(path)
    await page.locator(content).first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.goto('about:blank')
  }
  await slowDown(page)
  await page.addInitScript(observeContent, content)
  const requests = recordRequests(page)
  await page.goto(path, { waitUntil: 'commit' })
  const { startTime, origin } = await page.evaluate(async () => ({
    startTime: await globalThis.contentTime,
    origin: performance.timeOrigin,
  }))
  const required = requests.filter((request) => endOf(request) < origin + startTime)
  const sizes = await Promise.all(required.map((request) => request.sizes()))
  await page.context().close()
  const bytes = sizes.reduce((sum, size) => sum + size.responseBodySize, 0)
  return { content: startTime, atLeast: lowerBound(bytes, required) }
}

/**
 * The document is one round trip. Whatever it does not contain needs a second one, in which code and data could arrive
 * together.
 */
function lowerBound(bytes: number, required: readonly Request[]): number {
  const roundTrips = required.length > 1 ? 2 : 1
  return roundTrips * phone.latencyMs + (bytes / phone.bytesPerSecond) * 1000
}

/** Opens an empty page in a new browser context, and signs in with the account, if there is one. */
export async function openPhone(browser: Browser, siteUrl: string, account: string | undefined) {
  const context = await browser.newContext({ baseURL: siteUrl, viewport: phone.viewport })
  const page = await context.newPage()
  if (account) await openAs(page, account, '/placeholder.svg')
  return page
}

export async function slowDown(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: phone.latencyMs,
    downloadThroughput: phone.bytesPerSecond,
    uploadThroughput: phone.bytesPerSecond,
  })
  // Not reachable from everywhere, and not part of the content.
  await devTools.send('Network.setBlockedURLs', { urls: ['*://images.unsplash.com/*'] })
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: phone.cpuSlowdown })
}

/**
 * Runs in the page, before what shows the content. Looks for the content when the document changes: a timer would keep
 * the slow processor busy and delay what it measures.
 */
export function observeContent(selector: string): void {
  globalThis.contentTime = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(selector)?.checkVisibility({ visibilityProperty: true })) return
      observer.disconnect()
      // The second frame from now starts when the first has been painted.
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())))
    })
    observer.observe(document, { attributes: true, childList: true, subtree: true })
  })
}

/** Returns the finished requests of a page, except for images. The list grows while the page loads. */
function recordRequests(page: Page): Request[] {
  const finished: Request[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'image') finished.push(request)
  })
  return finished
}

/** Milliseconds since 1970. */
function endOf(request: Request): number {
  const { startTime, responseEnd } = request.timing()
  return startTime + responseEnd
}

import type { Browser, Page } from '@playwright/test'
import { openAs } from '../../../tooling/journeys/sign-in.ts'
import type { Visit } from './visits.ts'

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

/** Opens a page on a slow phone with an empty cache. Returns the milliseconds until its content is painted. */
export async function measureContent(
  browser: Browser,
  siteUrl: string,
  { path, content, account, isRepeated = false }: Visit,
): Promise<number> {
  const page = await openPhone(browser, siteUrl, account)
  if (isRepeated) {
    await page.goto(path)
    await page.locator(content).first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.goto('about:blank')
  }
  await slowDown(page)
  await page.addInitScript(observeContent, content)
  await page.goto(path, { waitUntil: 'commit' })
  const time = await page.evaluate(() => globalThis.contentTime)
  await page.context().close()
  return time
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
 * the slow processor busy and delay what it measures. Looks in the next frame, which computes the styles anyway: at once,
 * it would make the task that changed the document longer.
 */
export function observeContent(selector: string): void {
  globalThis.contentTime = new Promise((resolve) => {
    let isWaiting = false
    const observer = new MutationObserver(() => {
      if (isWaiting) return
      isWaiting = true
      requestAnimationFrame(() => {
        isWaiting = false
        if (!document.querySelector(selector)?.checkVisibility({ visibilityProperty: true })) return
        observer.disconnect()
        // The next frame starts when this one has been painted.
        requestAnimationFrame(() => resolve(performance.now()))
      })
    })
    observer.observe(document, { attributes: true, childList: true, subtree: true })
  })
}

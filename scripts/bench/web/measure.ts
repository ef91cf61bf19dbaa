import type { Browser, Page } from '@playwright/test'
import { openAs } from '../../../tooling/journeys/sign-in.ts'
import type { Measurement } from './measurements.ts'

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
  /** When the button was pressed. */
  var pressTime: number
  /** The tasks of at least 50 ms since the button was pressed. */
  var longTasks: PerformanceObserver
  var longestTask: number
}

/**
 * Opens a page on a slow phone with an empty cache. For a press, waits until it is idle, and presses the button.
 *
 * @returns milliseconds: until the content is painted, or from the press until its result is; then the longest task until
 *   the page is idle again, 0 if none takes 50
 */
export async function measure(browser: Browser, siteUrl: string, measurement: Measurement) {
  const { path, content, account, isRepeated = false, press } = measurement
  const context = await browser.newContext({ baseURL: siteUrl, viewport: phone.viewport })
  const page = await context.newPage()
  if (account) await openAs(page, account, '/placeholder.svg')
  const open = async () => {
    await page.goto(path)
    await page.locator(content).first().waitFor()
  }
  if (isRepeated) {
    await open()
    await page.waitForLoadState('networkidle')
    await page.goto('about:blank')
  }
  await slowDown(page)
  if (press) {
    await open()
    await waitUntilIdle(page)
    await page.evaluate(observeContent, press.shown)
    await page.evaluate(observePress)
    await page.locator(press.button).first().click()
  } else {
    await page.addInitScript(observeContent, content)
    await page.goto(path, { waitUntil: 'commit' })
  }
  const shown = await page.evaluate(
    async () => (await globalThis.contentTime) - (globalThis.pressTime ?? 0),
  )
  if (press) await waitUntilIdle(page)
  const longestTask = await page.evaluate(() => globalThis.longestTask ?? 0)
  await context.close()
  return { shown, longestTask }
}

async function slowDown(page: Page): Promise<void> {
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

/** Runs in the page. */
function observePress(): void {
  addEventListener('pointerdown', ({ timeStamp }) => (globalThis.pressTime = timeStamp), true)
  globalThis.longestTask = 0
  globalThis.longTasks = new PerformanceObserver((list) => {
    const durations = list.getEntries().map(({ duration }) => duration)
    globalThis.longestTask = Math.max(globalThis.longestTask, ...durations)
  })
  globalThis.longTasks.observe({ type: 'longtask' })
}

/** Waits until no request ended and no task took 50 ms for a second: users read before they press. */
const waitUntilIdle = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let timer = setTimeout(resolve, 1000)
        new PerformanceObserver(() => {
          clearTimeout(timer)
          timer = setTimeout(resolve, 1000)
        }).observe({ entryTypes: ['resource', 'longtask'] })
      }),
  )

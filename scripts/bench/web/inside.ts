import type { Browser, Page } from '@playwright/test'
import { observeContent, openPhone, slowDown } from './content.ts'

declare global {
  /** When the button was pressed, in milliseconds since the navigation started. */
  var pressTime: number
  /** The tasks of at least 50 ms since the button was pressed. */
  var longTasks: PerformanceObserver
  var longestTask: number
}

interface Step {
  name: string
  path: string
  isLive: boolean
  account?: string
  /** CSS selector of what the user reads before they press. */
  content: string
  /** Playwright selector of the button or link. */
  button: string
  /** CSS selector of what the press shows. */
  shown: string
  targetMs: number
}

/** What users do most on a page. */
export const steps: Step[] = [
  {
    name: '/profile, edit dialog',
    path: '/profile',
    isLive: false,
    account: 'luca@example.com',
    content: 'main li h3',
    button: 'main li button[aria-label^="Edit"]',
    shown: '[role=dialog] input[name=name]',
    targetMs: 450,
  },
  {
    name: '/communities, a community',
    path: '/communities',
    isLive: true,
    content: 'main article',
    button: 'main article a',
    shown: 'main article h1',
    targetMs: 300,
  },
  {
    name: '/admin, review queue',
    path: '/admin?view=all',
    isLive: false,
    account: 'admin@example.com',
    content: 'main tbody td',
    button: 'main button:visible:has-text("To review")',
    shown: 'main article h2',
    targetMs: 450,
  },
  {
    name: '/admin, Users tab',
    path: '/admin?view=all',
    isLive: false,
    account: 'admin@example.com',
    content: 'main tbody td',
    button: '[role=tab][data-value=users]',
    shown: '[role=tabpanel][id$="-panel"][aria-labelledby$="-users"] tbody td',
    targetMs: 450,
  },
]

/**
 * Opens a page on a slow phone with an empty cache, waits until it is idle, and presses a button.
 *
 * @returns milliseconds: from the press until the result is painted, and the longest task until the page is idle again,
 *   0 if none takes 50
 */
export async function measureStep(browser: Browser, siteUrl: string, step: Step) {
  const page = await openPhone(browser, siteUrl, step.account)
  await slowDown(page)
  await page.goto(step.path)
  await page.locator(step.content).first().waitFor()
  await waitUntilIdle(page)
  await page.evaluate(observeContent, step.shown)
  await page.evaluate(observePress)
  await page.locator(step.button).first().click()
  const shown = await page.evaluate(
    async () => (await globalThis.contentTime) - globalThis.pressTime,
  )
  await waitUntilIdle(page)
  const longestTask = await page.evaluate(() => globalThis.longestTask)
  await page.context().close()
  return { shown, longestTask }
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

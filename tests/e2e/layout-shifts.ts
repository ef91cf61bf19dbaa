import type { Page } from '@playwright/test'

/** Records the layout shifts of the pages that are opened from now on. Returns a function that reads their sum. */
export async function recordLayoutShifts(page: Page) {
  await page.addInitScript(() => {
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries())
        window.name = String(Number(window.name) + Number(Reflect.get(entry, 'value')))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return async () => Number(await page.evaluate(() => window.name))
}

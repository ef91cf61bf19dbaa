import { expect, type Page } from '@playwright/test'
import { holdRequests } from './hold-requests.ts'

interface Visit {
  open: () => Promise<unknown>
  /** URL pattern of a request without which the page has no rows. */
  early: string
  /** Selector of the first row or card. */
  content: string
}

/** On a phone, the font of headings would delay the rows of a page that the app renders. */
export async function expectFontAfterRows(page: Page, { open, early, content }: Visit) {
  await page.setViewportSize({ width: 390, height: 844 })
  const release = await holdRequests(page, early)
  let isFontRequested = false
  page.on('request', (request) => {
    if (request.url().includes('/assets/fraunces-')) isFontRequested = true
  })
  await open()
  await expect(page.locator('#static')).toHaveCount(0)
  await expect(page.locator('main .animate-pulse').first()).toBeVisible()
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(isFontRequested).toBe(false)
  release()
  await expect(page.locator(content).first()).toBeVisible()
  await expect.poll(() => isFontRequested).toBe(true)
}

import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const single = [
  'title',
  'meta[name="description"]',
  'meta[property="og:title"]',
  'meta[property="og:description"]',
  'meta[property="og:image"]',
  'link[rel="canonical"], meta[name="robots"]',
]

/** Expects that the page is described once, by this title. A page has a canonical URL unless it is not indexed. */
export async function expectDescribedOnce(page: Page, title: string, canonical?: RegExp) {
  await expect(page).toHaveTitle(`${title} · Waypost`)
  for (const selector of single) {
    await expect(page.locator(`head :is(${selector})`), selector).toHaveCount(1)
  }
  if (canonical)
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', canonical)
}

import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'

/** Raises three toasts: each refused visit of the dashboard is one, and each stays for 4 seconds. */
async function box(locator: Locator) {
  const found = await locator.boundingBox()
  if (!found) throw new Error('It is not on view')
  return found
}

/** Whether any toast lies over any part of an element. */
async function isCovered(page: Page, locator: Locator): Promise<boolean> {
  const own = await box(locator)
  const toasts = await page.locator('[data-rht-toaster] [role="status"]').all()
  expect(toasts.length).toBeGreaterThan(0)
  const boxes = await Promise.all(toasts.map((toast) => box(toast.locator('..'))))
  return boxes.some(
    ({ x, y, width, height }) =>
      x < own.x + own.width && own.x < x + width && y < own.y + own.height && own.y < y + height,
  )
}

import { expect, type Page } from '@playwright/test'
import { cards, openList } from '../../../tooling/journeys/directory.ts'
import { openAs } from '../../../tooling/journeys/sign-in.ts'
import { test } from '../fixtures.ts'

/** Expects the notice at the top of the page, and nothing else that reports the missing connection. */
async function expectOneMessage(page: Page) {
  await expect(page.getByText(/^You're offline/)).toHaveCount(1)
  // A toast or an error would appear by then.
  await page.waitForTimeout(1500)
  // Those of communities are not about the connection.
  await expect(page.getByRole('alert').filter({ hasNotText: 'Rejection reason' })).toHaveCount(0)
  await expect(page.locator('#toasts [role="status"]')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^(Try again|Reload)/ })).toHaveCount(0)
}

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

// The browser logs the requests that fail.
test.afterEach(({ consoleErrors }) => void consoleErrors.splice(0))

test('offline, the directory and a community have one message, and load the rest when the connection returns', async ({
  page,
  context,
}) => {
  await openList(page)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('link', { name: /^Bali/ }).first().click()
  await expect(page.getByText('Showing your previous results.')).toBeVisible()
  // Its code has not loaded yet.
  await page.getByRole('link', { name: 'Map', exact: true }).click()
  await expectOneMessage(page)
  await cards(page).getByRole('link', { name: 'Atlantic Kite Crew' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Atlantic Kite Crew' })).toBeVisible()
  await expectOneMessage(page)

  await context.setOffline(false)
  await expect(page.getByText(/^You're offline/)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Wind alerts' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'More in Cape Town' })).toBeVisible()
  await page.goBack()
  // The map loads when it is in view.
  await page.getByRole('combobox', { name: 'Search communities' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('list', { name: 'Places on the map' })).toBeVisible()
  await expect(cards(page).first()).toContainText('Bali, Indonesia')
  await expect(page.getByRole('button', { name: /^(Try again|Reload)/ })).toHaveCount(0)
})

test('offline, the profile has one message, and opens when the connection returns', async ({
  page,
  context,
}) => {
  await openAs(page, 'amara@example.com', '/communities')
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expectOneMessage(page)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'My Communities' })).toBeVisible()
  await expect(page.getByText(/^We can't reach the service/)).toBeHidden()
})

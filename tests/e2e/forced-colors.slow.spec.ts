import { openAdmin } from '../../tooling/journeys/sign-in.ts'
import { expect, test } from './fixtures.ts'
import { expectSelectionVisible } from './forced-colors.ts'

test('the selected theme and the current page are visible in forced colors', async ({ page }) => {
  await page.goto('/business-partnership')
  await page.getByRole('button', { name: 'Dark' }).click()
  await expectSelectionVisible(page, ['Dark', 'For businesses'])
})

test('the selection, the focused menu item and the chosen reason of an admin are visible in forced colors', async ({
  page,
}) => {
  await openAdmin(page)
  await expect(page.getByRole('table', { name: 'Communities' })).toBeVisible()
  await expectSelectionVisible(page, [/^Communities/, /^All/])
  await page.getByRole('button', { name: /^Account menu/ }).press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused()
  await expectSelectionVisible(page, ['Profile'])

  await page.goto('/admin?view=queue&as=list')
  await page.getByRole('button', { name: /^Ubud Makers/ }).click()
  await expectSelectionVisible(page, [/^To review/, /^Ubud Makers/])
  await page.getByRole('button', { name: /^Reject/ }).click()
  await page.keyboard.press('1')
  await expectSelectionVisible(page, [/link/])
})

import { openAdmin } from '../../tooling/journeys/sign-in.ts'
import { expect, test } from './fixtures.ts'
import { expectSelectionVisible } from './forced-colors.ts'

test('the selected theme and the current page are visible in forced colors', async ({ page }) => {
  await page.goto('/business-partnership')
  await page.getByRole('button', { name: 'Dark' }).click()
  await expectSelectionVisible(page, ['Dark', 'For businesses'])
})

test('the selected tab and segment of the dashboard are visible in forced colors', async ({
  page,
}) => {
  await openAdmin(page)
  await expect(page.getByRole('table', { name: 'Communities' })).toBeVisible()
  await expectSelectionVisible(page, [/^Communities/, /^All/])
})

test('the focused item of a menu is visible in forced colors', async ({ page }) => {
  await openAdmin(page)
  await page.getByRole('button', { name: /^Account menu/ }).press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused()
  await expectSelectionVisible(page, ['Profile'])
})

test('the open community of the queue and the chosen reason are visible in forced colors', async ({
  page,
}) => {
  await openAdmin(page, '/admin?view=queue&as=list')
  await page.getByRole('button', { name: /^Ubud Makers/ }).click()
  await expectSelectionVisible(page, [/^List/, /^Ubud Makers/])
  await page.getByRole('button', { name: /^Reject/ }).click()
  await page.keyboard.press('1')
  await expectSelectionVisible(page, [/link/])
})

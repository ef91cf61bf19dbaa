import { cards, openList } from '../../../tooling/journeys/directory.ts'
import { translatePages } from '../../../tooling/journeys/translate.ts'
import { expect, test } from '../fixtures.ts'
import { holdRequests } from '../hold-requests.ts'

test('filters, sorting and the map work on a translated page', async ({ page }) => {
  await translatePages(page.context())
  await openList(page)
  await page
    .getByRole('navigation', { name: 'Filters' })
    .getByRole('link', { name: /^Sports/ })
    .click()
  await expect(page).toHaveURL('/communities?category=Sports')
  const count = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /^\d+ communit/ })
  const before = await count.textContent()
  await page.getByRole('combobox', { name: 'Sort by' }).last().selectOption({ index: 1 })
  await expect(page).toHaveURL(/category=Sports&sort=/)
  await expect(cards(page).first()).toBeVisible()
  await page.getByRole('link', { name: 'Map', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Hide map' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Search communities' }).fill('surf')
  await expect(page).toHaveURL(/q=surf/)
  await expect(count).not.toHaveText(before ?? '')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Filters 1 active' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters', exact: true })
  await sheet.getByRole('link', { name: 'Clear all' }).click()
  await expect(sheet.getByRole('link', { name: 'Clear all' })).toBeHidden()
  await sheet.getByRole('button', { name: /^Show/ }).click()
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeFocused()
})

test('what was typed on a translated page before the app starts is searched', async ({ page }) => {
  await translatePages(page.context())
  const release = await holdRequests(page, '**/assets/*.js')
  await page.goto('/communities', { waitUntil: 'commit' })
  await page.getByRole('combobox', { name: 'Search communities' }).pressSequentially('ki')
  release()
  await expect(page).toHaveURL(/q=ki/)
  // The focus is still in the field.
  await page.keyboard.type('te')
  await expect(page).toHaveURL(/q=kite/)
  await expect(cards(page).first()).toBeVisible()
})

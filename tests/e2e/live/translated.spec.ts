import { cards, openList } from '../../../tooling/journeys/directory.ts'
import { translatePages } from '../../../tooling/journeys/translate.ts'
import { expect, test } from '../fixtures.ts'

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
  await page.getByRole('link', { name: 'Show map' }).click()
  await expect(page.getByRole('link', { name: 'Hide map' })).toBeVisible()
  await page.getByRole('searchbox').fill('surf')
  await expect(page).toHaveURL(/q=surf/)
  await expect(count).not.toHaveText(before ?? '')
})

test('a page that is translated before the app starts still works', async ({
  page,
  consoleErrors,
}) => {
  await translatePages(page.context(), 'DOMContentLoaded')
  await openList(page)
  await page.getByRole('searchbox').fill('kite')
  await expect(page).toHaveURL(/q=kite/)
  await expect(cards(page).first()).toBeVisible()
  // React reports that it could not hydrate the page, and renders it again.
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('Minified React error #418')])
})

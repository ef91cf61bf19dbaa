import { addPending } from '../../tooling/journeys/demo-rows.ts'
import { openAdmin } from '../../tooling/journeys/sign-in.ts'
import { expect, test } from './fixtures.ts'

test('the offer to undo disappears by itself, even after an earlier one was used', async ({
  page,
  app,
}) => {
  await addPending(app.backend, ['Undone', 'Stays approved'])
  await page.clock.install()
  await openAdmin(page, '/admin?view=queue')
  await expect(page.getByRole('heading', { name: 'Undone' })).toBeVisible()
  const offer = page.getByRole('status', { name: 'Last decision' }).getByText('Community approved')
  await page.keyboard.press('a')
  await expect(offer).toBeVisible()
  await page.getByRole('button', { name: 'Undo U' }).click()
  await expect(page.getByText('Decision undone')).toBeVisible()
  await expect(offer).toBeHidden()
  await page.mouse.move(5, 5)
  await page.keyboard.press('a')
  await expect(offer).toBeVisible()
  await page.clock.runFor(54_000)
  await expect(offer).toBeVisible()
  await page.clock.runFor(2000)
  await expect(offer).toBeHidden()
})

test('a community that is decided in another browser stays open until the reviewer continues', async ({
  page,
  openPage,
  app,
}) => {
  await addPending(app.backend, ['Decided elsewhere', 'The next one'])
  await page.clock.install()
  await openAdmin(page, '/admin?view=queue')
  const heading = page.getByRole('heading', { name: 'Decided elsewhere' })
  await expect(heading).toBeVisible()
  const other = await openPage()
  await openAdmin(other, '/admin?view=queue')
  await expect(other.getByRole('heading', { name: 'Decided elsewhere' })).toBeVisible()
  await other.keyboard.press('a')
  await expect(other.getByText('Community approved successfully')).toBeVisible()
  await page.clock.runFor(16_000)
  await expect(page.getByText('Approved by Robin Vale')).toBeVisible()
  await expect(heading).toBeVisible()
  await page.keyboard.press('a')
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeDisabled()
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { name: 'The next one' })).toBeFocused()
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeEnabled()
})

test('Back and a reload restore the filters, the search and the edit dialog', async ({ page }) => {
  await openAdmin(page)
  const table = page.getByRole('table', { name: 'Communities' })
  await page.getByRole('searchbox').fill('zurich')
  await expect(page).toHaveURL(/q=zurich/)
  await expect(table.getByRole('row')).toHaveCount(6)
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Sports')
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL('/privacy')
  await page.goBack()
  await expect(page).toHaveURL('/admin?q=zurich&category=Sports')
  await expect(page.getByRole('searchbox')).toHaveValue('zurich')
  await expect(table.getByRole('row')).toHaveCount(2)

  const dialog = page.getByRole('dialog', { name: 'Edit Community' })
  const name = dialog.getByLabel('Community Name')
  await table.getByRole('button', { name: 'Edit Zürich Lake Swimmers' }).click()
  await expect(page).toHaveURL(/q=zurich&category=Sports&edit=[0-9a-f-]{36}$/)
  await expect(name).toHaveValue('Zürich Lake Swimmers')
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/admin?q=zurich&category=Sports')
  await page.goForward()
  await expect(name).toHaveValue('Zürich Lake Swimmers')
  await page.reload()
  await expect(name).toHaveValue('Zürich Lake Swimmers')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.goBack()
  await expect(page).toHaveURL('/admin?q=zurich')
  await expect(table.getByRole('row').nth(2)).toBeVisible()
})

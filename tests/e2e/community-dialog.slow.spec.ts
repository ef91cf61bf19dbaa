import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'
import { openProfile } from '../../tooling/journeys/sign-in.ts'

const name = (page: Page) => page.getByLabel('Community Name')
const editButton = (page: Page) => page.getByRole('button', { name: 'Edit Zürich Lake Swimmers' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Edit Community', exact: true })

test.beforeEach(({ page }) => openProfile(page, 'luca@example.com'))

test('Back closes an edit and saves a draft, which Forward and a reload restore', async ({
  page,
}) => {
  await editButton(page).click()
  await expect(page).toHaveURL(/\/profile\?edit=/)
  await expect(name(page)).toBeFocused()
  await name(page).fill('Lake Swimmers of Zürich')
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL('/profile')
  await expect(page.getByText('Your changes are saved as a draft on this device')).toBeVisible()

  await page.goForward()
  await expect(name(page)).toHaveValue('Lake Swimmers of Zürich')
  await page.reload()
  await expect(name(page)).toHaveValue('Lake Swimmers of Zürich')

  // Closing still leads back to the list.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL('/profile')
  await expect(editButton(page)).toBeVisible()
})

test('a dialog that was reopened with Forward can be closed', async ({ page }) => {
  await editButton(page).click()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await page.goForward()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL('/profile')
  await expect(editButton(page)).toBeFocused()
})

test('a save in progress finishes when Back closes the dialog', async ({ page }) => {
  const release = await holdRequests(page, '**/rest/v1/communities*', 'PATCH')
  await editButton(page).click()
  await page.getByLabel('Current Member Count').fill('73')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
  release()
  await expect(page.getByText('Community updated successfully')).toBeVisible()
  await expect(
    page
      .getByRole('listitem')
      .filter({ has: editButton(page) })
      .getByText('73 members'),
  ).toBeVisible()
  await expect(page).toHaveURL('/profile')
  await editButton(page).click()
  await expect(page.getByLabel('Current Member Count')).toHaveValue('73')
  await expect(page.getByText('Draft restored')).toHaveCount(0)
})

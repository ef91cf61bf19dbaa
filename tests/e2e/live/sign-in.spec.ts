import { expect, test } from '../fixtures.ts'
import { signIn } from '../../../tooling/journeys/sign-in.ts'
import { cards, openList } from '../../../tooling/journeys/directory.ts'

test('Back closes the sign-in dialog of a report, and signing in continues it', async ({
  page,
}) => {
  await openList(page)
  await cards(page).first().getByRole('link').first().click()
  await expect(page).toHaveURL(/community=/)
  const url = page.url()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Report' }).click()
  await expect(dialog).toHaveAccessibleName('Sign in')
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(url)

  await page.getByRole('button', { name: 'Report' }).click()
  // Not an owner of the community: owners see 'Edit' instead.
  await signIn(page, 'amara@example.com')
  await expect(dialog).toHaveAccessibleName('Report this community')
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(url)
  await page.goBack()
  await expect(cards(page).first()).toBeVisible()
})

test('a delayed search keeps the sign-in dialog open', async ({ page }) => {
  await openList(page)
  await page.getByRole('searchbox').fill('bali')
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/q=bali/)
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
})

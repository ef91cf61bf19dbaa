import { expect, test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'
import { openProfile } from '../../tooling/journeys/sign-in.ts'

test('the sign-in dialog opens before its code has loaded, and can be closed', async ({ page }) => {
  await page.goto('/')
  await page.route('**/SignInDialog-*.js', () => undefined)
  const button = page.getByRole('button', { name: 'Sign in' })
  await button.click()
  const frame = page.getByRole('dialog', { name: 'Sign in (loading)' })
  await expect(frame).toBeVisible({ timeout: 1000 })
  await expect(frame).toContainText('Loading...')
  await page.keyboard.press('Escape')
  await expect(frame).toBeHidden()
  await expect(button).toBeFocused()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a progress bar is shown while the code of the next page loads', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  const release = await holdRequests(page, '**/PrivacyScreen-*.js')
  const bar = page.getByRole('progressbar')
  await expect(bar).toBeHidden()
  await page.getByRole('link', { name: 'Privacy' }).click()
  await expect(bar).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Back Soon' })).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
  await expect(bar).toBeHidden()
})

test('the header can be used while the code of the first screen loads', async ({
  page,
  consoleErrors,
}) => {
  const release = await holdRequests(page, '**/NotFoundScreen-*.js')
  await page.goto('/nowhere')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
  await expect(page.locator('main').getByText('Loading...')).toBeVisible()
  release()
  // The page's own response.
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('404')])
})

test('Edit opens the dialog before its code has loaded', async ({ page }) => {
  // Before the page is idle, and loads it.
  const release = await holdRequests(page, '**/CommunityDialog-*.js')
  await openProfile(page, 'luca@example.com')
  await page.getByRole('button', { name: 'Edit Zürich Lake Swimmers' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Community (loading)' })).toBeVisible()
  release()
  await expect(page.getByLabel('Community Name')).toHaveValue('Zürich Lake Swimmers')
})

import { expectAccessible } from './accessible.ts'
import { addCommunity, addReport } from '../../tooling/journeys/demo-rows.ts'
import { expect, test } from './fixtures.ts'
import { openPage, publicPagesAnd404 } from './site-pages.ts'
import { protectedPages } from '../../tooling/site/pages.ts'
import { openProfile } from '../../tooling/journeys/sign-in.ts'

test.describe.configure({ timeout: 300_000 })

for (const sitePage of [...publicPagesAnd404, ...protectedPages]) {
  test(`axe finds no violations on ${sitePage.path}`, async ({ page }) => {
    await openPage(page, sitePage)
    await expectAccessible(page, sitePage.path)
  })
}

test('axe finds no violations in the validation errors of the business form', async ({ page }) => {
  await page.goto('/business-partnership')
  await page.getByRole('button', { name: 'Get Started' }).click()
  await expect(page.getByText('Please enter your company name')).toBeVisible()
  await expectAccessible(page, '/business-partnership with errors')
})

test('axe finds no violations in any form of the sign-in dialog', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
  await expectAccessible(page, 'sign in')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expectAccessible(page, 'create account')
  await page.getByRole('button', { name: 'Sign in' }).last().click()
  await page.getByRole('button', { name: /forgot/i }).click()
  await expectAccessible(page, 'forgot password')
})

test('axe finds no violations in the form and dialogs of the profile', async ({ page }) => {
  await openProfile(page, 'luca@example.com')
  await expect(page.getByRole('listitem').first()).toBeVisible()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expectAccessible(page, '/profile while editing')
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await expectAccessible(page, 'account menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Edit Rooftop/ }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Community' })).toBeVisible()
  await expectAccessible(page, 'edit community')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Delete Rooftop/ }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page, 'delete community')
})

test('axe finds no violations in the dialogs of a new password and sign-in email', async ({
  page,
  consoleErrors,
}) => {
  await openProfile(page, 'mei@example.com')
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByLabel('New sign-in email').fill(`${'mei.tanaka.'.repeat(20)}x@example.com`)
  await page.getByRole('button', { name: 'Send the links' }).click()
  await expect(page.getByText('You should get a link at')).toBeVisible()
  await expectAccessible(page, 'pending sign-in email')

  // The embedded auth service never asks for a code.
  const needed = { error_code: 'reauthentication_needed', msg: 'Code needed' }
  await page.route('**/auth/v1/user', (route) => route.fulfill({ status: 400, json: needed }))
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change your password' })
  await dialog.getByLabel('New password').fill('travel-further-2')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Code').fill('12')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Please enter the 6 digits from the email')).toBeVisible()
  await expectAccessible(page, 'code for a new password')
  consoleErrors.splice(0)
})

test('axe finds no violations in the users table and the dialogs of the admin dashboard', async ({
  page,
}) => {
  await openProfile(page, 'admin@example.com')
  await page.goto('/admin')
  await expect(page.getByRole('table', { name: 'Communities' })).toBeVisible()
  await page.getByRole('button', { name: 'Reject Ubud Makers' }).click()
  await expect(page.getByRole('dialog', { name: 'Reject community' })).toBeVisible()
  await expectAccessible(page, 'reject community')
  await page.goto('/admin?tab=users')
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  await expectAccessible(page, 'users')
  await page.getByRole('button', { name: 'Amara Nkosi', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'User Profile' })).toBeVisible()
  await expectAccessible(page, 'user profile')
})

test('axe finds no violations in the review queue and its dialogs', async ({ page, app }) => {
  const reported = await addCommunity(app.backend, { name: 'Reported', status: 'approved' })
  await addReport(app.backend, reported, { reason: 'spam', comment: 'Only adverts.' })
  await openProfile(page, 'admin@example.com')
  await page.goto('/admin?view=queue&as=list')
  await expect(page.getByRole('list', { name: 'Waiting for review' })).toBeVisible()
  await expectAccessible(page, 'queue as a list')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: /^Reported/ }).click()
  await expect(page.getByRole('region', { name: 'Reports' })).toBeVisible()
  await page.getByRole('button', { name: 'One at a time' }).click()
  await expectAccessible(page, 'reports')
  await page.goto('/admin?view=queue')
  await expect(page.getByRole('toolbar', { name: 'Review actions' })).toBeVisible()
  await expectAccessible(page, 'queue, one at a time')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectAccessible(page, 'keyboard shortcuts')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Activity' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Activity' }).getByRole('listitem').first(),
  ).toBeVisible()
  await expectAccessible(page, 'activity')
})

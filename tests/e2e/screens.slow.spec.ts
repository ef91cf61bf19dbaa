import type { Page } from '@playwright/test'
import { expectAccessible, waitForAnimations } from './accessible.ts'
import { addCommunity, addReport } from '../../tooling/journeys/demo-rows.ts'
import { expect, test } from './fixtures.ts'
import { expectDescribedOnce } from './head-tags.ts'
import { openPage, publicPagesAnd404 } from './site-pages.ts'
import { protectedPages } from '../../tooling/site/pages.ts'
import { openAdmin, openProfile } from '../../tooling/journeys/sign-in.ts'
import { expectWholeWords } from './split-words.ts'

/* Every screen, dialog and menu. Each is opened once for all checks of its looks. */

test.describe.configure({ timeout: 180_000 })

const expectReadable = async (page: Page, state: string) => {
  await expectWholeWords(page, state)
  await expectAccessible(page, state)
}

// While the directory is closed, /communities is the same screen as the home page.
const sitePages = [...publicPagesAnd404, ...protectedPages].filter(
  ({ path }) => path !== '/communities',
)

for (const sitePage of sitePages) {
  test(`${sitePage.path} fits every phone, is accessible, and is described once`, async ({
    page,
  }) => {
    await openPage(page, sitePage)
    await expectDescribedOnce(page, sitePage.title)
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 640 })
      await page.evaluate(waitForAnimations)
      for (const selector of ['html', 'header a span']) {
        const overflow = await page
          .locator(selector)
          .first()
          .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
        expect([width, selector, overflow]).toEqual([width, selector, 0])
      }
    }
    await expectReadable(page, sitePage.path)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
    await expectDescribedOnce(page, 'Privacy Policy')
  })
}

test('the forms of visitors are readable and accessible', async ({ page }) => {
  await page.goto('/business-partnership')
  await page.getByRole('button', { name: 'Get Started' }).click()
  await expect(page.getByText('Please enter your company name')).toBeVisible()
  await expectReadable(page, '/business-partnership with errors')

  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
  await expectReadable(page, 'sign in')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expectReadable(page, 'create account')
  await page.getByRole('button', { name: 'Sign in' }).last().click()
  await page.getByRole('button', { name: /forgot/i }).click()
  await expectReadable(page, 'forgot password')
})

test('the form and dialogs of the profile are readable and accessible', async ({ page }) => {
  await openProfile(page, 'luca@example.com')
  await expect(page.getByRole('listitem').first()).toBeVisible()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expectReadable(page, '/profile while editing')
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await expectReadable(page, 'account menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Edit Rooftop/ }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Community' })).toBeVisible()
  await expectReadable(page, 'edit community')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Delete Rooftop/ }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectReadable(page, 'delete community')
})

test('the dialogs of a new password and sign-in email are accessible', async ({
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
  await expect(dialog.getByText('Enter the 6 digits from the email')).toBeVisible()
  await expectReadable(page, 'code for a new password')
  consoleErrors.splice(0)
})

test('the users table, the dialogs of the dashboard and the places are readable and accessible', async ({
  page,
}) => {
  await openAdmin(page)
  await page.getByRole('button', { name: 'Reject Ubud Makers' }).click()
  await expect(page.getByRole('dialog', { name: 'Reject community' })).toBeVisible()
  await expectReadable(page, 'reject community')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Places' }).click()
  await expect(page.getByRole('button', { name: 'Edit Bali' })).toBeVisible()
  await expectReadable(page, 'places')
  await page.getByRole('button', { name: 'Edit Bali' }).click()
  await page.getByRole('textbox', { name: 'Latitude' }).fill('100')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Please enter a number from -90 to 90')).toBeVisible()
  await expectReadable(page, 'edit place')

  await page.goto('/admin?tab=users')
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  await expectReadable(page, 'users')
  await page.getByRole('button', { name: 'Amara Nkosi', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'User Profile' })).toBeVisible()
  await expectReadable(page, 'user profile')
})

test('the review queue and its dialogs are readable and accessible', async ({ page, app }) => {
  const reported = await addCommunity(app.backend, { name: 'Reported', status: 'approved' })
  await addReport(app.backend, reported, { reason: 'spam', comment: 'Only adverts.' })
  await openAdmin(page, '/admin?view=queue&as=list')
  await expect(page.getByRole('list', { name: 'Waiting for review' })).toBeVisible()
  await expectReadable(page, 'queue as a list')
  await page.getByRole('button', { name: /^Reported/ }).click()
  await expect(page.getByRole('region', { name: 'Reports' })).toBeVisible()
  await page.getByRole('button', { name: 'One at a time' }).click()
  await expectReadable(page, 'reports')
  await page.goto('/admin?view=queue')
  await expect(page.getByRole('toolbar', { name: 'Review actions' })).toBeVisible()
  await expectReadable(page, 'queue, one at a time')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectReadable(page, 'keyboard shortcuts')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Activity' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Activity' }).getByRole('listitem').first(),
  ).toBeVisible()
  await expectReadable(page, 'activity')
})

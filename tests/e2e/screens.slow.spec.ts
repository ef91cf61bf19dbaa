import type { Page } from '@playwright/test'
import { chooseInRow } from '../../tooling/journeys/journey.ts'
import { protectedPages } from '../../tooling/site/pages.ts'
import { openAdmin, openProfile, openSettings } from '../../tooling/journeys/sign-in.ts'
import { expect, test } from './fixtures.ts'
import { expectDescribedOnce } from './head-tags.ts'
import { addLongWords, word } from './long-words.ts'
import { expectAccessible, expectReadable, expectToFit, waitForAnimations } from './readable.ts'
import { openPage, publicPagesAnd404 } from './site-pages.ts'
import { expectTargets } from './targets.ts'
import { expectZoomable } from './zoomed.ts'

/*
 * Every screen, dialog and menu must be accessible and fit on every screen, also with long text without spaces in any
 * field that users can fill in.
 */

test.describe.configure({ timeout: 180_000 })
test.use({ viewport: { width: 1280, height: 800 } })
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

const community = word.community
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first()

async function chooseTool(page: Page, name: string): Promise<void> {
  await button(page, 'Manage').click()
  await page.getByRole('menuitem', { name }).click()
}

/** Closes the open dialog. */
async function close(page: Page) {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0)
}

for (const sitePage of [...publicPagesAnd404, ...protectedPages]) {
  // While the directory is closed, it is the same screen as the home page.
  if (sitePage.path === '/communities') continue
  const { path, title, account } = sitePage
  test(`${path} is readable at every width and at 400%, every control is large enough, and the head describes it once, also after a navigation`, async ({
    page,
  }) => {
    await openPage(page, sitePage)
    await expectDescribedOnce(page, title)
    await expectZoomable(page, path)
    // With an account, other tests check it with long words.
    await (account ? expectToFit(page, path) : expectReadable(page, path))
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 640 })
      await page.evaluate(waitForAnimations)
      const overflow = await page
        .locator('header a span')
        .first()
        // In the narrowest windows, only screen readers read the name: it is one pixel wide.
        .evaluate(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth - clientWidth)
      expect([width, Number(overflow)]).toEqual([width, 0])
    }
    await expectTargets(page, path)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
    await expectDescribedOnce(page, 'Privacy Policy')
  })
}

test('the forms of visitors are readable', async ({ page }) => {
  await page.goto('/business-partnership')
  await button(page, 'Get Started').click()
  await expect(page.getByText('Please enter your company name')).toBeVisible()
  await expectReadable(page, '/business-partnership with errors')

  await button(page, 'Sign in').click()
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
  await expectReadable(page, 'sign in')
  await button(page, 'Use a password instead').click()
  await expectReadable(page, 'sign in with a password')
  await button(page, 'Create an account').click()
  await expectReadable(page, 'create account')
  await page.getByRole('button', { name: 'Sign in' }).last().click()
  await page.getByRole('button', { name: /forgot/i }).click()
  await expectReadable(page, 'forgot password')
})

test('the profile, its dialogs and the header are readable', async ({ page, app }) => {
  const { owner } = await addLongWords(page, app.backend)
  await openProfile(page, word.email)
  await expect(page.getByRole('heading', { name: community('Held') })).toBeVisible()
  await expect(button(page, `Account menu, ${word.owner}`)).toBeVisible()
  await expectReadable(page, 'profile')
  const setDirection = (direction: string) =>
    page.evaluate((value) => void (document.documentElement.dir = value), direction)
  // As a translator does.
  await setDirection('rtl')
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click()
  await expectToFit(page, 'menu of a row, from right to left')
  await page.keyboard.press('Escape')
  await setDirection('ltr')
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await expect(page.getByRole('menu')).toContainText(word.email)
  await expectReadable(page, 'account menu')
  await page.keyboard.press('Escape')
  await button(page, `Edit ${community('Held')}`).click()
  await expect(page.getByRole('dialog').getByLabel('Group name 1')).toHaveValue(word.line)
  await expectReadable(page, 'edit dialog of the owner')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectTargets(page, 'edit dialog of the owner')
  await expectZoomable(page, 'edit dialog of the owner')
  await page.getByLabel('Current Member Count').fill('7')
  await page.goBack()
  await expect(page.getByRole('list', { name: 'Drafts' })).toContainText(community('Held'))
  await expectReadable(page, 'draft')
  await page.getByRole('button', { name: /^Discard the draft/ }).click()
  await expectReadable(page, 'discard dialog of a draft')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByRole('list', { name: 'Drafts' })).toBeHidden()
  await chooseInRow(page, community('Held'), 'Delete')
  await expect(page.getByRole('alertdialog')).toContainText(community(''))
  await expectReadable(page, 'delete dialog of the owner')
  await close(page)
  await page
    .getByRole('button', { name: /^Appeal: / })
    .first()
    .click()
  await page.getByRole('textbox', { name: 'Why should we' }).fill(word.text)
  await expectReadable(page, 'appeal')
  await close(page)
  await page.getByRole('tab', { name: 'Settings' }).click()
  await button(page, 'Edit Profile').click()
  await expect(page.getByLabel('Full Name')).toHaveValue(word.owner)
  await expectReadable(page, 'profile form')
  await app.backend.connection.driver.query(
    'insert into public.suspensions (user_id, reason) values ($1, $2)',
    [owner, word.text],
  )
  await page.reload()
  await expect(page.getByText('Your account is suspended').first()).toBeVisible()
  await expectReadable(page, 'settings of a suspended user')
  await page.getByRole('tab', { name: 'Communities' }).click()
  await expect(button(page, `Edit ${community('Held')}`)).toBeDisabled()
  await expectReadable(page, 'profile of a suspended user')
})

test('the dialogs of a new password and sign-in email are readable', async ({
  page,
  consoleErrors,
}) => {
  await openSettings(page, 'mei@example.com')
  await button(page, 'Change email').click()
  await page.getByLabel('New sign-in email').fill(`${'mei.tanaka.'.repeat(20)}x@example.com`)
  await button(page, 'Send the links').click()
  await expect(page.getByText('You should get a link at')).toBeVisible()
  await expectToFit(page, 'pending sign-in email')
  await expectAccessible(page, 'pending sign-in email')

  // The embedded auth service never asks for a code.
  const needed = { error_code: 'reauthentication_needed', msg: 'Code needed' }
  await page.route('**/auth/v1/user', (route) => route.fulfill({ status: 400, json: needed }))
  await button(page, 'Change password').click()
  const dialog = page.getByRole('dialog', { name: 'Change your password' })
  await dialog.getByLabel('New password').fill('travel-further-2')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Code').fill('12')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Please enter the 6 digits from the email')).toBeVisible()
  await expectReadable(page, 'code for a new password')
  consoleErrors.splice(0)
})

test('the table of communities and its dialogs are readable', async ({
  page,
  app,
  consoleErrors,
}) => {
  const { owner } = await addLongWords(page, app.backend)
  await openAdmin(page, `/admin?owner=${owner}`)
  const row = page.getByRole('row').filter({ hasText: community('New') })
  await expect(row).toBeVisible()
  await expectReadable(page, 'communities')
  // The columns line up: the buttons start at the same position in every row.
  const lefts = await page
    .getByRole('button', { name: /^Edit / })
    .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().left))
  expect(new Set(lefts.map(Math.round)).size).toBe(1)

  await row.getByRole('button', { name: /^Reject/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(word.text)
  await expectReadable(page, 'reject dialog')
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(page.getByRole('status', { name: 'Last decision' })).toContainText(community('New'))
  await expectToFit(page, 'undo bar')

  await button(page, `History of ${community('New')}`).click()
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  for (const changes of await dialog.getByText('What changed').all()) await changes.click()
  await expectToFit(page, 'history')
  await close(page)
  await button(page, `Edit ${community('Live')}`).click()
  await expect(dialog.getByLabel('Group name 1')).toHaveValue(word.line)
  await expectToFit(page, 'edit dialog')
  await close(page)
  await button(page, community('Live')).click()
  await expect(dialog.getByRole('list', { name: 'Other communities of the owner' })).toBeVisible()
  await expectReadable(page, 'view of a community')
  await close(page)
  await button(page, `Hide ${community('Live')}`).click()
  await dialog.getByRole('textbox').fill(word.text)
  await expectReadable(page, 'hide dialog')
  await page.keyboard.press('Escape')
  await button(page, 'Discard').click()
  await expect(dialog).toHaveCount(0)

  await chooseTool(page, 'Import CSV')
  const csv = `Name,Description,Location,Category,Languages,WhatsApp link\n${word.line},,${word.line}`
  const file = { name: `${word.line}.csv`, mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await dialog.locator('input[type=file]').setInputFiles(file)
  await expect(dialog.getByText('Problem', { exact: true })).toBeVisible()
  await expectReadable(page, 'import')
  await close(page)

  await page.route('**/rest/v1/communities?**', (route, request) =>
    request.method() === 'PATCH'
      ? route.fulfill({ status: 409, json: { code: 'PT409', message: word.text } })
      : route.continue(),
  )
  await button(page, `Approve ${community('Twin')}`).click()
  await expect(page.locator('[data-rht-toaster]')).toContainText(word.text)
  await expectToFit(page, 'toast')
  consoleErrors.splice(0)

  await page.goto(`/admin?owner=${owner}&q=${word.line}`)
  await expect(page.getByText('No communities found')).toBeVisible()
  await expect(page.getByText(`Communities of ${word.owner}`)).toBeVisible()
  await expectToFit(page, 'search without results')
})

test('the table of users, the places, the synonyms and their dialogs are readable', async ({
  page,
  app,
  consoleErrors,
}) => {
  await addLongWords(page, app.backend)
  await openAdmin(page, `/admin?tab=users&q=${word.owner}`)
  await expect(page.getByRole('table', { name: 'Users' })).toContainText(word.owner)
  await expectReadable(page, 'users')
  await button(page, word.owner).click()
  await expect(page.getByRole('dialog')).toContainText(word.line)
  await expectReadable(page, 'user dialog')
  await close(page)
  await button(page, `History of ${word.owner}`).click()
  await expect(page.getByRole('dialog')).toContainText(word.owner)
  await expectToFit(page, 'history of a user')
  await close(page)

  await button(page, `Suspend ${word.owner}`).click()
  const dialog = page.getByRole('dialog', { name: 'Suspend user' })
  await dialog.getByRole('textbox').fill(word.text)
  await dialog.getByRole('combobox').selectOption('date')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(dialog.getByText('Please choose today or a later day')).toBeVisible()
  await expectReadable(page, 'suspend user')
  await dialog.getByLabel('Last day').fill('2031-09-30')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await button(page, `End suspension of ${word.owner}`).click()
  await expect(page.getByRole('alertdialog')).toContainText(word.text)
  await expectReadable(page, 'end suspension')
  await close(page)
  await expectToFit(page, 'suspended user')

  await page.route('**/functions/v1/delete-user', (route) =>
    route.fulfill({ status: 400, json: { error: word.text } }),
  )
  await button(page, `Delete ${word.owner}`).click()
  await expect(page.getByRole('alertdialog')).toContainText(word.owner)
  await expectReadable(page, 'delete user')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(word.text)
  await expectToFit(page, 'error of a dialog')
  consoleErrors.splice(0)

  await page.goto('/admin?country=Indonesia')
  await chooseTool(page, 'Places')
  await expect(button(page, 'Edit Bali')).toBeVisible()
  await expectReadable(page, 'places')
  await button(page, 'Edit Bali').click()
  await page.getByRole('textbox', { name: 'Latitude' }).fill('100')
  await button(page, 'Save Changes').click()
  await expect(page.getByText('Please enter a number from -90 to 90')).toBeVisible()
  await expectReadable(page, 'edit place')

  await page.goto('/admin?country=Indonesia')
  await chooseTool(page, 'Synonyms')
  await page
    .getByRole('button', { name: /^Edit synonyms of/ })
    .first()
    .click()
  await page.getByRole('textbox').fill(word.line)
  await button(page, 'Save Changes').click()
  await expect(page.getByText('Please enter at least two different words')).toBeVisible()
  await expectReadable(page, 'edit synonyms')
  await page.keyboard.press('Escape')
  await expectReadable(page, 'synonyms')
})

test('the review queue and its dialogs are readable', async ({ page, app }) => {
  await addLongWords(page, app.backend)
  await openAdmin(page, '/admin?view=queue&as=list')
  const list = page.getByRole('list', { name: 'Waiting for review' })
  await expect(list).toContainText(community('New'))
  await expectReadable(page, 'list of the queue')
  for (const [name, region] of [
    ['New', 'Owner'],
    ['Resubmitted', 'Changed since it was rejected'],
    ['Held', 'Changes'],
    ['Live', 'Reports'],
    ['Rejected', 'Appeal'],
  ] as const) {
    await page.goto('/admin?view=queue&as=list')
    await list.getByRole('button', { name: new RegExp(`^${name}W`) }).click()
    await expect(page.getByRole('region', { name: region, exact: true })).toContainText(/[WM]{60}/)
    await expect(page.getByRole('list', { name: 'Other communities of the owner' })).toBeVisible()
    const check = name === 'Live' || name === 'Rejected' ? expectReadable : expectToFit
    await check(page, `review of ${name}`)
  }
  await page.goto('/admin?view=queue')
  await expect(page.getByRole('toolbar', { name: 'Review actions' })).toBeVisible()
  await expectReadable(page, 'review queue')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectTargets(page, 'review queue')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectReadable(page, 'keyboard shortcuts')
  await close(page)
  await chooseTool(page, 'Activity')
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  await expectReadable(page, 'activity')
})

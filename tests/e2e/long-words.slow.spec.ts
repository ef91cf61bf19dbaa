import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { addLongWords, expectToFit, removeLongWords, word } from './long-words.ts'
import { openAdmin, openProfile } from '../../tooling/journeys/sign-in.ts'

/* Text without spaces in any field that users can fill in must not widen a page. */

test.describe.configure({ timeout: 120_000 })
test.use({ viewport: { width: 1280, height: 800 } })
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))
test.afterEach(({ app }) => removeLongWords(app.backend))

const community = word.community
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first()

/** Closes the open dialog. */
async function close(page: Page) {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0)
}

test('long words fit in the table of communities and its dialogs', async ({ page, app }) => {
  const { owner } = await addLongWords(page, app.backend)
  await openAdmin(page)
  const row = page.getByRole('row').filter({ hasText: community('New') })
  for (const name of ['Approve', 'Reject', 'Edit', 'Delete', 'History of']) {
    const box = await button(page, `${name} ${community('New')}`).boundingBox()
    expect([name, (box?.x ?? Infinity) + (box?.width ?? 0) <= 1280]).toEqual([name, true])
  }
  await expectToFit(page, 'communities')
  await page.setViewportSize({ width: 1280, height: 800 })
  // The columns line up: the buttons start at the same position in every row.
  const lefts = await page
    .getByRole('button', { name: /^Edit / })
    .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().left))
  expect(new Set(lefts.map(Math.round)).size).toBe(1)

  await row.getByRole('button', { name: /^Reject/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(word.text)
  await expectToFit(page, 'reject dialog')
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(page.getByText(`Rejected: ${community('New')}`)).toBeVisible()
  await expectToFit(page, 'undo bar')

  await button(page, `History of ${community('New')}`).click()
  for (const changes of await dialog.getByText('What changed').all()) await changes.click()
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  await expectToFit(page, 'history')
  await close(page)
  await button(page, `Edit ${community('Live')}`).click()
  await expect(dialog.getByLabel('Group name 1')).toHaveValue(word.line)
  await expectToFit(page, 'edit dialog')
  await close(page)
  await button(page, `Delete ${community('Live')}`).click()
  await expect(page.getByRole('alertdialog')).toContainText(community('Live'))
  await expectToFit(page, 'delete dialog')
  await close(page)

  await page.goto(`/admin?owner=${owner}&q=${word.line}`)
  await expect(page.getByText('No communities found')).toBeVisible()
  await expect(page.getByText(`Communities of ${word.owner}`)).toBeVisible()
  await expectToFit(page, 'search without results')
})

test('long words fit in the table of users and its dialogs', async ({ page, app }) => {
  await addLongWords(page, app.backend)
  await openAdmin(page, '/admin?tab=users')
  await expect(page.getByRole('table', { name: 'Users' })).toContainText(word.owner)
  await expectToFit(page, 'users')
  await page.setViewportSize({ width: 1280, height: 800 })
  await button(page, word.owner).click()
  await expect(page.getByRole('dialog')).toContainText(word.line)
  await expectToFit(page, 'user dialog')
  await close(page)
  await button(page, `Delete ${word.owner}`).click()
  await expect(page.getByRole('alertdialog')).toContainText(word.owner)
  await expectToFit(page, 'delete user')
  await close(page)
  await button(page, `History of ${word.owner}`).click()
  await expect(page.getByRole('dialog')).toContainText(word.owner)
  await expectToFit(page, 'history of a user')
})

test('long words fit in the review queue', async ({ page, app }) => {
  await addLongWords(page, app.backend)
  await openAdmin(page, '/admin?view=queue&as=list')
  const list = page.getByRole('list', { name: 'Waiting for review' })
  await expect(list).toContainText(community('New'))
  await expectToFit(page, 'queue as a list')
  for (const [name, region] of [
    ['New', 'Owner'],
    ['Resubmitted', 'Changed since it was rejected'],
    ['Held', 'Changes'],
    ['Live', 'Reports'],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/admin?view=queue&as=list')
    await list.getByRole('button', { name: new RegExp(`^${name}W`) }).click()
    await button(page, 'One at a time').click()
    await expect(page.getByRole('region', { name: region, exact: true })).toContainText(/[WM]{60}/)
    await expect(page.getByRole('list', { name: 'Other communities of the owner' })).toBeVisible()
    await expectToFit(page, `review of ${name}`)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await button(page, 'Activity').click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  await expectToFit(page, 'activity')
})

test('long words fit on the profile, in its dialogs and in the header', async ({ page, app }) => {
  await addLongWords(page, app.backend)
  await openProfile(page, word.email)
  await expect(page.getByRole('heading', { name: community('Held') })).toBeVisible()
  await expect(page.getByRole('button', { name: `Account menu, ${word.owner}` })).toBeVisible()
  await expectToFit(page, 'profile')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await expect(page.getByRole('menu')).toContainText(word.email)
  await expectToFit(page, 'account menu')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('Escape')
  await button(page, `Edit ${community('Held')}`).click()
  await expect(page.getByRole('dialog').getByLabel('Group name 1')).toHaveValue(word.line)
  await expectToFit(page, 'edit dialog of the owner')
  await close(page)
  await button(page, `Delete ${community('Held')}`).click()
  await expect(page.getByRole('alertdialog')).toContainText(word.community(''))
  await expectToFit(page, 'delete dialog of the owner')
  await close(page)
  await button(page, 'Edit Profile').click()
  await expect(page.getByLabel('Full Name')).toHaveValue(word.owner)
  await expectToFit(page, 'profile form')
})

test('long words fit in a toast', async ({ page, app, consoleErrors }) => {
  await addLongWords(page, app.backend)
  await page.route('**/rest/v1/communities?**', (route, request) =>
    request.method() === 'PATCH'
      ? route.fulfill({ status: 409, json: { code: 'PT409', message: word.text } })
      : route.continue(),
  )
  await openAdmin(page)
  await button(page, `Approve ${community('New')}`).click()
  await expect(page.locator('[data-rht-toaster]')).toContainText(word.text)
  await expectToFit(page, 'toast')
  consoleErrors.splice(0)
})

test('long words fit in the error of a dialog', async ({ page, app, consoleErrors }) => {
  await addLongWords(page, app.backend)
  await page.route('**/functions/v1/delete-user', (route) =>
    route.fulfill({ status: 400, json: { error: word.text } }),
  )
  await openAdmin(page, '/admin?tab=users')
  await button(page, `Delete ${word.owner}`).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(word.text)
  await expectToFit(page, 'error of a dialog')
  consoleErrors.splice(0)
})

import type { Page } from '@playwright/test'
import { openProfile } from '../../tooling/journeys/sign-in.ts'
import { expect, test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'

/* Unsaved input survives reloads and navigation, and a save is stored once. */

const editButton = (page: Page) => page.getByRole('button', { name: 'Edit Zürich Lake Swimmers' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Edit Community', exact: true })

test('a save in progress finishes when Back closes the dialog', async ({ page }) => {
  await openProfile(page, 'luca@example.com')
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

test("a password manager's menu works beside the sign-in dialog, which keeps its input", async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in' }).click()
  const email = page.getByRole('dialog', { name: 'Sign in' }).getByLabel('Email')
  await email.fill('mei@example.com')
  await page.evaluate(() => {
    const menu = document.createElement('div')
    menu.style.cssText = 'position: fixed; top: 8px; left: 8px; z-index: 2147483647'
    menu.innerHTML = '<button>Fill in</button><input aria-label="Search logins">'
    document.body.append(menu)
    menu.querySelector('button')?.addEventListener('click', () => (menu.title = 'clicked'))
  })
  await page.getByRole('button', { name: 'Fill in' }).click()
  await expect(page.getByTitle('clicked')).toBeVisible()
  const search = page.getByLabel('Search logins')
  await search.click()
  await page.keyboard.type('mei')
  await expect(search).toHaveValue('mei')
  // Beside the dialog.
  await page.mouse.click(20, 400)
  await expect(email).toHaveValue('mei@example.com')
})

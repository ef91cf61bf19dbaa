import type { Page } from '@playwright/test'
import { accountMenu } from '../../../tooling/journeys/journey.ts'
import { openSettings } from '../../../tooling/journeys/sign-in.ts'
import { expect, test } from '../fixtures.ts'
import { keyboardFor } from '../keyboard.ts'
import { expectReadable } from '../readable.ts'

/* Sign-ins with Google, for which Supabase Auth gets a stand-in. */

test.use({ confirmations: true, hasGoogle: true })

const card = (page: Page) => page.getByRole('region', { name: 'Linked accounts' })

/** Agrees at the stand-in. */
async function agree(page: Page, sub: string) {
  await page.waitForURL('**/openid-connect/auth?*')
  await page.getByLabel('Account').fill(sub)
  await page.getByLabel('Email').fill(`${sub}@example.com`)
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function signInToList(page: Page, sub: string) {
  await page.getByRole('link', { name: 'List your community' }).first().click()
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await agree(page, sub)
  await expect(page.getByRole('dialog', { name: 'List your community' })).toBeVisible()
}

test('a visitor signs in with Google, and continues with what they wanted', async ({ page }) => {
  await page.goto('/?code=SUMMER26')
  await page.getByRole('button', { name: 'Sign in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await expect(dialog.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Continue with Apple' })).toBeHidden()
  await expectReadable(page, 'sign-in with Google')

  await dialog.getByLabel('Your email').fill('ada@example.com')
  const leave = dialog.getByRole('button', { name: 'Continue with Google' })
  await leave.click()
  await page.waitForURL('**/openid-connect/auth?*')
  await page.goBack()
  await expect(leave).toBeEnabled()
  await keyboardFor(page).press(leave)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeVisible()
  await expect(dialog.getByLabel('Your email')).toHaveValue('ada@example.com')
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(page).toHaveURL('/?code=SUMMER26&sign-in=yes')

  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/?code=SUMMER26')
  const sub = crypto.randomUUID()
  await signInToList(page, sub)
  await expect(page).toHaveURL('/?list=new')
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Account menu, Ada Lovelace' })).toBeVisible()
})

test('two tabs sign in, and a code of another site stays in the URL', async ({ page, context }) => {
  const other = await context.newPage()
  await page.goto('/')
  await page.getByRole('link', { name: 'List your community' }).first().click()
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await other.goto('/')
  await signInToList(other, 'second-tab')
  // The first tab left before, and returns as another user.
  await agree(page, 'first-tab')
  const question = page.getByRole('alertdialog', { name: 'Switch to another account?' })
  await expect(question).toContainText('second-tab@example.com')
  await expect(question).toContainText('first-tab@example.com')
  await question.getByRole('button', { name: 'Keep my account' }).click()
  await expect(question).toBeHidden()
  await expect(accountMenu(page)).toBeVisible()

  const url = `/privacy?code=${crypto.randomUUID()}`
  await page.goto(url)
  await expect(accountMenu(page)).toBeVisible()
  await expect(page).toHaveURL(url)
})

test('Google is linked and unlinked in the settings', async ({ page }) => {
  await openSettings(page, 'mei@example.com')
  await card(page).getByRole('button', { name: 'Link Google' }).click()
  await agree(page, 'mei-at-google')
  await expect(page.getByText('You can now sign in with Google')).toBeVisible()
  await expect(page).toHaveURL('/profile?section=settings')
  await expect(card(page).getByRole('listitem')).toContainText('mei-at-google@example.com')
  await expectReadable(page, 'linked account')

  await card(page).getByRole('button', { name: 'Unlink Google' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Unlink Google?' })
  await expect(dialog).toContainText('You still can with your email mei@example.com.')
  await dialog.getByRole('button', { name: 'Unlink' }).click()
  await expect(page.getByText('Google unlinked')).toBeVisible()
  await expect(card(page).getByRole('button', { name: 'Link Google' })).toBeVisible()
})

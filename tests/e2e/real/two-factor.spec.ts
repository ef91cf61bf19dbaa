import type { Page } from '@playwright/test'
import { localPublishableKey } from '../../../supabase/local/data-folder.ts'
import { accountMenu, openStaticFile } from '../../../tooling/journeys/journey.ts'
import { createCode } from '../../support/totp.ts'
import { expectReadable } from '../readable.ts'
import { expect, test } from '../fixtures.ts'
import { keyboardFor } from '../keyboard.ts'

const codeDialog = (page: Page) => page.getByRole('dialog', { name: 'Enter your code' })
const addDialog = (page: Page) => page.getByRole('dialog', { name: 'Add an authenticator app' })
const card = (page: Page) => page.getByRole('region', { name: 'Two-factor authentication' })

const password = 'travel-together-2'

/** Creates an account and opens its profile. */
async function openNewProfile(page: Page): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`
  const response = await page.request.post('/auth/v1/signup', {
    headers: { apikey: localPublishableKey },
    data: { email, password },
  })
  const session = await response.text()
  await openStaticFile(page)
  await page.evaluate((value) => localStorage.setItem('community-app-session', value), session)
  await page.goto('/profile?section=settings')
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
  return email
}

/** Opens the profile as a visitor and signs in with the password. */
async function signIn(page: Page, email: string) {
  await page.goto('/profile?section=settings')
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByRole('button', { name: 'Use a password instead' }).click()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(codeDialog(page)).toContainText(email)
}

/** Names a new app in the open dialog and returns its key. */
async function continueToKey(page: Page, name?: string) {
  const dialog = addDialog(page)
  if (name) await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code with the key' })).toBeVisible()
  return dialog.getByRole('code').innerText()
}

/** Adds an app on the open profile and returns its key. */
async function addApp(page: Page, name?: string) {
  await card(page).getByRole('button', { name: /^Add/ }).click()
  const key = await continueToKey(page, name)
  await addDialog(page).getByLabel('Code').fill(createCode(key))
  await addDialog(page).getByRole('button', { name: 'Add the app' }).click()
  await expect(addDialog(page)).toBeHidden()
  return key
}

async function openProtectedProfile(page: Page) {
  const email = await openNewProfile(page)
  return { email, key: await addApp(page) }
}

async function enterCode(page: Page, code: string) {
  await codeDialog(page).getByLabel('Code').fill(code)
  await codeDialog(page).getByRole('button', { name: 'Continue' }).click()
}

async function signOut(page: Page) {
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

const wrongCode = () => createCode('JBSWY3DPEHPK3PXP')

test('an app is added and then protects the account, with the keyboard alone', async ({
  page,
  consoleErrors,
}) => {
  const email = await openNewProfile(page)
  const keyboard = keyboardFor(page)
  await keyboard.press(card(page).getByRole('button', { name: 'Add an authenticator app' }))
  await keyboard.type(addDialog(page).getByLabel('Name'), 'Work phone')
  await page.keyboard.press('Enter')
  const image = addDialog(page).getByRole('img', { name: 'QR code with the key' })
  await expect(image).toBeVisible()
  // The Content-Security-Policy allows it.
  expect(await image.evaluate((qr: HTMLImageElement) => qr.decode().then(() => qr.naturalWidth))) //
    .toBeGreaterThan(100)
  const key = await addDialog(page).getByRole('code').innerText()
  await keyboard.type(addDialog(page).getByLabel('Code'), createCode(key))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Your authenticator app was added/)).toBeVisible()
  await expect(card(page).getByRole('listitem')).toContainText('Work phone')
  await signOut(page)

  await signIn(page, email)
  await expect(accountMenu(page)).toBeHidden()
  await expect(codeDialog(page).getByLabel('Code')).toBeFocused()
  await page.keyboard.type(wrongCode())
  await page.keyboard.press('Enter')
  await expect(codeDialog(page).getByRole('alert')).toBeVisible()
  const code = createCode(key)
  await keyboard.type(codeDialog(page).getByLabel('Code'), `${code.slice(0, 3)} ${code.slice(3)}`)
  await page.keyboard.press('Enter')
  await expect(codeDialog(page)).toBeHidden()
  await expect(page).toHaveURL('/profile?section=settings')
  await expect(card(page).getByRole('listitem')).toContainText('Work phone')
  // The wrong code.
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')])
})

test('two tabs ask for the code together, also after a reload', async ({ page, context }) => {
  const { email, key } = await openProtectedProfile(page)
  await signOut(page)
  await signIn(page, email)
  const other = await context.newPage()
  await other.goto('/')
  await expect(codeDialog(other)).toBeVisible()
  await page.reload()
  await expect(codeDialog(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeHidden()

  await enterCode(other, createCode(key))
  await expect(accountMenu(other)).toBeVisible()
  await expect(codeDialog(page)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()

  await signOut(page)
  await signIn(page, email)
  await expect(codeDialog(other)).toBeVisible()
  await codeDialog(other).getByRole('button', { name: 'Cancel and sign out' }).click()
  for (const tab of [page, other]) {
    await expect(codeDialog(tab)).toBeHidden()
    await expect(accountMenu(tab)).toBeHidden()
  }
  await page.reload()
  await expect(codeDialog(page)).toBeHidden()
})

test('the card and its dialogs are accessible on every screen', async ({ page }) => {
  test.slow()
  const email = await openNewProfile(page)
  await card(page).scrollIntoViewIfNeeded()
  await addApp(page)
  await card(page).getByRole('button', { name: 'Add another app' }).click()
  await expectReadable(page, 'name of the app')
  const longName = 'W'.repeat(50)
  const key = await continueToKey(page, longName)
  await expectReadable(page, 'key of the app')
  await addDialog(page).getByLabel('Code').fill(createCode(key))
  await addDialog(page).getByRole('button', { name: 'Add the app' }).click()
  await expect(card(page).getByRole('listitem')).toHaveCount(2)
  await expectReadable(page, 'two apps')
  await card(page)
    .getByRole('button', { name: `Remove ${longName}` })
    .click()
  await expectReadable(page, 'removing an app')
  await page.keyboard.press('Escape')
  await signOut(page)

  await signIn(page, email)
  await codeDialog(page).getByText('Lost your phone?').click()
  await expect(codeDialog(page).getByText(/hello@waypost.example/)).toBeVisible()
  await codeDialog(page).getByRole('button', { name: 'Continue' }).click()
  await expectReadable(page, 'code required')
})

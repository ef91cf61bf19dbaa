import type { Page } from '@playwright/test'
import { localPublishableKey } from '../../../supabase/local/data-folder.ts'
import type { LocalSupabase } from '../../../supabase/local/start.ts'
import { accountMenu, openStaticFile } from '../../../tooling/journeys/journey.ts'
import { createCode } from '../../support/totp.ts'
import { expectAccessible } from '../accessible.ts'
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
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
  return email
}

/** Opens the profile as a visitor and signs in with the password. */
async function signIn(page: Page, email: string) {
  await page.goto('/profile')
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
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
  await expect(page).toHaveURL('/profile')
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

test('a page that was open when the first app was added on another device saves its input', async ({
  page,
  openPage,
  consoleErrors,
}) => {
  const email = await openNewProfile(page)
  const settings = page.getByRole('region', { name: 'Profile Settings' })
  await settings.getByRole('button', { name: 'Edit Profile' }).click()
  await settings.getByLabel('Full Name').fill('Nia Varga')
  await settings.getByLabel('Phone').fill('+36 20 555 0100')

  const phone = await openPage()
  await phone.goto('/profile')
  const onPhone = phone.getByRole('dialog', { name: 'Sign in' })
  await onPhone.getByLabel('Email').fill(email)
  await onPhone.getByLabel('Password', { exact: true }).fill(password)
  await onPhone.getByRole('button', { name: 'Sign in', exact: true }).click()
  const key = await addApp(phone)
  await expect(card(phone).getByText(/a second app is the only way/)).toBeVisible()

  // The auth service has ended the session of the open page.
  await settings.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Your session has ended. Sign in again.')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await enterCode(page, createCode(key))
  await expect(settings.getByLabel('Full Name')).toHaveValue('Nia Varga')
  await settings.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await expect(settings.getByText('Nia Varga')).toBeVisible()
  // The reads of the user in the ended session.
  expect(new Set(consoleErrors.splice(0))).toEqual(new Set([expect.stringContaining('403')]))
})

test('a recovery link asks for the code before the new password', async ({ page, app }) => {
  const { email, key } = await openProtectedProfile(page)
  await signOut(page)
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('dialog', { name: 'Check your email' })).toBeVisible()
  await page.goto(await readLink(app.backend, email))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(codeDialog(page)).toBeVisible()
  await expect(page.getByLabel('New password')).toBeHidden()
  await enterCode(page, createCode(key))
  const newPassword = page.getByRole('dialog', { name: 'Set a new password' })
  await newPassword.getByLabel('New password').fill('travel-alone-2')
  await newPassword.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByText('Your new password is saved')).toBeVisible()
  await expect(accountMenu(page)).toBeVisible()
})

/** Returns the link in the last email to a recipient. */
async function readLink({ emails }: LocalSupabase, email: string): Promise<string> {
  await expect.poll(() => emails.get(email)?.length ?? 0).toBeGreaterThan(0)
  const text = emails.get(email)?.at(-1)?.text ?? ''
  return /https?:\/\/\S+#token_hash\S+/.exec(text)?.[0] ?? ''
}

test('an abandoned app is replaced, and an app is removed with a code from another', async ({
  page,
}) => {
  await openNewProfile(page)
  await card(page).getByRole('button', { name: 'Add an authenticator app' }).click()
  await continueToKey(page)
  // The dialog is in the URL.
  await page.reload()
  await expect(addDialog(page)).toBeVisible()
  await page.goBack()
  await expect(addDialog(page)).toBeHidden()
  const key = await addApp(page)
  await expect(card(page).getByRole('listitem')).toContainText('Authenticator app')
  await addApp(page, 'Tablet')
  await expect(card(page).getByRole('listitem')).toHaveCount(2)

  await card(page).getByRole('button', { name: 'Remove Tablet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove this app?' })
  await dialog.getByLabel('Code').fill(createCode(key))
  await dialog.getByRole('button', { name: 'Remove', exact: true }).dblclick()
  await expect(dialog).toBeHidden()
  await expect(card(page).getByRole('listitem')).toHaveCount(1)
  await page.reload()
  await expect(card(page).getByRole('listitem')).toHaveCount(1)
})

test('an admin without the required second factor is sent to their profile', async ({
  page,
  app,
  consoleErrors,
}) => {
  const { driver } = app.backend.connection
  const email = await openNewProfile(page)
  await driver.exec(`
    update public.profiles set is_admin = true where email = '${email}';
    update private.settings set admins_need_second_factor = true;
  `)
  await page.goto('/admin')
  await expect(page.getByText(/^Admins need two-factor authentication/)).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)
  // The database has refused what the page requested.
  expect(new Set(consoleErrors.splice(0))).toEqual(new Set([expect.stringContaining('403')]))
  await expectAccessible(page, 'admin without a second factor')
  await page.getByRole('link', { name: 'Open your profile' }).click()
  await expect(card(page)).toBeInViewport()
  await addApp(page)
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Admin' }).click()
  await expect(page.getByRole('tab', { name: /^Communities/ })).toBeVisible()
  await expect(page.getByText('Longtail Sharing').first()).toBeVisible()
  await driver.exec('update private.settings set admins_need_second_factor = false')
  // The check may be repeated when the user returns to the tab, which the check of accessibility does.
  for (const error of consoleErrors.splice(0)) expect(error).toContain('403')
})

test('the card and its dialogs are accessible on every screen', async ({ page }) => {
  test.slow()
  const email = await openNewProfile(page)
  await card(page).scrollIntoViewIfNeeded()
  await addApp(page)
  await card(page).getByRole('button', { name: 'Add another app' }).click()
  await expectAccessible(page, 'name of the app')
  const longName = 'W'.repeat(50)
  const key = await continueToKey(page, longName)
  await expectAccessible(page, 'key of the app')
  await addDialog(page).getByLabel('Code').fill(createCode(key))
  await addDialog(page).getByRole('button', { name: 'Add the app' }).click()
  await expect(card(page).getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page, 'two apps')
  await card(page)
    .getByRole('button', { name: `Remove ${longName}` })
    .click()
  await expectAccessible(page, 'removing an app')
  await page.keyboard.press('Escape')
  await signOut(page)

  await signIn(page, email)
  await codeDialog(page).getByText('Lost your phone?').click()
  await expect(codeDialog(page).getByText(/hello@waypost.example/)).toBeVisible()
  await codeDialog(page).getByRole('button', { name: 'Continue' }).click()
  await expectAccessible(page, 'code required')
})

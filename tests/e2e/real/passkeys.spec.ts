import type { Page } from '@playwright/test'
import { localPublishableKey } from '../../../supabase/local/data-folder.ts'
import { accountMenu, openStaticFile } from '../../../tooling/journeys/journey.ts'
import { readCode } from '../../../tooling/journeys/sign-in.ts'
import { expect, test } from '../fixtures.ts'
import { keyboardFor } from '../keyboard.ts'
import { expectReadable } from '../readable.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Passkeys' })
const signInDialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in' })

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
  await expect(card(page)).toBeVisible()
  return email
}

/** Gives the page a device with a fingerprint reader, which its user keeps touching, or never does. */
async function addDevice(page: Page, isTouched = true) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: isTouched,
    },
  })
}

/** As in an older browser. With such a device, Chromium chooses the suggestion by itself. */
const disableSuggestions = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })

async function addPasskey(page: Page) {
  await card(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expect(card(page).getByRole('listitem')).toContainText('not used yet')
}

async function signOut(page: Page) {
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(accountMenu(page)).toBeHidden()
}

test('a passkey signs in with two clicks, until it is removed', async ({ page, consoleErrors }) => {
  test.slow()
  await disableSuggestions(page)
  await addDevice(page)
  await openNewProfile(page)
  await addPasskey(page)
  await card(page).getByRole('button', { name: 'Rename Passkey' }).click()
  const longName = 'My phone '.repeat(13)
  await page.getByRole('dialog').getByLabel('Name').fill(`${longName}!!!!`)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog').getByText('Use a shorter name')).toBeVisible()
  await page.getByRole('dialog').getByLabel('Name').fill(longName)
  await page.keyboard.press('Enter')
  await expect(card(page).getByRole('listitem')).toContainText(longName.trim())
  await expectReadable(page, 'passkeys')
  await signOut(page)

  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in' }).click()
  const button = signInDialog(page).getByRole('button', { name: 'Use a passkey' })
  await button.click()
  await expect(accountMenu(page)).toBeVisible()
  await expect(signInDialog(page)).toBeHidden()

  await page.goto('/profile?section=settings')
  await expect(card(page).getByRole('listitem')).toContainText('last used')
  await card(page)
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expectReadable(page, 'removing a passkey')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(card(page).getByRole('listitem')).toHaveCount(0)
  await keyboardFor(page).expectFocusKept()
  await signOut(page)

  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await button.click()
  await expect(signInDialog(page).getByRole('alert')).toContainText('It may have been removed')
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('400')])
})

test('the email field suggests a passkey', async ({ page }) => {
  await addDevice(page)
  await openNewProfile(page)
  await addPasskey(page)
  await signOut(page)
  await page.goto('/profile?section=settings')
  await expect(card(page).getByRole('listitem')).toContainText('last used')
})

const offer = (page: Page) => page.getByText('Next time, use your fingerprint or face')

test('a new user who signs in with a code is offered a passkey once, after the task that continues', async ({
  page,
  app,
}) => {
  await addDevice(page)
  const list = page.waitForResponse(/\/passkeys$/)
  const email = `${crypto.randomUUID()}@example.com`
  await page.goto('/?list=new')
  await signInDialog(page).getByLabel('Your email').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Code')).toBeFocused()
  await page.keyboard.type(readCode(app.backend, email))
  const listing = page.getByRole('dialog', { name: 'List your community' })
  await expect(listing.getByLabel('WhatsApp Link')).toBeFocused()
  await list
  await expect(offer(page)).toBeHidden()

  await page.keyboard.press('Escape')
  await expect(listing).toBeHidden()
  await expect(offer(page)).toBeVisible()
  await expectReadable(page, 'offer of a passkey')
  await page.getByRole('link', { name: 'List your community' }).first().click()
  await expect(listing).toBeVisible()
  await expect(offer(page)).toBeHidden()
  await page.goto('/profile?section=settings')
  await expect(card(page).getByRole('button', { name: 'Add a passkey' })).toBeVisible()
  await expect(offer(page)).toBeHidden()
})

test('a user who signs in with a password can decline the offer, or add a passkey with it', async ({
  page,
}) => {
  await addDevice(page)
  const email = await openNewProfile(page)
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(offer(page)).toBeHidden()
  await signOut(page)

  await page.goto('/profile?section=settings')
  await signInDialog(page).getByRole('button', { name: 'Use a password instead' }).click()
  await signInDialog(page).getByLabel('Email').fill(email)
  await signInDialog(page).getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await keyboardFor(page).press(page.getByRole('button', { name: 'Set up' }))
  await expect(page.getByText('Passkey added')).toBeVisible()
  await expect(card(page).getByRole('listitem')).toContainText('not used yet')
})

test('a passkey that does not sign in leaves the other ways', async ({
  page,
  context,
  consoleErrors,
}) => {
  await addDevice(page)
  await page.goto('/profile')
  const button = signInDialog(page).getByRole('button', { name: 'Use a passkey' })
  await button.click()
  await expect(signInDialog(page).getByRole('alert')).toHaveText(/^No passkey was used/)
  await context.setOffline(true)
  await button.click()
  await expect(signInDialog(page).getByRole('alert')).toHaveText(/^We couldn't reach the service/)
  await context.setOffline(false)
  consoleErrors.splice(0)
})

test('canceling at the device or closing the dialog meanwhile reports nothing', async ({
  page,
}) => {
  await disableSuggestions(page)
  await page.addInitScript(() => {
    const cancel = () => Promise.reject(new DOMException('Canceled', 'NotAllowedError'))
    navigator.credentials.create = cancel
  })
  await addDevice(page, false)
  const email = await openNewProfile(page)
  const failure = page.getByText(/Couldn't add a passkey/)
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(offer(page)).toBeHidden()
  const add = card(page).getByRole('button', { name: 'Add a passkey' })
  await add.click()
  await expect(add).not.toHaveAttribute('aria-busy')
  await expect(failure).toBeHidden()
  await signOut(page)

  const open = page.getByRole('banner').getByRole('button', { name: 'Sign in' })
  const passkey = signInDialog(page).getByRole('button', { name: /passkey/ })
  const leaving = [() => page.keyboard.press('Escape'), () => page.goBack()]
  for (const leave of leaving) {
    await open.click()
    await signInDialog(page).getByLabel('Your email').fill(email)
    await passkey.click()
    await expect(passkey).toHaveText('Checking your passkey...')
    await leave()
    await expect(signInDialog(page)).toBeHidden()
  }
  await open.click()
  await expect(passkey).toHaveText('Use a passkey')
  await expect(signInDialog(page).getByLabel('Your email')).toHaveValue(email)
  await expect(page.getByRole('alert')).toBeHidden()
  await signInDialog(page).getByRole('button', { name: 'Email me a code' }).click()
  await expect(page.getByRole('dialog', { name: 'Check your email' })).toBeVisible()
})

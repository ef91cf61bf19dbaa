import type { Page } from '@playwright/test'
import { localPublishableKey } from '../../../supabase/local/data-folder.ts'
import { accountMenu, openStaticFile } from '../../../tooling/journeys/journey.ts'
import { expect, test } from '../fixtures.ts'
import { keyboardFor } from '../keyboard.ts'
import { expectReadable } from '../readable.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Passkeys' })
const signInDialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in' })

/** Creates an account and opens its profile. */
async function openNewProfile(page: Page): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`
  const response = await page.request.post('/auth/v1/signup', {
    headers: { apikey: localPublishableKey },
    data: { email, password: 'travel-together-2' },
  })
  const session = await response.text()
  await openStaticFile(page)
  await page.evaluate((value) => localStorage.setItem('community-app-session', value), session)
  await page.goto('/profile?section=settings')
  await expect(card(page)).toBeVisible()
  return email
}

/** Gives the page a device with a fingerprint reader, which its user keeps touching. */
async function addDevice(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** While the device is touched, Chromium chooses the suggestion of the email field by itself. */
    touch: (enabled: boolean) =>
      session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}

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
  const device = await addDevice(page)
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

  await device.touch(false)
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in' }).click()
  const button = signInDialog(page).getByRole('button', { name: 'Use a passkey' })
  await expect(button).toBeVisible()
  await device.touch(true)
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

  await device.touch(false)
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(button).toBeVisible()
  await device.touch(true)
  await button.click()
  await expect(signInDialog(page).getByRole('alert')).toContainText('It may have been removed')
  await expectReadable(page, 'a removed passkey')
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

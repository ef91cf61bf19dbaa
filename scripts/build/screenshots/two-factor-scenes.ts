import { expect, type Page } from '@playwright/test'
import { button, dialog, openStaticFile } from '../../../tooling/journeys/journey.ts'
import { signAtLevel } from '../../../tooling/real-services/tokens.ts'
import { createScenes } from './scene.ts'

/* The embedded auth service has no second factors: these responses have the format of the real one. */

/** Of the session in local storage. */
const key = 'community-app-session'

const createApp = (name: string, id: string) => ({
  id,
  friendly_name: name,
  factor_type: 'totp',
  status: 'verified',
  created_at: '2026-11-02T09:30:00Z',
  updated_at: '2026-11-02T09:30:00Z',
})
const phone = createApp('Authenticator app', '3d0cbf5c-0b4a-4f5e-9a53-2b8ed7f5a001')
const tablet = createApp(
  'Donaudampfschifffahrtsgesellschaftskapitän, tablet',
  '3d0cbf5c-0b4a-4f5e-9a53-2b8ed7f5a002',
)

/** Looks like a QR code. */
const squares = Array.from({ length: 73 * 73 }, (_, index) =>
  (index * index * 31) % 11 < 5 ? `M${(index % 73) * 3} ${Math.floor(index / 73) * 3}h3v3h-3z` : '',
)
const qrCode = `<svg width="243" height="243" viewBox="-12 -12 243 243" xmlns="http://www.w3.org/2000/svg"><path d="${squares.join('')}"/></svg>`

export const twoFactorScenes = createScenes('luca@example.com', {
  'two-factor, not offered': async (page) => {
    await openCard(page)
    await button(page, 'Add an authenticator app').click()
    await button(page, 'Continue').click()
    await expect(page.getByText(/isn't available at the moment/)).toBeVisible()
  },
  'two-factor, name of an app': async (page) => {
    await openCard(page)
    await button(page, 'Add an authenticator app').click()
    await expect(dialog(page).getByLabel('Name')).toBeVisible()
  },
  'two-factor, key of an app': async (page) => {
    await openKey(page)
  },
  'two-factor, a second app is suggested': async (page, { jwtSecret }) => {
    await openKey(page)
    await page.route('**/challenge', (route) => route.fulfill({ json: { id: phone.id } }))
    const session = await page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? ''), key)
    const access_token = signAtLevel(session.access_token, 'aal2', jwtSecret)
    const user = { ...session.user, factors: [phone] }
    await page.route('**/verify', (route) =>
      route.fulfill({ json: { ...session, user, access_token } }),
    )
    await addFactors(page, [phone])
    await dialog(page).getByLabel('Code').fill('123 456')
    await button(page, 'Add the app').click()
    await expect(page.getByText(/a second app is the only way/)).toBeVisible()
  },
  'two-factor, two apps': async (page) => {
    await addFactors(page)
    await openCard(page)
    await expect(button(page, 'Add another app')).toBeVisible()
  },
  'two-factor, remove an app': async (page) => {
    await addFactors(page)
    await openCard(page)
    await button(page, `Remove ${tablet.friendly_name}`).click()
    await expect(dialog(page).getByLabel('Code')).toBeVisible()
  },
  'code required, app added on another device': async (page) => {
    await page.goto('/profile')
    await button(page, 'Edit Profile').click()
    await addFactors(page)
    await page.route('**/rest/v1/profiles?*', (route) =>
      route.fulfill({ json: [], headers: { 'Content-Range': '*/*' } }),
    )
    await page.route('**/auth/v1/token?*', async (route) => {
      const response = await route.fetch()
      const session: { user: object } = await response.json()
      const user = { ...session.user, factors: [phone, tablet] }
      await route.fulfill({ response, json: { ...session, user } })
    })
    await page.getByLabel('Phone').fill('+39 02 5550 1234')
    await button(page, 'Save Changes').click()
    await expect(dialog(page).getByText(/was added to your account/)).toBeVisible()
  },
  'code required': async (page) => {
    await requireCode(page)
  },
  'code required, wrong code and lost phone': async (page) => {
    await page.route('**/verify', (route) =>
      route.fulfill({
        status: 422,
        json: { error_code: 'mfa_verification_failed', msg: 'Invalid' },
      }),
    )
    await page.route('**/challenge', (route) => route.fulfill({ json: { id: tablet.id } }))
    await requireCode(page)
    await dialog(page).getByLabel('Code').fill('123 456')
    await button(page, 'Continue').click()
    await expect(dialog(page).getByRole('alert')).toBeVisible()
    await page.getByText('Lost your phone?').click()
  },
})

async function openCard(page: Page) {
  // Otherwise the browser would only scroll.
  await openStaticFile(page)
  await page.goto('/profile#two-factor')
  await expect(page.getByRole('region', { name: 'Two-factor authentication' })).toBeInViewport()
}

async function openKey(page: Page) {
  await page.route('**/auth/v1/factors', (route) =>
    route.fulfill({
      json: {
        ...phone,
        type: 'totp',
        totp: {
          qr_code: qrCode,
          secret: 'NFAEJMJ6PAZSEYWEFNTSMTQDIJX6NHUB',
          uri: 'otpauth://totp/Waypost:luca@example.com',
        },
      },
    }),
  )
  await openCard(page)
  await button(page, 'Add an authenticator app').click()
  await button(page, 'Continue').click()
  await expect(dialog(page).getByRole('img')).toBeVisible()
}

async function addFactors(page: Page, factors = [phone, tablet]) {
  await page.route('**/auth/v1/user', async (route) => {
    const response = await route.fetch()
    const user: object = await response.json()
    await route.fulfill({ response, json: { ...user, factors } })
  })
}

/** Opens the profile with a session that still requires a code. */
async function requireCode(page: Page) {
  await addFactors(page)
  await page.evaluate(
    ([name, factors]) => {
      const session = JSON.parse(localStorage.getItem(name) ?? '')
      localStorage.setItem(name, JSON.stringify({ ...session, user: { ...session.user, factors } }))
    },
    [key, [phone, tablet]] as const,
  )
  await page.goto('/profile')
  await expect(dialog(page).getByLabel('Code')).toBeFocused()
}

export const adminTwoFactorScenes = createScenes('admin@example.com', {
  'two-factor, an admin removes the only app': async (page, { jwtSecret }) => {
    await openStaticFile(page)
    const session = await page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? ''), key)
    const access_token = signAtLevel(session.access_token, 'aal2', jwtSecret)
    const user = { ...session.user, factors: [phone] }
    await page.evaluate(([name, value]) => localStorage.setItem(name, value), [
      key,
      JSON.stringify({ ...session, user, access_token }),
    ] as const)
    await addFactors(page, [phone])
    await openCard(page)
    await button(page, `Remove ${phone.friendly_name}`).click()
    await expect(dialog(page).getByText(/^You are an admin/)).toBeVisible()
  },
})

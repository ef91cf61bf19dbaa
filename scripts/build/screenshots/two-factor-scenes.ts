import { expect, type Page } from '@playwright/test'
import { button, dialog, openStaticFile } from '../../../tooling/journeys/journey.ts'
import { createScenes } from './scene.ts'

/* The embedded auth service has no second factors: these responses have the format of the real one. */

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

async function addFactors(page: Page) {
  await page.route('**/auth/v1/user', async (route) => {
    const response = await route.fetch()
    const user: object = await response.json()
    await route.fulfill({ response, json: { ...user, factors: [phone, tablet] } })
  })
}

/** Opens the profile with a session that still requires a code. */
async function requireCode(page: Page) {
  await addFactors(page)
  await page.evaluate(
    ([key, factors]) => {
      const session = JSON.parse(localStorage.getItem(key) ?? '')
      localStorage.setItem(key, JSON.stringify({ ...session, user: { ...session.user, factors } }))
    },
    ['community-app-session', [phone, tablet]] as const,
  )
  await page.goto('/profile')
  await expect(dialog(page).getByLabel('Code')).toBeFocused()
}

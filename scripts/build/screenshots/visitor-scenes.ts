import { expect } from '@playwright/test'
import { button, dialog } from '../../../tooling/journeys/journey.ts'
import { createSession } from '../../../tooling/journeys/sign-in.ts'
import { failCalls, holdCalls, openPage, type Scene, createScenes } from './scene.ts'

const luca = 'luca@example.com'
const kites = '/communities?community=aaaaaaaa-0000-4000-8000-000000000001&place=Cape+Town'

export const visitorScenes = createScenes(undefined, {
  'business partnership, validation errors': async (page) => {
    await page.goto('/business-partnership')
    await button(page, 'Get Started').click()
    await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
  },
  'not found': (page) => openPage(page, '/no-such-place', 'Page not found'),
  offline: async (page) => {
    await page.goto('/')
    // The heading is part of the HTML; the button appears once the app runs.
    await expect(button(page, 'Sign in')).toBeVisible()
    await page.context().setOffline(true)
    await expect(page.getByText(/You're offline/)).toBeVisible()
  },
  'app that fails to load': async (page) => {
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto('/')
    await expect(page.getByRole('alert')).toBeVisible()
  },
  'link in an email': async (page) => {
    await page.goto('/#token_hash=unused&type=signup')
    await expect(button(page, 'Confirm and sign in')).toBeVisible()
  },
  'expired link': async (page) => {
    await page.goto('/#error=access_denied&error_code=otp_expired')
    await expect(dialog(page)).toBeVisible()
  },
  'confirmation link, password of someone else': async (page) => {
    await page.route('**/auth/v1/user', async (route) => {
      const user: object = await (await route.fetch()).json()
      const sentAt = {
        created_at: '2026-01-01T00:00:00Z',
        confirmation_sent_at: '2026-01-02T00:00:00Z',
      }
      await route.fulfill({ json: { ...user, ...sentAt } })
    })
    const { access_token, refresh_token } = await createSession(page, luca)
    const fragment = new URLSearchParams({
      access_token: String(access_token),
      refresh_token: String(refresh_token),
      type: 'signup',
    })
    await page.goto(`/#${fragment.toString()}`)
    await expect(dialog(page).getByLabel('New password', { exact: true })).toBeVisible()
  },
  'create an account, check your email': async (page) => {
    await page.route('**/auth/v1/signup**', (route) =>
      route.fulfill({ json: { id: crypto.randomUUID(), email: luca, aud: 'authenticated' } }),
    )
    await page.goto('/')
    await button(page, 'Sign in').click()
    await button(page, 'Create an account').click()
    await dialog(page).getByLabel('Name').fill('Luca')
    await dialog(page).getByLabel('Email').fill(luca)
    await dialog(page).getByLabel('Password', { exact: true }).fill('correct-horse-7')
    await button(page, 'Create account').click()
    await button(page, 'Send it again').click()
    await expect(dialog(page).getByText(/another link should arrive/)).toBeVisible()
  },
  'sign in, wrong password': async (page) => {
    await page.goto('/')
    await button(page, 'Sign in').click()
    await dialog(page).getByLabel('Email').fill(luca)
    await dialog(page).getByLabel('Password', { exact: true }).fill('not-the-password')
    await dialog(page).getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(dialog(page).getByRole('alert')).toBeVisible()
  },
})

export const directoryScenes: Scene[] = [
  ...createScenes(undefined, {
    'directory, nothing found': async (page) => {
      await page.goto('/communities?q=kite&place=Bali')
      await expect(page.getByText('No communities match “kite”')).toBeVisible()
    },
    'directory, map': async (page) => {
      await page.context().grantPermissions(['geolocation'])
      await page.context().setGeolocation({ latitude: 46.95, longitude: 7.45 })
      await page.goto('/communities?view=map')
      await button(page, 'Near me').click()
      await expect(page.getByRole('list', { name: 'Nearest places' })).toBeVisible()
    },
    'directory, group on the map': async (page) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/communities?view=map')
      await page.getByRole('button', { name: /^2 places/ }).click()
    },
    'directory, unknown place': async (page) => {
      await page.goto('/communities?place=Atlantis&language=de')
      await expect(page.getByText('There is no place called “Atlantis”')).toBeVisible()
    },
    'directory, loading': async (page) => {
      await holdCalls(page)
      await openPage(page, '/communities?place=Bali', 'Communities in Bali')
    },
    'directory, loading failed': async (page) => {
      await failCalls(page)
      await page.goto('/communities?place=Bali')
      await expect(button(page, 'Try again')).toBeVisible()
    },
    'directory, community': (page) => openPage(page, kites, 'Atlantic Kite Crew'),
    'directory, community not listed': (page) =>
      openPage(
        page,
        '/communities?community=00000000-0000-4000-8000-000000000000&place=Bali',
        'This community is not listed',
      ),
  }),
  ...createScenes(luca, {
    'directory, report a community': async (page) => {
      await page.goto(`${kites}&report=new`)
      await dialog(page).getByRole('radio', { name: 'Something else' }).check()
      await dialog(page).getByRole('button', { name: 'Send report' }).click()
      await expect(dialog(page).locator('[aria-invalid=true]')).toBeVisible()
    },
  }),
  {
    name: 'directory, community joined',
    account: luca,
    changesData: true,
    show: async (page) => {
      await page.context().route('https://chat.whatsapp.com/**', (route) => route.fulfill())
      await page.goto(kites)
      await button(page, 'Join on WhatsApp').click()
      await expect(page.getByRole('link', { name: 'Open WhatsApp' })).toBeVisible()
    },
  },
]

import { expect, type Page } from '@playwright/test'
import { addCommunity, type Backend } from '../../tests/e2e/backend.ts'
import { faults } from '../../tests/e2e/faults/faults.ts'
import { journeys } from '../../tests/e2e/journeys/index.ts'
import { button, calls, dialog, type Journey } from '../../tests/e2e/journeys/journey.ts'

export interface Scene extends Pick<Journey, 'as'> {
  /** Also what its images are called. */
  name: string
  /** Brings the page to what is to be seen, and waits for that. */
  show: (page: Page, backend: Backend) => Promise<unknown>
}

const luca = 'luca@example.com'
const admin = 'admin@example.com'
const kites = '/communities?community=aaaaaaaa-0000-4000-8000-000000000001&place=Cape+Town'

/** Nothing that is asked of the backend is answered. */
const holdCalls = (page: Page) => page.route(calls, () => undefined)

/** Everything that is asked of the backend fails, but for these addresses. */
const failCalls = (page: Page, { but }: { but?: RegExp } = {}) =>
  page.route(calls, (route, request) =>
    but?.test(request.url()) ? route.continue() : faults[0]?.strike(route, page),
  )

const publicScenes: Scene[] = [
  { name: 'home', show: (page) => open(page, '/', 'Back Soon') },
  {
    name: 'business partnership',
    show: (page) => open(page, '/business-partnership', 'Meet travellers where they already talk'),
  },
  {
    name: 'business partnership, filled in wrongly',
    show: async (page) => {
      await page.goto('/business-partnership')
      await button(page, 'Get Started').click()
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
    },
  },
  { name: 'privacy', show: (page) => open(page, '/privacy', 'Privacy Policy') },
  { name: 'not found', show: (page) => open(page, '/no-such-place', 'Page not found') },
  {
    name: 'offline',
    show: async (page) => {
      await open(page, '/', 'Back Soon')
      // It is there once the app is; the heading is part of the HTML.
      await expect(button(page, 'Sign in')).toBeVisible()
      await page.context().setOffline(true)
      await expect(page.getByText(/You are offline/)).toBeVisible()
    },
  },
  {
    name: 'app that does not arrive',
    show: async (page) => {
      await page.route('**/assets/*.js', (route) => route.abort())
      await page.goto('/')
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'link that has expired',
    show: async (page) => {
      await page.goto('/#error=access_denied&error_code=otp_expired')
      await expect(dialog(page)).toBeVisible()
    },
  },
  {
    name: 'sign in with a wrong password',
    show: async (page) => {
      await page.goto('/')
      await button(page, 'Sign in').click()
      await dialog(page).getByLabel('Email').fill(luca)
      await dialog(page).getByLabel('Password', { exact: true }).fill('not-the-password')
      await dialog(page).getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(dialog(page).getByRole('alert')).toBeVisible()
    },
  },
]

const ownerScenes: Scene[] = [
  {
    name: 'profile with a dead link',
    as: 'mei@example.com',
    show: async (page) => {
      await page.goto('/profile')
      await expect(page.getByText('Your invite link no longer works')).toBeVisible()
      await expect(page.getByRole('switch', { name: 'My communities' })).toBeVisible()
    },
  },
  {
    name: 'profile, loading',
    as: luca,
    show: async (page) => {
      await holdCalls(page)
      await open(page, '/profile', 'Your profile')
    },
  },
  {
    name: 'profile that cannot be loaded',
    as: luca,
    show: async (page) => {
      await failCalls(page)
      await page.goto('/profile')
      await expect(button(page, 'Try again')).toHaveCount(2)
    },
  },
  {
    name: 'profile without a community',
    as: luca,
    show: async (page) => {
      await page.route(/\/rest\/v1\/communities/, (route) => route.fulfill({ json: [] }))
      await page.goto('/profile')
      await expect(page.getByText("You haven't created any communities yet")).toBeVisible()
    },
  },
  {
    name: 'account menu',
    as: luca,
    show: async (page) => {
      await page.goto('/profile')
      await button(page, /^Account menu/).click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
  },
  {
    name: 'new community with problems',
    as: luca,
    show: async (page) => {
      await page.goto('/?list=new')
      await button(page, 'Submit for review').click()
      await expect(dialog(page).locator('[aria-invalid=true]').first()).toBeVisible()
    },
  },
  {
    name: 'deleting the account',
    as: luca,
    show: async (page) => {
      await page.goto('/profile')
      await button(page, 'Delete Account').click()
      await expect(page.getByRole('group', { name: /delete/i }).or(dialog(page))).toBeVisible()
    },
  },
]

const adminScenes: Scene[] = [
  {
    name: 'admin, dead links and emails that failed',
    as: admin,
    show: async (page) => {
      await page.route('**/rpc/count_failed_mails', (route) =>
        route.fulfill({ json: { given_up: 3, overdue: 1, last_error: '535 Not accepted' } }),
      )
      await page.goto('/admin?link=dead')
      await expect(page.getByText('3 emails could not be sent')).toBeVisible()
      await expect(page.getByText('Longtail Sharing')).toBeVisible()
    },
  },
  {
    name: 'queue, dead link',
    as: admin,
    show: async (page) => {
      await page.goto('/admin?view=queue&as=list')
      await page.getByText('Carioca Founders Table').click()
      await expect(page.getByText('This invite is dead')).toBeVisible()
    },
  },
  {
    name: 'queue, link of another group, not dead',
    as: admin,
    show: async (page) => {
      await page.goto('/admin?view=queue&as=list')
      await page.getByText('Samba Schools Open Rehearsals').click()
      await expect(page.getByText('Crypto Signals VIP')).toBeVisible()
    },
  },
  {
    name: 'admin, loading',
    as: admin,
    show: async (page) => {
      await holdCalls(page)
      await page.goto('/admin')
      await expect(page.getByText('Admin Dashboard')).toBeVisible()
    },
  },
  {
    name: 'admin that cannot be loaded',
    as: admin,
    show: async (page) => {
      // Whoever's profile cannot be read is let in nowhere.
      await failCalls(page, { but: /\/profiles\?/ })
      await page.goto('/admin')
      await expect(button(page, 'Try again').first()).toBeVisible()
    },
  },
  {
    name: 'admin, nothing found',
    as: admin,
    show: async (page) => {
      await page.goto('/admin?q=no-such-community')
      await expect(page.getByText('No communities found')).toBeVisible()
    },
  },
  {
    name: 'queue as a list',
    as: admin,
    show: async (page) => {
      await page.goto('/admin?view=queue&as=list')
      await expect(page.getByRole('list', { name: 'Waiting for review' })).toBeVisible()
    },
  },
  {
    name: 'queue, keyboard shortcuts',
    as: admin,
    show: async (page) => {
      await page.goto('/admin?view=queue')
      await expect(page.getByRole('toolbar', { name: 'Review actions' })).toBeVisible()
      await page.keyboard.press('?')
      await expect(dialog(page)).toBeVisible()
    },
  },
  {
    name: 'queue, changes of an approved community',
    as: admin,
    show: async (page, backend) => {
      await addCommunity(backend, {
        name: 'Morning swim',
        status: 'approved',
        held: { name: 'Morning swim and coffee' },
        createdAt: '2002-01-01T00:00:00Z',
      })
      await page.goto('/admin?view=queue&as=list')
      await page.getByText('Morning swim and coffee').first().waitFor()
    },
  },
]

/** Every journey before its last step, and once it is done. */
const journeyScenes: Scene[] = journeys.flatMap(({ name, as, open: before, act, done }) => [
  // Before a screen is loaded another one is on view.
  ...(/^(loading|opening the admin)/.test(name)
    ? []
    : [{ name: `${name}, before`, as, show: before }]),
  {
    name: `${name}, done`,
    as,
    show: async (page, backend) => {
      await before(page, backend)
      await act(page)
      await expect(done(page)).toBeVisible()
    },
  },
])

export const scenes = [...publicScenes, ...ownerScenes, ...adminScenes, ...journeyScenes]

/** What is seen once the directory is open. */
export const liveScenes: readonly Scene[] = [
  {
    name: 'directory, home',
    show: (page) => open(page, '/', 'Find your people, wherever you land.'),
  },
  { name: 'directory, list', show: (page) => open(page, '/communities', 'Communities') },
  {
    name: 'directory, nothing found',
    show: async (page) => {
      await page.goto('/communities?q=kite&place=Bali')
      await expect(page.getByText('No community matches “kite”')).toBeVisible()
    },
  },
  {
    name: 'directory, loading',
    show: async (page) => {
      await holdCalls(page)
      // Images in the HTML are held as well, and with them the end of loading.
      await page.goto('/communities?place=Bali', { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { name: 'Communities in Bali' })).toBeVisible()
    },
  },
  {
    name: 'directory, that cannot be loaded',
    show: async (page) => {
      await failCalls(page)
      await page.goto('/communities?place=Bali')
      await expect(button(page, 'Try again')).toBeVisible()
    },
  },
  { name: 'directory, community', show: (page) => open(page, kites, 'Atlantic Kite Crew') },
  {
    name: 'directory, community that was joined',
    as: luca,
    show: async (page) => {
      await page.context().route('https://chat.whatsapp.com/**', (route) => route.fulfill())
      await page.goto(kites)
      await button(page, 'Join on WhatsApp').click()
      await expect(page.getByRole('link', { name: 'Open WhatsApp' })).toBeVisible()
    },
  },
  {
    name: 'directory, report',
    as: luca,
    show: async (page) => {
      await page.goto(`${kites}&report=new`)
      await dialog(page).getByRole('radio', { name: 'Something else' }).check()
      await dialog(page).getByRole('button', { name: 'Send report' }).click()
    },
  },
  {
    name: 'directory, community that is not listed',
    show: (page) =>
      open(
        page,
        '/communities?community=00000000-0000-4000-8000-000000000000&place=Bali',
        'This community is not listed',
      ),
  },
]

async function open(page: Page, path: string, title: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
}

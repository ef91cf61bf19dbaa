import { expect, type Page } from '@playwright/test'
import type { Backend } from '../../../tooling/journeys/demo-rows.ts'
import { faults } from '../../../tooling/journeys/faults.ts'
import { journeys } from '../../../tooling/journeys/index.ts'
import { backendCall, button, dialog, type Journey } from '../../../tooling/journeys/journey.ts'

export interface Scene extends Pick<Journey, 'as'> {
  /** Its images have the same name. */
  name: string
  /** Whether the scene adds to the demo data or changes it. */
  changesData?: boolean
  /** Opens the screen and waits until it is visible. */
  show: (page: Page, backend: Backend) => Promise<unknown>
}

const luca = 'luca@example.com'
const admin = 'admin@example.com'
const kites = '/communities?community=aaaaaaaa-0000-4000-8000-000000000001&place=Cape+Town'

/** Leaves every call to the backend unanswered, except for images. */
const holdCalls = (page: Page) =>
  page.route(backendCall, (route, request) =>
    request.resourceType() === 'image' ? route.continue() : undefined,
  )

/** Fails every call to the backend, except for these URLs. */
const failCalls = (page: Page, { but }: { but?: RegExp } = {}) =>
  page.route(backendCall, (route, request) =>
    but?.test(request.url()) ? route.continue() : faults[0]?.apply(route, page),
  )

const publicScenes: Scene[] = [
  { name: 'home', show: (page) => open(page, '/', 'Back Soon') },
  {
    name: 'business partnership',
    show: (page) => open(page, '/business-partnership', 'Meet travellers where they already talk'),
  },
  {
    name: 'business partnership, validation errors',
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
      // The heading is part of the HTML, the button appears once the app runs.
      await expect(button(page, 'Sign in')).toBeVisible()
      await page.context().setOffline(true)
      await expect(page.getByText(/You are offline/)).toBeVisible()
    },
  },
  {
    name: 'app that fails to load',
    show: async (page) => {
      await page.route('**/assets/*.js', (route) => route.abort())
      await page.goto('/')
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'expired link',
    show: async (page) => {
      await page.goto('/#error=access_denied&error_code=otp_expired')
      await expect(dialog(page)).toBeVisible()
    },
  },
  {
    name: 'sign in, wrong password',
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
    name: 'profile, dead link',
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
    name: 'profile, loading failed',
    as: luca,
    show: async (page) => {
      await failCalls(page)
      await page.goto('/profile')
      await expect(button(page, 'Try again')).toHaveCount(2)
    },
  },
  {
    name: 'profile, no communities',
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
    name: 'new community, validation errors',
    as: luca,
    show: async (page) => {
      await page.goto('/?list=new')
      await button(page, 'Submit for review').click()
      await expect(dialog(page).locator('[aria-invalid=true]').first()).toBeVisible()
    },
  },
  {
    name: 'delete your account',
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
    name: 'admin, dead links and failed emails',
    as: admin,
    show: async (page) => {
      await page.route('**/rpc/count_failed_emails', (route) =>
        route.fulfill({ json: { given_up: 3, overdue: 1, last_error: '535 Not accepted' } }),
      )
      await page.goto('/admin?link=dead')
      await expect(page.getByText("3 emails couldn't be sent")).toBeVisible()
      await expect(page.getByText('Longtail Sharing')).toBeVisible()
    },
  },
  {
    name: 'queue, dead link',
    as: admin,
    show: async (page) => {
      await openInQueue(page, 'Carioca Founders Table')
      await expect(page.getByText('This invite is dead')).toBeVisible()
    },
  },
  {
    name: 'queue, link to another group',
    as: admin,
    show: async (page) => {
      await openInQueue(page, 'Samba Schools Open Rehearsals')
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
    name: 'admin, loading failed',
    as: admin,
    show: async (page) => {
      // The admin screen opens only if the profile can be read.
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
    name: 'queue',
    as: admin,
    show: async (page) => {
      await page.goto('/admin?view=queue')
      await expect(page.getByRole('toolbar', { name: 'Review actions' })).toBeVisible()
    },
  },
  {
    name: 'queue, list',
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
    show: async (page) => {
      await openInQueue(page, 'Full Moon, Softly')
      await expect(page.getByText('Changes by the owner')).toBeVisible()
    },
  },
]

/** Screens of the journeys, before and after their last step. Screens that other scenes show are left out. */
const journeyScenes: Scene[] = [
  after('loading all communities', 'admin, communities'),
  before('approving', 'admin, one community found'),
  after('approving', 'admin, community approved'),
  after('undoing a decision', 'admin, approval undone'),
  before('rejecting', 'admin, reject a community'),
  after('rejecting', 'admin, community rejected'),
  after('resolving reports', 'queue, reports resolved'),
  after('opening the history', 'admin, activity'),
  after('exporting', 'admin, communities exported'),
  after('loading the profile', 'profile'),
  before('saving the profile', 'profile, edit your details'),
  after('saving the profile', 'profile, details saved'),
  before('listing a community', 'new community, filled in'),
  after('listing a community', 'new community, submitted'),
  before('uploading an image', 'new community'),
  after('uploading an image', 'new community, image uploaded'),
  after('opening a community to edit it', 'edit a community'),
  after('saving a community', 'edit a community, saved'),
  before('withdrawing changes', 'profile, changes waiting for review'),
  after('withdrawing changes', 'profile, changes withdrawn'),
  before('deleting a community', 'delete a community'),
  after('deleting a community', 'delete a community, deleted'),
  after('turning emails off', 'profile, emails switched off'),
  after('downloading my data', 'profile, data downloaded'),
  before('creating an account', 'create an account'),
  after('creating an account', 'create an account, created'),
  before('signing in', 'sign in'),
  before('asking for a new password', 'forgotten password'),
  after('asking for a new password', 'forgotten password, link sent'),
  before('signing out everywhere', 'sign out everywhere'),
  after('loading the users', 'users'),
  before('changing credits', 'users, edit a user'),
  after('changing credits', 'users, credits changed'),
  before('deleting a user', 'users, delete a user'),
  after('deleting a user', 'users, user deleted'),
]

function before(journeyName: string, name: string): Scene {
  const { as, open: prepare } = findJourney(journeyName)
  return { name, as, changesData: true, show: prepare }
}

function after(journeyName: string, name: string): Scene {
  const { as, open: prepare, act, success } = findJourney(journeyName)
  return {
    name,
    as,
    changesData: true,
    show: async (page, backend) => {
      await prepare(page, backend)
      await act(page)
      await expect(success(page)).toBeVisible()
    },
  }
}

function findJourney(name: string): Journey {
  const journey = journeys.find((other) => other.name === name)
  if (!journey) throw new Error(`There is no journey "${name}"`)
  return journey
}

export const scenes = [...publicScenes, ...ownerScenes, ...adminScenes, ...journeyScenes]

/** Scenes of the site with the directory open. */
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
      await expect(page.getByText('No communities match “kite”')).toBeVisible()
    },
  },
  {
    name: 'directory, loading',
    show: async (page) => {
      await holdCalls(page)
      await page.goto('/communities?place=Bali')
      await expect(page.getByRole('heading', { name: 'Communities in Bali' })).toBeVisible()
    },
  },
  {
    name: 'directory, loading failed',
    show: async (page) => {
      await failCalls(page)
      await page.goto('/communities?place=Bali')
      await expect(button(page, 'Try again')).toBeVisible()
    },
  },
  { name: 'directory, community', show: (page) => open(page, kites, 'Atlantic Kite Crew') },
  {
    name: 'directory, community joined',
    as: luca,
    changesData: true,
    show: async (page) => {
      await page.context().route('https://chat.whatsapp.com/**', (route) => route.fulfill())
      await page.goto(kites)
      await button(page, 'Join on WhatsApp').click()
      await expect(page.getByRole('link', { name: 'Open WhatsApp' })).toBeVisible()
    },
  },
  {
    name: 'directory, report a community',
    as: luca,
    show: async (page) => {
      await page.goto(`${kites}&report=new`)
      await dialog(page).getByRole('radio', { name: 'Something else' }).check()
      await dialog(page).getByRole('button', { name: 'Send report' }).click()
      await expect(dialog(page).locator('[aria-invalid=true]')).toBeVisible()
    },
  },
  {
    name: 'directory, community not listed',
    show: (page) =>
      open(
        page,
        '/communities?community=00000000-0000-4000-8000-000000000000&place=Bali',
        'This community is not listed',
      ),
  },
]

/** On a phone a tap in the list opens the community by itself, which every width then shows. */
async function openInQueue(page: Page, name: string) {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin?view=queue&as=list')
  await page.getByText(name).click()
  await expect(page).toHaveURL('/admin?view=queue')
}

async function open(page: Page, path: string, title: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
}

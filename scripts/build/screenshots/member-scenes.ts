import { expect, type Page, type Route } from '@playwright/test'
import { button, dialog } from '../../../tooling/journeys/journey.ts'
import { failCalls, holdCalls, openPage, createScenes, type Scene } from './scene.ts'

export const ownerScenes = [
  ...createScenes('mei@example.com', {
    'profile, dead link': async (page) => {
      await page.goto('/profile')
      await expect(page.getByText('Your invite link no longer works')).toBeVisible()
      await expect(page.getByRole('switch', { name: 'My communities' })).toBeVisible()
    },
  }),
  ...createScenes('luca@example.com', {
    'profile, loading': async (page) => {
      await holdCalls(page)
      await openPage(page, '/profile', 'Your profile')
    },
    'profile, loading failed': async (page) => {
      await failCalls(page)
      await page.goto('/profile')
      await expect(button(page, 'Try again')).toHaveCount(3)
    },
    'profile, no communities': async (page) => {
      await page.route(/\/rest\/v1\/communities/, (route) => route.fulfill({ json: [] }))
      await page.goto('/profile')
      await expect(page.getByText("You haven't created any communities yet")).toBeVisible()
    },
    'account menu': async (page) => {
      await page.goto('/profile')
      await button(page, /^Account menu/).click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
    'new community, validation errors': async (page) => {
      await page.goto('/?list=new')
      await button(page, 'Submit for review').click()
      await expect(dialog(page).locator('[aria-invalid=true]').first()).toBeVisible()
    },
    'new community, place requested': async (page) => {
      await page.goto('/?list=new')
      await dialog(page).getByLabel('Location').selectOption('My place is not listed')
      await dialog(page).getByLabel('Language of the description').selectOption('pt')
      await dialog(page).getByLabel('Place and country').fill('Lisbon, Portugal')
    },
    'change your password, code and current password': async (page) => {
      await page.goto('/profile')
      await button(page, 'Change password').click()
      await dialog(page).getByLabel('New password').fill('travel-further-2')
      // The embedded auth service requires neither.
      for (const code of ['current_password_required', 'reauthentication_needed']) {
        const refuse = (route: Route) =>
          route.fulfill({ status: 400, json: { error_code: code, msg: code } })
        await page.route('**/auth/v1/user', refuse, { times: 1 })
        await button(page, 'Save new password').click()
        await expect(button(page, 'Save new password')).not.toHaveAttribute('aria-busy')
        const current = dialog(page).getByLabel('Current password')
        await current.fill('travel-together')
      }
      await expect(dialog(page).getByLabel('Code')).toBeVisible()
    },
    'change your sign-in email, error': async (page) => {
      await page.goto('/profile')
      await button(page, 'Change email').click()
      await dialog(page).getByLabel('New sign-in email').fill('admin@example.com')
      await button(page, 'Send the links').click()
      await expect(dialog(page).getByRole('alert')).toBeVisible()
    },
    'profile, new sign-in email': async (page) => {
      await showPendingEmail(page, new Date())
      await expect(page.getByText('Confirm your new sign-in email')).toBeVisible()
    },
    'profile, expired links for a new sign-in email': async (page) => {
      await showPendingEmail(page, new Date(0))
      await expect(page.getByText("Your sign-in email hasn't changed")).toBeVisible()
    },
    'delete your account': async (page) => {
      await page.goto('/profile')
      await button(page, 'Delete Account').click()
      await expect(page.getByRole('group', { name: /delete/i }).or(dialog(page))).toBeVisible()
    },
  }),
]

export const adminScenes: Scene[] = [
  ...createScenes('admin@example.com', {
    'admin, dead links and failed emails': async (page) => {
      await page.route('**/rpc/count_failed_emails', (route) =>
        route.fulfill({ json: { given_up: 3, overdue: 1, last_error: '535 Not accepted' } }),
      )
      await page.goto('/admin?link=dead')
      await expect(page.getByText("3 emails couldn't be sent")).toBeVisible()
      await expect(page.getByText('Longtail Sharing')).toBeVisible()
    },
    'queue, dead link': async (page) => {
      await openInQueue(page, 'Carioca Founders Table')
      await expect(page.getByText('This invite is dead')).toBeVisible()
    },
    'queue, link to another group': async (page) => {
      await openInQueue(page, 'Samba Schools Open Rehearsals')
      await expect(page.getByText('Crypto Signals VIP')).toBeVisible()
    },
    'admin, loading': async (page) => {
      await holdCalls(page)
      await page.goto('/admin')
      await expect(page.getByText('Admin Dashboard')).toBeVisible()
    },
    'admin, loading failed': async (page) => {
      // The admin screen opens only if the profile can be read.
      await failCalls(page, { except: /\/profiles\?/ })
      await page.goto('/admin')
      await expect(button(page, 'Try again').first()).toBeVisible()
    },
    'admin, nothing found': async (page) => {
      await page.goto('/admin?q=no-such-community')
      await expect(page.getByText('No communities found')).toBeVisible()
    },
    queue: async (page) => {
      await page.goto('/admin?view=queue')
      await expect(page.getByRole('toolbar', { name: 'Review actions' })).toBeVisible()
    },
    'queue, list': async (page) => {
      await page.goto('/admin?view=queue&as=list')
      await expect(page.getByRole('list', { name: 'Waiting for review' })).toBeVisible()
    },
    'queue, keyboard shortcuts': async (page) => {
      await page.goto('/admin?view=queue')
      await expect(page.getByRole('toolbar', { name: 'Review actions' })).toBeVisible()
      await page.keyboard.press('?')
      await expect(dialog(page)).toBeVisible()
    },
    'queue, changes of an approved community': async (page) => {
      await openInQueue(page, 'Full Moon, Softly')
      await expect(page.getByText('Changes by the owner')).toBeVisible()
    },
    places: async (page) => {
      await page.goto('/admin')
      await button(page, 'Places').click()
      await expect(button(page, 'Edit Bali')).toBeVisible()
    },
    'places, doubtful': async (page) => {
      await page.goto('/admin')
      await button(page, 'Places').click()
      await button(page, 'Edit Zürich').click()
      await page.getByRole('textbox', { name: 'Latitude' }).fill('45')
      await button(page, 'Save Changes').click()
      await expect(page.getByText('Is this place correct?')).toBeVisible()
    },
    'places, merge': async (page) => {
      await page.goto('/admin')
      await button(page, 'Places').click()
      await button(page, /^Merge Bali/).click()
      await page.getByRole('combobox', { name: /place/i }).selectOption('Koh Phangan')
    },
  }),
  {
    name: 'queue, place requested',
    account: 'admin@example.com',
    changesData: true,
    show: async (page, { connection: { driver } }) => {
      await driver.query(
        `update public.communities set requested_place = 'Lisbon, Portugal', location = null
         where name = 'Island Desk Koh Phangan'`,
      )
      await openInQueue(page, 'Island Desk Koh Phangan')
      await expect(page.getByText('Requested place: Lisbon, Portugal')).toBeVisible()
    },
  },
  {
    name: 'new community, many places',
    account: 'admin@example.com',
    changesData: true,
    show: async (page, { connection: { driver } }) => {
      await driver.query(
        `insert into public.places (name, country, country_code, latitude, longitude)
         select 'Port ' || n, 'Portugal', 'PT', 38, -9 from generate_series(1, 60) as n`,
      )
      await page.goto('/?list=new')
      await expect(page.getByRole('searchbox', { name: /Search by place/ })).toBeVisible()
    },
  },
]

/** Opens a community in the review queue. On a phone, a tap in the list is enough. */
async function openInQueue(page: Page, name: string) {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin?view=queue&as=list')
  await page.getByText(name).click()
  await expect(page).toHaveURL('/admin?view=queue')
}

/** Shows the profile while a long new sign-in email waits for confirmation. */
async function showPendingEmail(page: Page, sentAt: Date) {
  await page.route('**/auth/v1/user', async (route) => {
    const response = await route.fetch()
    const user: object = await response.json()
    const pending = {
      new_email: `${'luca.brunner.'.repeat(5)}brunner@mail.example.com`,
      email_change_sent_at: sentAt.toISOString(),
    }
    await route.fulfill({ response, json: { ...user, ...pending } })
  })
  await page.goto('/profile')
  await page.getByRole('region', { name: 'Sign-in' }).scrollIntoViewIfNeeded()
}

import { expect, type Page } from '@playwright/test'
import {
  anyOf,
  button,
  dialog,
  type Journey,
  navigate,
  uniqueName,
  visit,
  visitUncached,
} from './journey.ts'
import { cards, mockWhatsApp } from './directory.ts'

const kites = '/communities?community=aaaaaaaa-0000-4000-8000-000000000001&place=Cape+Town'

async function openKites(page: Page) {
  await visit(page, kites)
  await expect(page.getByRole('heading', { level: 1, name: 'Atlantic Kite Crew' })).toBeVisible()
}

async function openList(page: Page) {
  await visitUncached(page, '/communities')
  await expect(cards(page).first()).toBeVisible()
}

/** The journeys of visitors while the directory is live. */
export const visitorJourneys: readonly Journey[] = [
  {
    name: 'searching',
    open: openList,
    // One word that no community has: of several, those that match nothing are left out.
    act: (page) =>
      page
        .getByRole('combobox', { name: 'Search communities' })
        .fill(uniqueName('qwxyzk').replace(' ', '')),
    success: (page) => page.getByRole('heading', { name: 'Popular communities' }),
    failure: anyOf("Couldn't load the communities"),
  },
  {
    name: 'opening a community',
    open: openList,
    act: (page) => navigate(page, kites),
    success: (page) => page.getByRole('heading', { level: 1, name: 'Atlantic Kite Crew' }),
    failure: anyOf("Couldn't load this community"),
  },
  {
    name: 'showing the map',
    open: openList,
    act: (page) => page.getByRole('link', { name: 'Map', exact: true }).click(),
    success: (page) =>
      page.getByRole('list', { name: 'Places on the map' }).getByRole('link', { name: /^Bali/ }),
    failure: anyOf("Couldn't load the map"),
  },
  {
    name: 'joining',
    account: 'mei@example.com',
    open: async (page, backend) => {
      // The button has another name once the user has joined.
      await backend.connection.driver.query(
        `delete from public.community_joins
         where user_id = (select id from public.profiles where email = 'mei@example.com')`,
      )
      await mockWhatsApp(page.context())
      await openKites(page)
    },
    act: (page) => button(page, 'Join on WhatsApp').click(),
    success: (page) => page.getByRole('link', { name: 'Joined · Open WhatsApp' }),
    failure: anyOf("Couldn't join Atlantic Kite Crew"),
  },
  {
    name: 'reporting',
    account: 'mei@example.com',
    open: async (page, backend) => {
      // Users cannot report a community again while their report is open.
      await backend.connection.driver.query('delete from public.community_reports')
      await openKites(page)
      await button(page, 'Report').click()
      await dialog(page).getByRole('radio', { name: 'Spam' }).check()
      await dialog(page).getByRole('textbox').fill('A test comment.')
    },
    act: (page) => button(page, 'Send report').click(),
    success: (page) => page.getByText('Thank you. An admin will look at it.').last(),
    failure: anyOf('Failed to report the community'),
    expectInputKept: (page) =>
      expect(dialog(page).getByRole('textbox')).toHaveValue('A test comment.'),
  },
]

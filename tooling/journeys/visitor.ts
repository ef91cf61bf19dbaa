import { expect, type Page } from '@playwright/test'
import {
  button,
  dialog,
  either,
  follow,
  type Journey,
  unique,
  visit,
  visitAnew,
} from './journey.ts'
import { cards, standInForWhatsApp } from './directory.ts'

const kites = '/communities?community=aaaaaaaa-0000-4000-8000-000000000001&place=Cape+Town'

async function openKites(page: Page) {
  await visit(page, kites)
  await expect(page.getByRole('heading', { level: 1, name: 'Atlantic Kite Crew' })).toBeVisible()
}

async function openList(page: Page) {
  await visitAnew(page, '/communities')
  await expect(cards(page).first()).toBeVisible()
}

/** What travellers do, once the directory is live. */
export const visitorJourneys: readonly Journey[] = [
  {
    name: 'searching',
    open: openList,
    act: (page) => page.getByRole('searchbox').fill(`kite ${unique('crew')}`),
    done: (page) => page.getByText(/^No communities match/),
    says: either('The communities could not be loaded'),
  },
  {
    name: 'looking at a community',
    open: openList,
    act: (page) => follow(page, kites),
    done: (page) => page.getByRole('heading', { level: 1, name: 'Atlantic Kite Crew' }),
    says: either('This community could not be loaded'),
  },
  {
    name: 'joining',
    as: 'mei@example.com',
    open: async (page) => {
      await standInForWhatsApp(page.context())
      await openKites(page)
    },
    act: (page) => button(page, 'Join on WhatsApp').click(),
    done: (page) => page.getByRole('link', { name: 'Open WhatsApp' }),
    says: either('You could not join Atlantic Kite Crew'),
  },
  {
    name: 'reporting',
    as: 'mei@example.com',
    open: async (page, backend) => {
      // Each person may report a community once while that is open, and ten a day.
      await backend.connection.driver.query('delete from public.community_reports')
      await openKites(page)
      await button(page, 'Report').click()
      await dialog(page).getByRole('radio', { name: 'Spam' }).check()
      await dialog(page).getByRole('textbox').fill('Typed with care.')
    },
    act: (page) => button(page, 'Send report').click(),
    done: (page) => page.getByText('Thank you. An admin will look at it.').last(),
    says: either('Failed to report the community'),
    kept: (page) => expect(dialog(page).getByRole('textbox')).toHaveValue('Typed with care.'),
  },
]

import { expect, type Page } from '@playwright/test'
import { addCommunity, type Backend } from './demo-rows.ts'
import {
  anyOf,
  button,
  clearCache,
  current,
  dialog,
  type Journey,
  navigate,
  nextNumber,
  uniqueName,
  visit,
  visitUncached,
} from './journey.ts'

/** The table of all communities loads too slowly for journeys that only start there. */
const smallTable = '/admin?country=Indonesia'

/** Opens a table that contains only a new community. */
const openCommunity = async (page: Page, backend: Backend, name: string) => {
  current.value = uniqueName(name)
  await addCommunity(backend, { name: current.value })
  await visit(page, `/admin?q=${encodeURIComponent(current.value)}`)
  await expect(button(page, `Approve ${current.value}`)).toBeVisible()
}

export const adminJourneys: readonly Journey[] = [
  {
    name: 'loading all communities',
    account: 'admin@example.com',
    open: clearCache,
    act: (page) => navigate(page, '/admin?view=all'),
    success: (page) =>
      page
        .getByRole('main')
        .filter({ has: page.getByRole('table') })
        .filter({ hasText: /Pending\W*\d/ }),
    failure: anyOf('Error loading communities', "Couldn't load the totals"),
  },
  {
    name: 'approving',
    account: 'admin@example.com',
    open: (page, backend) => openCommunity(page, backend, 'Approved'),
    act: (page) => button(page, `Approve ${current.value}`).click(),
    success: (page) => page.getByText('Community approved successfully').last(),
    failure: anyOf('Failed to approve community', 'Error loading communities'),
  },
  {
    name: 'undoing a decision',
    account: 'admin@example.com',
    open: async (page, backend) => {
      await openCommunity(page, backend, 'Taken back')
      await button(page, `Approve ${current.value}`).click()
      await expect(button(page, /^Undo/)).toBeVisible()
    },
    act: (page) => button(page, /^Undo/).click(),
    success: (page) => page.getByText('Decision undone').last(),
    failure: anyOf('Failed to undo', 'Error loading communities'),
  },
  {
    name: 'rejecting',
    account: 'admin@example.com',
    open: async (page, backend) => {
      await openCommunity(page, backend, 'Rejected')
      await button(page, `Reject ${current.value}`).click()
      await dialog(page)
        .getByRole('textbox', { name: /^Reason/ })
        .fill('Please add a description.')
    },
    act: (page) => dialog(page).getByRole('button', { name: 'Reject', exact: true }).click(),
    success: (page) => page.getByText('Community rejected successfully').last(),
    failure: anyOf('Failed to reject community', 'Error loading communities'),
    expectInputKept: (page) =>
      expect(dialog(page).getByRole('textbox', { name: /^Reason/ })).toHaveValue(
        'Please add a description.',
      ),
  },
  {
    name: 'loading the queue',
    account: 'admin@example.com',
    open: async (page, backend) => {
      current.value = uniqueName('Waiting')
      await addCommunity(backend, { name: current.value, createdAt: '2003-01-01T00:00:00Z' })
      await clearCache(page)
    },
    act: (page) => navigate(page, '/admin?view=queue'),
    success: (page) =>
      page
        .getByRole('main')
        .filter({ has: page.getByRole('toolbar') })
        .filter({ hasText: /\d+ communities/ }),
    failure: anyOf('Error loading communities', "Couldn't load", "Couldn't check whether"),
  },
  {
    name: 'loading the users',
    account: 'admin@example.com',
    open: async (page) => {
      await visitUncached(page, smallTable)
      await expect(page.getByRole('table')).toBeVisible()
    },
    act: (page) => page.getByRole('tab', { name: /^Users/ }).click(),
    success: (page) => page.getByRole('table', { name: 'Users' }).getByText('mei@example.com'),
    failure: anyOf('Failed to fetch users', 'Error loading profiles'),
  },
  {
    name: 'changing credits',
    account: 'admin@example.com',
    open: async (page) => {
      await visit(page, '/admin?tab=users')
      await button(page, 'Mei Tanaka').click()
      current.value = String(100 + nextNumber())
      await dialog(page).getByLabel('Credits').fill(current.value)
    },
    act: (page) => dialog(page).getByRole('button', { name: 'Save Changes' }).click(),
    success: (page) => page.getByRole('table').getByText(current.value),
    failure: anyOf('Failed to update profile', 'Failed to fetch users'),
    expectInputKept: (page) =>
      expect(dialog(page).getByLabel('Credits')).toHaveValue(current.value),
  },
]

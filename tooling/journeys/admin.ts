import { expect, type Page } from '@playwright/test'
import { addCommunity, addReport, type Backend, removeAddedCommunities } from './demo-rows.ts'
import {
  anyOf,
  button,
  clearCache,
  current,
  dialog,
  type Journey,
  navigate,
  nextNumber,
  openStaticFile,
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
    act: (page) => navigate(page, '/admin'),
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
      await openCommunity(page, backend, 'Undone')
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
    name: 'resolving reports',
    account: 'admin@example.com',
    open: async (page, backend) => {
      current.value = uniqueName('Reported')
      // Reports are last in the queue: pending communities could fill its first page.
      await removeAddedCommunities(backend)
      const id = await addCommunity(backend, { name: current.value, status: 'approved' })
      await addReport(backend, id, { reason: 'spam' })
      await visit(page, '/admin?view=queue&as=list')
    },
    act: async (page) => {
      await button(page, new RegExp(`^${current.value}`)).click()
      await button(page, /^Resolve/).click()
    },
    success: (page) => page.getByText('Reports resolved successfully').last(),
    failure: anyOf('Failed to resolve reports', 'Error loading communities', "Couldn't load"),
  },
  {
    name: 'opening the history',
    account: 'admin@example.com',
    open: async (page) => {
      await visitUncached(page, smallTable)
      await expect(page.getByRole('table')).toBeVisible()
    },
    act: (page) => button(page, 'Activity').click(),
    success: (page) => dialog(page).getByRole('listitem').first(),
    failure: anyOf('Error loading the history'),
  },
  {
    name: 'exporting',
    account: 'admin@example.com',
    open: async (page) => {
      await visit(page, smallTable)
      await expect(page.getByRole('table')).toBeVisible()
    },
    act: (page) => button(page, /^Export/).click(),
    success: (page) => page.getByText('Exported communities as CSV').last(),
    failure: anyOf('Failed to export communities'),
    hasNoRetry: true,
  },
  {
    name: 'loading the admin page in a new tab',
    account: 'admin@example.com',
    open: openStaticFile,
    act: (page) => page.goto('/admin'),
    success: (page) => page.getByRole('main').filter({ has: page.getByRole('table') }),
    // A failed check of the admin role leads home without a message.
    failure: anyOf('Error loading communities', 'Back Soon'),
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
  {
    name: 'deleting a user',
    account: 'admin@example.com',
    open: async (page, backend) => {
      current.value = uniqueName('Deleted user')
      const id = crypto.randomUUID()
      await backend.connection.driver.query(
        `insert into auth.users (id, email, raw_user_meta_data, created_at, updated_at)
         values ($1, $2, $3, now(), now())`,
        [id, `${id}@example.com`, JSON.stringify({ name: current.value })],
      )
      await visit(page, `/admin?tab=users&q=${encodeURIComponent(current.value)}`)
      await button(page, `Delete ${current.value}`).click()
    },
    act: (page) => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click(),
    success: (page) => page.getByText('User deleted successfully').last(),
    failure: anyOf('Failed to delete user', 'Failed to fetch users'),
  },
]

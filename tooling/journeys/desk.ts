import { expect, type Page } from '@playwright/test'
import { addCommunity, addReport, type Backend, removeWaiting } from './demo-rows.ts'
import {
  button,
  dialog,
  either,
  follow,
  forget,
  type Journey,
  rest,
  run,
  unique,
  visit,
  visitAnew,
} from './journey.ts'

/** The communities of one country: a table of all takes longer to come than most journeys from it. */
export const aFew = '/admin?country=Indonesia'

/** Opens the communities with a community of this run alone on view. */
const openDesk = async (page: Page, backend: Backend, name: string) => {
  run.current = unique(name)
  await addCommunity(backend, { name: run.current })
  await visit(page, `/admin?q=${encodeURIComponent(run.current)}`)
  await expect(button(page, `Approve ${run.current}`)).toBeVisible()
}

export const deskJourneys: readonly Journey[] = [
  {
    name: 'loading the communities of all',
    as: 'admin@example.com',
    open: forget,
    act: (page) => follow(page, '/admin'),
    done: (page) =>
      page
        .getByRole('main')
        .filter({ has: page.getByRole('table') })
        .filter({ hasText: /Pending\s*\d/ }),
    says: either('Error loading communities', "Couldn't load the totals"),
  },
  {
    name: 'approving',
    as: 'admin@example.com',
    open: (page, backend) => openDesk(page, backend, 'Approved'),
    act: (page) => button(page, `Approve ${run.current}`).click(),
    done: (page) => page.getByText('Community approved successfully').last(),
    says: either('Failed to approve community', 'Error loading communities'),
  },
  {
    name: 'undoing a decision',
    as: 'admin@example.com',
    open: async (page, backend) => {
      await openDesk(page, backend, 'Undone')
      await button(page, `Approve ${run.current}`).click()
      await expect(button(page, /^Undo/)).toBeVisible()
    },
    act: (page) => button(page, /^Undo/).click(),
    done: (page) => page.getByText('Decision undone').last(),
    says: either('Failed to undo', 'Error loading communities'),
  },
  {
    name: 'rejecting',
    as: 'admin@example.com',
    open: async (page, backend) => {
      await openDesk(page, backend, 'Rejected')
      await button(page, `Reject ${run.current}`).click()
      await dialog(page)
        .getByRole('textbox', { name: /^Reason/ })
        .fill('Said with care.')
    },
    act: (page) => dialog(page).getByRole('button', { name: 'Reject', exact: true }).click(),
    done: (page) => page.getByText('Community rejected successfully').last(),
    says: either('Failed to reject community', 'Error loading communities'),
    kept: (page) =>
      expect(dialog(page).getByRole('textbox', { name: /^Reason/ })).toHaveValue('Said with care.'),
  },
  {
    name: 'working off the queue',
    as: 'admin@example.com',
    open: async (page, backend) => {
      run.current = unique('Waiting')
      await addCommunity(backend, { name: run.current, createdAt: '2003-01-01T00:00:00Z' })
      await forget(page)
    },
    act: (page) => follow(page, '/admin?view=queue'),
    done: (page) =>
      page
        .getByRole('main')
        .filter({ has: page.getByRole('toolbar') })
        .filter({ hasText: /\d+ communities/ }),
    says: either('Error loading communities', "Couldn't load", "Couldn't check whether"),
  },
  {
    name: 'resolving reports',
    as: 'admin@example.com',
    open: async (page, backend) => {
      run.current = unique('Complained of')
      // Reports wait behind whatever is pending, and the queue has pages.
      await removeWaiting(backend)
      const id = await addCommunity(backend, { name: run.current, status: 'approved' })
      await addReport(backend, id, { reason: 'spam' })
      await visit(page, '/admin?view=queue&as=list')
    },
    act: async (page) => {
      await button(page, new RegExp(`^${run.current}`)).click()
      await button(page, /^Resolve/).click()
    },
    done: (page) => page.getByText('Reports resolved successfully').last(),
    says: either('Failed to resolve reports', 'Error loading communities', "Couldn't load"),
  },
  {
    name: 'looking at the history',
    as: 'admin@example.com',
    open: async (page) => {
      await visitAnew(page, aFew)
      await expect(page.getByRole('table')).toBeVisible()
    },
    act: (page) => button(page, 'Activity').click(),
    done: (page) => dialog(page).getByRole('listitem').first(),
    says: either('Error loading the history'),
  },
  {
    name: 'exporting',
    as: 'admin@example.com',
    open: async (page) => {
      await visit(page, aFew)
      await expect(page.getByRole('table')).toBeVisible()
    },
    act: (page) => button(page, /^Export/).click(),
    done: (page) => page.getByText('Exported communities as CSV').last(),
    says: either('Failed to export communities'),
    hasNoRetry: true,
  },
  {
    name: 'opening the admin page first',
    as: 'admin@example.com',
    open: rest,
    act: (page) => page.goto('/admin'),
    done: (page) => page.getByRole('main').filter({ has: page.getByRole('table') }),
    // A check of the admin role that fails leads home without a word.
    says: either('Error loading communities', 'Back Soon'),
  },
]

import { fileURLToPath } from 'node:url'
import { type Locator, type Page, expect } from '@playwright/test'
import { type Backend, addListing } from '../backend.ts'
import { signIn } from '../sign-in.ts'
import { serviceWords } from './faults.ts'

/** Something a person does in one go, from where the page makes its calls to where it is done. */
export interface Journey {
  name: string
  as?: 'luca@example.com' | 'admin@example.com'
  /** Brings the page to just before the calls. */
  open: (page: Page, backend: Backend) => Promise<unknown>
  act: (page: Page) => Promise<unknown>
  /** On view once it worked. */
  done: (page: Page) => Locator
  /** What the specification has the page say when it did not. */
  says: RegExp
  /** What was typed is still there. */
  kept?: (page: Page) => Promise<unknown>
  /** A read that is asked for with a button, and once more with the same. */
  hasNoRetry?: boolean
}

const photo = fileURLToPath(new URL('../../fixtures/phone-photo.jpg', import.meta.url))

/** Sentences for what the service said, in the dialogs that show them. */
const reasons =
  'could not reach the service|service had a problem|session has ended|Too many attempts|do not have permission'
const either = (...messages: string[]) => new RegExp([...messages, reasons, serviceWords].join('|'))

let count = 0
/** A name that no other run has used. */
const unique = (name: string) => `${name} ${(count += 1)}`
let current = ''

const button = (page: Page, name: string | RegExp, exact = true) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact } : { name })
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))
const toProfile = async (page: Page) => {
  await page.goto('/profile')
  await expect(button(page, 'Edit Rooftop Hours Zürich')).toBeVisible()
  await expect(button(page, 'Edit Profile')).toBeVisible()
}
const signOut = async (page: Page) => {
  await page.goto('/privacy')
  await page.evaluate(() => localStorage.clear())
  await page.goto('/')
  await button(page, 'Sign in').click()
}
const accountMenu = (page: Page) => button(page, /^Account menu/)

/** Opens the communities with a listing of this run alone on view. */
const openDesk = async (page: Page, backend: Backend, name: string) => {
  current = unique(name)
  await addListing(backend, { name: current })
  await page.goto(`/admin?q=${encodeURIComponent(current)}`)
  await expect(button(page, `Approve ${current}`)).toBeVisible()
}

export const journeys: readonly Journey[] = [
  {
    name: 'creating an account',
    open: async (page) => {
      await signOut(page)
      await button(page, 'Create an account').click()
      current = `person-${(count += 1)}@example.com`
      await dialog(page).getByLabel('Name').fill('Somebody')
      await dialog(page).getByLabel('Email').fill(current)
      await dialog(page).getByLabel('Password', { exact: true }).fill('correct-horse-7')
    },
    act: (page) => button(page, 'Create account').click(),
    done: accountMenu,
    says: either('could not create your account'),
    kept: (page) => expect(dialog(page).getByLabel('Email')).toHaveValue(current),
  },
  {
    name: 'signing in',
    open: async (page) => {
      await signOut(page)
      await dialog(page).getByLabel('Email').fill('mei@example.com')
      await dialog(page).getByLabel('Password', { exact: true }).fill('travel-together')
    },
    act: (page) => dialog(page).getByRole('button', { name: 'Sign in', exact: true }).click(),
    done: accountMenu,
    says: either('could not sign you in'),
    kept: (page) => expect(dialog(page).getByLabel('Email')).toHaveValue('mei@example.com'),
  },
  {
    name: 'asking for a new password',
    open: async (page) => {
      await signOut(page)
      await button(page, /forgot/i).click()
      await dialog(page).getByLabel('Email').fill('mei@example.com')
    },
    act: (page) => button(page, 'Send the link').click(),
    done: (page) => dialog(page).getByText(/we have sent a link/),
    says: either('could not send the link'),
    kept: (page) => expect(dialog(page).getByLabel('Email')).toHaveValue('mei@example.com'),
  },
  {
    name: 'loading the profile',
    as: 'luca@example.com',
    open: (page) => page.goto('/privacy'),
    act: (page) => page.goto('/profile'),
    done: (page) =>
      page
        .getByRole('main')
        .filter({ has: button(page, 'Edit Rooftop Hours Zürich') })
        .filter({ hasText: '+41 76 555' }),
    says: either('Error loading communities', 'Error loading profile'),
  },
  {
    name: 'saving the profile',
    as: 'luca@example.com',
    open: async (page) => {
      await toProfile(page)
      await button(page, 'Edit Profile').click()
      current = `+41 76 555 ${String((count += 1)).padStart(4, '0')}`
      await page.getByLabel('Phone').fill(current)
    },
    act: (page) => button(page, 'Save Changes').click(),
    done: (page) => page.getByRole('definition').filter({ hasText: current }),
    says: either('Error updating profile'),
    kept: (page) => expect(page.getByLabel('Phone')).toHaveValue(current),
  },
  {
    name: 'listing a community',
    as: 'luca@example.com',
    open: async (page) => {
      await page.goto('/?list=new')
      current = unique('Listed')
      const form = dialog(page)
      await form.getByLabel('Community Name').fill(current)
      await form.getByLabel('Description').fill('Typed with care.')
      await form.getByLabel('Location').selectOption('Bali')
      await form.getByLabel('Category').selectOption('Culture')
      await form.getByLabel('Current Member Count').fill('7')
      const code = crypto.randomUUID().replaceAll('-', '').slice(0, 22)
      await form.getByLabel('WhatsApp Link').fill(`https://chat.whatsapp.com/${code}`)
      await form.getByRole('button', { name: 'Use a stock photo' }).click()
      await form.getByRole('button', { name: 'Add Group' }).click()
      await form.getByLabel(/^Group name/).fill('Early birds')
      await form.getByRole('checkbox').check()
    },
    act: (page) => button(page, 'Submit for review').click(),
    done: (page) => page.getByRole('listitem').filter({ hasText: current }),
    says: either('Failed to submit community', 'Error loading communities'),
    kept: (page) => expect(dialog(page).getByLabel('Description')).toHaveValue('Typed with care.'),
  },
  {
    name: 'uploading a picture',
    as: 'luca@example.com',
    open: async (page) => {
      await page.goto('/?list=new')
      await dialog(page).getByLabel('Community Name').fill('Typed before')
    },
    act: (page) => dialog(page).locator('input[type=file]').setInputFiles(photo),
    done: (page) => dialog(page).getByText(/^Image compressed to/),
    says: either('Failed to upload image'),
    kept: (page) => expect(dialog(page).getByLabel('Community Name')).toHaveValue('Typed before'),
  },
  {
    name: 'opening a listing to edit it',
    as: 'luca@example.com',
    open: toProfile,
    act: (page) => button(page, 'Edit Zürich Lake Swimmers').click(),
    done: (page) => dialog(page).getByRole('button', { name: 'Add Group' }),
    says: either('Failed to load groups'),
  },
  {
    name: 'saving a listing',
    as: 'luca@example.com',
    open: async (page) => {
      await toProfile(page)
      await button(page, 'Edit Rooftop Hours Zürich').click()
      await expect(dialog(page).getByRole('button', { name: 'Add Group' })).toBeVisible()
      count += 1
      await dialog(page)
        .getByLabel('Current Member Count')
        .fill(String(1000 + count))
    },
    act: (page) => dialog(page).getByRole('button', { name: 'Save Changes' }).click(),
    done: (page) => page.getByText(`${(1000 + count).toLocaleString('en')} members`).last(),
    says: either('Failed to update community', 'Error loading communities'),
    kept: (page) =>
      expect(dialog(page).getByLabel('Current Member Count')).toHaveValue(String(1000 + count)),
  },
  {
    name: 'withdrawing changes',
    as: 'luca@example.com',
    open: async (page, backend) => {
      await backend.connection.driver.query(`delete from public.communities where name = 'Held'`)
      await addListing(backend, { name: 'Held', status: 'approved', held: { name: 'Held anew' } })
      await page.goto('/profile')
      await expect(page.getByRole('heading', { name: 'Held anew' })).toBeVisible()
    },
    act: (page) =>
      page
        .getByRole('listitem')
        .filter({ hasText: 'Held anew' })
        .getByRole('button', { name: 'Withdraw' })
        .click(),
    done: (page) => page.getByText('Your changes are withdrawn').last(),
    says: either('Error updating community', 'Error loading communities'),
  },
  {
    name: 'deleting a listing',
    as: 'luca@example.com',
    open: async (page, backend) => {
      current = unique('Deleted')
      await addListing(backend, { name: current })
      await toProfile(page)
      await button(page, `Delete ${current}`).click()
    },
    act: (page) => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click(),
    done: (page) => page.getByText('Community deleted successfully'),
    says: either('Error deleting community', 'Error loading communities'),
  },
  {
    name: 'loading the communities of all',
    as: 'admin@example.com',
    open: (page) => page.goto('/privacy'),
    act: (page) => page.goto('/admin'),
    done: (page) =>
      page
        .getByRole('main')
        .filter({ has: page.getByRole('table') })
        .filter({ hasText: /Pending\s*\d/ }),
    // A check of the admin role that fails leads home without a word.
    says: either('Error loading communities', 'Back Soon'),
  },
  {
    name: 'loading the users',
    as: 'admin@example.com',
    open: async (page) => {
      await page.goto('/admin')
      await expect(page.getByRole('table')).toBeVisible()
    },
    act: (page) => page.getByRole('tab', { name: /^Users/ }).click(),
    done: (page) => page.getByRole('table', { name: 'Users' }).getByText('mei@example.com'),
    says: either('Failed to fetch users', 'Error loading profiles'),
  },
  {
    name: 'approving',
    as: 'admin@example.com',
    open: (page, backend) => openDesk(page, backend, 'Approved'),
    act: (page) => button(page, `Approve ${current}`).click(),
    done: (page) => page.getByText('Community approved successfully').last(),
    says: either('Failed to approve community', 'Error loading communities'),
  },
  {
    name: 'undoing a decision',
    as: 'admin@example.com',
    open: async (page, backend) => {
      await openDesk(page, backend, 'Undone')
      await button(page, `Approve ${current}`).click()
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
      await button(page, `Reject ${current}`).click()
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
      current = unique('Waiting')
      await addListing(backend, { name: current, createdAt: '2003-01-01T00:00:00Z' })
      await page.goto('/privacy')
    },
    act: (page) => page.goto('/admin?view=queue'),
    done: (page) =>
      page
        .getByRole('main')
        .filter({ has: page.getByRole('toolbar') })
        .filter({ hasText: /\d+ listings/ }),
    says: either(
      'Error loading communities',
      'could not be loaded',
      'could not check whether',
      'Back Soon',
    ),
  },
  {
    name: 'looking at the history',
    as: 'admin@example.com',
    open: async (page) => {
      await page.goto('/admin')
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
      await page.goto('/admin?country=Indonesia')
      await expect(page.getByRole('table')).toBeVisible()
    },
    act: (page) => button(page, /^Export/).click(),
    done: (page) => page.getByText('Exported communities as CSV').last(),
    says: either('Failed to export communities'),
    hasNoRetry: true,
  },
  {
    name: 'changing credits',
    as: 'admin@example.com',
    open: async (page) => {
      await page.goto('/admin?tab=users')
      await button(page, 'Mei Tanaka').click()
      count += 1
      await dialog(page)
        .getByLabel('Credits')
        .fill(String(100 + count))
    },
    act: (page) => dialog(page).getByRole('button', { name: 'Save Changes' }).click(),
    done: (page) => page.getByRole('table').getByText(String(100 + count)),
    says: either('Failed to update profile', 'Failed to fetch users'),
    kept: (page) => expect(dialog(page).getByLabel('Credits')).toHaveValue(String(100 + count)),
  },
  {
    name: 'deleting a user',
    as: 'admin@example.com',
    open: async (page, backend) => {
      current = unique('Leaver')
      const id = crypto.randomUUID()
      await backend.connection.driver.query(
        `insert into auth.users (id, email, raw_user_meta_data, created_at, updated_at)
         values ($1, $2, $3, now(), now())`,
        [id, `${id}@example.com`, JSON.stringify({ name: current })],
      )
      await page.goto(`/admin?tab=users&q=${encodeURIComponent(current)}`)
      await button(page, `Delete ${current}`).click()
    },
    act: (page) => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click(),
    done: (page) => page.getByText('User deleted successfully').last(),
    says: either('Failed to delete user', 'Failed to fetch users'),
  },
  {
    name: 'signing out',
    as: 'luca@example.com',
    open: async (page) => {
      await page.goto('/profile')
      const menu = accountMenu(page)
      const asked = page.getByRole('dialog', { name: 'Sign in' })
      await expect(asked.or(menu)).toBeVisible()
      if (await asked.isVisible()) await signIn(page, 'luca@example.com')
      await menu.click()
    },
    act: (page) => page.getByRole('menuitem', { name: 'Sign out' }).click(),
    // Here it succeeds in every case; that the service was not reached is said besides.
    done: (page) => page.getByRole('banner').getByRole('button', { name: 'Sign in' }),
    says: either('You are signed out here'),
  },
]

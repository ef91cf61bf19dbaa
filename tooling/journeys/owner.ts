import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { addCommunity } from './demo-rows.ts'
import {
  button,
  dialog,
  either,
  type Journey,
  next,
  rest,
  run,
  unique,
  visit,
  visitAnew,
} from './journey.ts'

const photo = fileURLToPath(new URL('../../tests/fixtures/phone-photo.jpg', import.meta.url))

const toProfile = async (page: Page) => {
  await visit(page, '/profile')
  await expect(button(page, 'Edit Rooftop Hours Zürich')).toBeVisible()
  await expect(button(page, 'Edit Profile')).toBeVisible()
}

export const ownerJourneys: readonly Journey[] = [
  {
    name: 'loading the profile',
    as: 'luca@example.com',
    open: rest,
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
      run.current = `+41 76 555 ${String(next()).padStart(4, '0')}`
      await page.getByLabel('Phone').fill(run.current)
    },
    act: (page) => button(page, 'Save Changes').click(),
    done: (page) => page.getByRole('definition').filter({ hasText: run.current }),
    says: either('Error updating profile'),
    kept: (page) => expect(page.getByLabel('Phone')).toHaveValue(run.current),
  },
  {
    name: 'listing a community',
    as: 'luca@example.com',
    open: async (page) => {
      await visit(page, '/?list=new')
      run.current = unique('Listed')
      const form = dialog(page)
      await form.getByLabel('Community Name').fill(run.current)
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
    done: (page) => page.getByRole('listitem').filter({ hasText: run.current }),
    says: either('Failed to submit community', 'Error loading communities'),
    kept: (page) => expect(dialog(page).getByLabel('Description')).toHaveValue('Typed with care.'),
  },
  {
    name: 'uploading an image',
    as: 'luca@example.com',
    open: async (page) => {
      await visit(page, '/?list=new')
      await dialog(page).getByLabel('Community Name').fill('Typed before')
    },
    act: (page) => dialog(page).locator('input[type=file]').setInputFiles(photo),
    done: (page) => dialog(page).getByText(/^Image compressed to/),
    says: either('Failed to upload image'),
    kept: (page) => expect(dialog(page).getByLabel('Community Name')).toHaveValue('Typed before'),
  },
  {
    name: 'opening a community to edit it',
    as: 'luca@example.com',
    open: async (page) => {
      await visitAnew(page, '/profile')
      await expect(button(page, 'Edit Zürich Lake Swimmers')).toBeVisible()
    },
    act: (page) => button(page, 'Edit Zürich Lake Swimmers').click(),
    done: (page) => dialog(page).getByRole('button', { name: 'Add Group' }),
    says: either('Failed to load groups'),
  },
  {
    name: 'saving a community',
    as: 'luca@example.com',
    open: async (page) => {
      await toProfile(page)
      await button(page, 'Edit Rooftop Hours Zürich').click()
      await expect(dialog(page).getByRole('button', { name: 'Add Group' })).toBeVisible()
      next()
      await dialog(page)
        .getByLabel('Current Member Count')
        .fill(String(1000 + run.count))
    },
    act: (page) => dialog(page).getByRole('button', { name: 'Save Changes' }).click(),
    done: (page) => page.getByText(`${(1000 + run.count).toLocaleString('en')} members`).last(),
    says: either('Failed to update community', 'Error loading communities'),
    kept: (page) =>
      expect(dialog(page).getByLabel('Current Member Count')).toHaveValue(String(1000 + run.count)),
  },
  {
    name: 'withdrawing changes',
    as: 'luca@example.com',
    open: async (page, backend) => {
      await backend.connection.driver.query(`delete from public.communities where name = 'Held'`)
      await addCommunity(backend, { name: 'Held', status: 'approved', held: { name: 'Held anew' } })
      await visit(page, '/profile')
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
    name: 'deleting a community',
    as: 'luca@example.com',
    open: async (page, backend) => {
      run.current = unique('Deleted')
      await addCommunity(backend, { name: run.current })
      await toProfile(page)
      await button(page, `Delete ${run.current}`).click()
    },
    act: (page) => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click(),
    done: (page) => page.getByText('Community deleted successfully'),
    says: either('Error deleting community', 'Error loading communities'),
  },
  {
    name: 'switching emails off',
    as: 'luca@example.com',
    open: async (page, backend) => {
      await backend.connection.driver.query(
        `update public.profiles set wants_decision_emails = true where email = 'luca@example.com'`,
      )
      // Loaded anew: the header keeps the profile, wherever one goes.
      await page.goto('/profile')
    },
    act: (page) => page.getByRole('switch', { name: 'My communities' }).click(),
    done: (page) => page.locator('[role=switch][aria-checked=false][aria-busy=false]'),
    says: either('Error updating profile'),
    kept: (page) => expect(page.getByRole('switch', { name: 'My communities' })).toBeChecked(),
  },
  {
    name: 'downloading what is kept about oneself',
    as: 'luca@example.com',
    open: toProfile,
    act: (page) => button(page, 'Download my data').click(),
    done: (page) => page.getByText('Your data was downloaded').last(),
    says: either('Failed to download your data'),
    hasNoRetry: true,
  },
]

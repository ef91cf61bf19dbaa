import { expect } from '@playwright/test'
import { aFew } from './desk.ts'
import {
  button,
  dialog,
  either,
  type Journey,
  next,
  run,
  unique,
  visit,
  visitAnew,
} from './journey.ts'

export const userJourneys: readonly Journey[] = [
  {
    name: 'loading the users',
    as: 'admin@example.com',
    open: async (page) => {
      await visitAnew(page, aFew)
      await expect(page.getByRole('table')).toBeVisible()
    },
    act: (page) => page.getByRole('tab', { name: /^Users/ }).click(),
    done: (page) => page.getByRole('table', { name: 'Users' }).getByText('mei@example.com'),
    says: either('Failed to fetch users', 'Error loading profiles'),
  },
  {
    name: 'changing credits',
    as: 'admin@example.com',
    open: async (page) => {
      await visit(page, '/admin?tab=users')
      await button(page, 'Mei Tanaka').click()
      next()
      await dialog(page)
        .getByLabel('Credits')
        .fill(String(100 + run.count))
    },
    act: (page) => dialog(page).getByRole('button', { name: 'Save Changes' }).click(),
    done: (page) => page.getByRole('table').getByText(String(100 + run.count)),
    says: either('Failed to update profile', 'Failed to fetch users'),
    kept: (page) => expect(dialog(page).getByLabel('Credits')).toHaveValue(String(100 + run.count)),
  },
  {
    name: 'deleting a user',
    as: 'admin@example.com',
    open: async (page, backend) => {
      run.current = unique('Leaver')
      const id = crypto.randomUUID()
      await backend.connection.driver.query(
        `insert into auth.users (id, email, raw_user_meta_data, created_at, updated_at)
         values ($1, $2, $3, now(), now())`,
        [id, `${id}@example.com`, JSON.stringify({ name: run.current })],
      )
      await visit(page, `/admin?tab=users&q=${encodeURIComponent(run.current)}`)
      await button(page, `Delete ${run.current}`).click()
    },
    act: (page) => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click(),
    done: (page) => page.getByText('User deleted successfully').last(),
    says: either('Failed to delete user', 'Failed to fetch users'),
  },
]

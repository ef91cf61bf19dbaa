import { expect, type Page } from '@playwright/test'
import {
  anyOf,
  button,
  current,
  dialog,
  type Journey,
  uniqueName,
  visit,
  visitUncached,
} from './journey.ts'

const table = '/admin?country=Indonesia'

async function openPlaces(page: Page) {
  await visit(page, table)
  await button(page, 'Places').click()
  await expect(button(page, 'Edit Bali')).toBeVisible()
}

const form = (page: Page) => page.getByRole('dialog', { name: 'Add place' })

/** The journeys of admins who manage places. */
export const placeJourneys: readonly Journey[] = [
  {
    name: 'loading places',
    account: 'admin@example.com',
    open: async (page) => {
      await visitUncached(page, table)
      await expect(page.getByRole('table')).toBeVisible()
    },
    act: (page) => button(page, 'Places').click(),
    success: (page) => button(page, 'Edit Bali'),
    failure: anyOf('Error loading places'),
  },
  {
    name: 'adding a place',
    account: 'admin@example.com',
    open: async (page, backend) => {
      // More than twelve places would change the form of owners in the tests that follow.
      await backend.connection.driver.query(`delete from public.places where name like 'Isla %'`)
      await openPlaces(page)
      await button(page, 'Add place').click()
      current.value = uniqueName('Isla')
      await form(page).getByRole('textbox', { name: 'Name', exact: true }).fill(current.value)
      await form(page).getByRole('combobox', { name: 'Country' }).selectOption('Spain')
      await form(page).getByRole('textbox', { name: 'Latitude' }).fill('28.5')
      await form(page).getByRole('textbox', { name: 'Longitude' }).fill('-16.3')
    },
    act: (page) => form(page).getByRole('button', { name: 'Add place' }).click(),
    success: (page) => page.getByText(`${current.value} added`),
    failure: anyOf('Failed to add place'),
    expectInputKept: (page) =>
      expect(form(page).getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
        current.value,
      ),
  },
  {
    name: 'merging places',
    account: 'admin@example.com',
    open: async (page, backend) => {
      current.value = uniqueName('Merged')
      await backend.connection.driver.query(
        `insert into public.places (name, country, country_code, latitude, longitude)
         values ($1, 'Andorra', 'AD', 42.5, 1.5)`,
        [current.value],
      )
      await visitUncached(page, table)
      await button(page, 'Places').click()
      await button(page, new RegExp(`^Merge ${current.value}`)).click()
      await dialog(page).getByLabel('Keep this place').selectOption('Medellín')
    },
    act: (page) => button(page, 'Merge into Medellín').click(),
    success: (page) => page.getByText(`${current.value} merged into Medellín`),
    failure: anyOf('Failed to merge places'),
  },
]

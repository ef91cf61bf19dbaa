import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { addCommunity } from './demo-rows.ts'
import { fillCommunity, fillFirstSteps } from './fill-community.ts'
import {
  anyOf,
  button,
  chooseInRow,
  current,
  dialog,
  type Journey,
  nextNumber,
  openStaticFile,
  uniqueName,
  visit,
  visitUncached,
} from './journey.ts'

const photo = fileURLToPath(new URL('../../tests/fixtures/phone-photo.jpg', import.meta.url))

const openProfile = async (page: Page) => {
  await visit(page, '/profile')
  await expect(button(page, 'Edit Rooftop Hours Zürich')).toBeVisible()
}

export const ownerJourneys: readonly Journey[] = [
  {
    name: 'loading the profile',
    account: 'luca@example.com',
    open: openStaticFile,
    act: (page) => page.goto('/profile'),
    success: (page) => button(page, 'Edit Rooftop Hours Zürich'),
    failure: anyOf('Error loading communities'),
  },
  {
    name: 'loading the settings',
    account: 'luca@example.com',
    open: openStaticFile,
    act: (page) => page.goto('/profile?section=settings'),
    success: (page) => page.getByRole('definition').filter({ hasText: '+41 76 555' }),
    failure: anyOf('Error loading profile'),
  },
  {
    name: 'saving the profile',
    account: 'luca@example.com',
    open: async (page) => {
      await visit(page, '/profile?section=settings')
      await button(page, 'Edit Profile').click()
      current.value = `+41 76 555 ${String(nextNumber()).padStart(4, '0')}`
      await page.getByLabel('Phone').fill(current.value)
    },
    act: (page) => button(page, 'Save Changes').click(),
    success: (page) => page.getByRole('definition').filter({ hasText: current.value }),
    failure: anyOf('Error updating profile'),
    expectInputKept: (page) => expect(page.getByLabel('Phone')).toHaveValue(current.value),
  },
  {
    name: 'listing a community',
    account: 'luca@example.com',
    open: async (page) => {
      await visit(page, '/?list=new')
      current.value = uniqueName('Listed')
      const form = dialog(page)
      await fillCommunity(form, { name: current.value })
      await form.getByRole('button', { name: 'Add Group' }).click()
      await form.getByLabel(/^Group name/).fill('Early birds')
    },
    act: (page) => button(page, 'Submit for review').click(),
    success: (page) => page.getByRole('listitem').filter({ hasText: current.value }),
    failure: anyOf('Failed to submit community', 'Error loading communities'),
    expectInputKept: (page) =>
      expect(dialog(page).getByLabel('Current Member Count')).toHaveValue('7'),
  },
  {
    name: 'uploading an image',
    account: 'luca@example.com',
    open: async (page) => {
      await visit(page, '/?list=new')
      await dialog(page)
        .getByRole('group', { name: /Step \d of 3/ })
        .waitFor()
      // The draft of the attempt before opens at its last step.
      const startOver = button(page, 'Start over')
      if (await startOver.isVisible()) await startOver.click()
      await fillFirstSteps(dialog(page), { name: 'Kept name' })
      await dialog(page).getByLabel('Current Member Count').fill('77')
    },
    act: (page) => dialog(page).locator('input[type=file]').setInputFiles(photo),
    success: (page) => dialog(page).getByText(/^Image compressed to/),
    failure: anyOf('Failed to upload image'),
    expectInputKept: (page) =>
      expect(dialog(page).getByLabel('Current Member Count')).toHaveValue('77'),
  },
  {
    name: 'opening a community to edit it',
    account: 'luca@example.com',
    open: async (page) => {
      await visitUncached(page, '/profile')
      await expect(button(page, 'Edit Zürich Lake Swimmers')).toBeVisible()
    },
    act: (page) => button(page, 'Edit Zürich Lake Swimmers').click(),
    success: (page) => dialog(page).getByRole('button', { name: 'Add Group' }),
    failure: anyOf('Failed to load groups'),
  },
  {
    name: 'saving a community',
    account: 'luca@example.com',
    open: async (page) => {
      await openProfile(page)
      await button(page, 'Edit Rooftop Hours Zürich').click()
      await expect(dialog(page).getByRole('button', { name: 'Add Group' })).toBeVisible()
      current.value = String(1000 + nextNumber())
      await dialog(page).getByLabel('Current Member Count').fill(current.value)
    },
    act: (page) => dialog(page).getByRole('button', { name: 'Save Changes' }).click(),
    // In the list, because the preview in the form shows the new number before it is saved.
    success: (page) =>
      page
        .getByRole('listitem')
        .filter({ hasText: `${Number(current.value).toLocaleString('en')} members` }),
    failure: anyOf('Failed to update community', 'Error loading communities', 'refresh this list'),
    expectInputKept: (page) =>
      expect(dialog(page).getByLabel('Current Member Count')).toHaveValue(current.value),
  },
  {
    name: 'withdrawing changes',
    account: 'luca@example.com',
    open: async (page, backend) => {
      // A unique name: a list that is still loading may have the community of an earlier run.
      current.value = uniqueName('Held')
      const newName = `${current.value} renamed`
      await addCommunity(backend, {
        name: current.value,
        status: 'approved',
        held: { name: newName },
      })
      await visit(page, '/profile')
      await page
        .getByRole('listitem')
        .filter({ hasText: newName })
        .getByRole('button', { name: /^Withdraw the changes to / })
        .click()
    },
    act: (page) => button(page, 'Withdraw changes').click(),
    success: (page) => page.getByText('Your changes are withdrawn').last(),
    failure: anyOf('Error updating community', 'Error loading communities', 'refresh this list'),
  },
  {
    name: 'deleting a community',
    account: 'luca@example.com',
    open: async (page, backend) => {
      current.value = uniqueName('Deleted')
      await addCommunity(backend, { name: current.value })
      await openProfile(page)
      await chooseInRow(page, current.value, 'Delete')
    },
    act: (page) => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click(),
    success: (page) => page.getByText('Community deleted successfully'),
    failure: anyOf('Error deleting community', 'Error loading communities', 'refresh this list'),
  },
]

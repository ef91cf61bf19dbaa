import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createUser } from '../support/users.ts'
import { fillForm, openDialog } from './community-dialog-app.tsx'

test('the preview shows the card as visitors will see it, while the form is edited', async () => {
  const view = await openDialog(await createUser())
  const preview = within(view.dialog.getByRole('region', { name: 'Preview' }))
  expect(preview.getByText('Name of your community')).toBeVisible()
  expect(preview.getByText('Location')).toBeVisible()

  await fillForm(view, {
    'Community Name': 'Dawn Patrol',
    Description: 'We surf before work.',
    Location: 'Bali',
    Category: 'Sports',
    'Current Member Count': '1234',
    'Join Type': 'request',
    'Language of the description': 'de',
  })
  expect(preview.getByRole('heading', { name: 'Dawn Patrol' })).toBeVisible()
  expect(preview.getByText('We surf before work.')).toBeVisible()
  expect(preview.getByText('Bali, Indonesia')).toBeVisible()
  expect(preview.getByText('German')).toBeVisible()
  expect(preview.getByRole('heading', { name: 'Dawn Patrol' })).toHaveAttribute('lang', 'de')
  expect(preview.getByText('Sports')).toBeVisible()
  expect(preview.getByText('1,234 members')).toBeVisible()
  expect(preview.getByText('Request to Join')).toBeVisible()
})

test('the preview shows a requested place instead of the location', async () => {
  const view = await openDialog(await createUser())
  const preview = within(view.dialog.getByRole('region', { name: 'Preview' }))
  await fillForm(view, {
    Location: 'My place is not listed',
    'Place and country': 'Lisbon, Portugal',
  })
  expect(preview.getByText('Lisbon, Portugal')).toBeVisible()
})

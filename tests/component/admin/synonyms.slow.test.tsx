import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createSecretClient } from '../../support/users.ts'
import { failRequests } from '../requests.ts'
import { expectFocusKept, openApp } from '../whole-app.tsx'
import { chooseTool } from './manage.ts'
import { admin } from './queue.ts'

const table = () => createSecretClient().from('synonyms')
// In no other synonyms.
const first = 'Zzyzx'
const readTerms = async () => {
  const { data } = await table().select('terms').contains('terms', [first]).throwOnError()
  return data.map(({ terms }) => terms)
}
const saveElsewhere = (terms: string[]) =>
  table().update({ terms }).contains('terms', [first]).throwOnError()
const deleteElsewhere = () => table().delete().contains('terms', [first]).throwOnError()
afterEach(deleteElsewhere)

const findDialog = async (name: string, role = 'dialog') =>
  within(await screen.findByRole(role, { name }))

async function openSynonyms() {
  const user = await openApp(admin, '/admin?view=all')
  await chooseTool(user, 'Synonyms')
  return { user, dialog: await findDialog('Synonyms') }
}

test('an admin pastes synonyms, and the form keeps them until they are valid and stored', async () => {
  const { user, dialog } = await openSynonyms()
  const add = dialog.getByRole('button', { name: 'Add synonyms' })
  await user.click(add)
  const form = await findDialog('Add synonyms')
  const field = form.getByRole('textbox')
  const submit = form.getByRole('button', { name: 'Add synonyms' })
  expect(field).toHaveFocus()
  await user.paste(`${first}, ,\n zzyzx `)
  await user.click(submit)
  expect(field).toHaveAccessibleDescription(/Please enter at least two different words/)
  await user.paste(',  Slow   road,\nslow-road,')
  const broken = failRequests(/synonyms\?/)
  await user.click(submit)
  expect(await form.findByText(/^Failed to add synonyms: The service had a problem/)).toBeVisible()
  expect(field).toHaveDisplayValue(/Slow {3}road/)
  broken.restore()
  await user.dblClick(submit)
  expect(await dialog.findByText(`Synonyms of ${first} added`)).toBeVisible()
  await waitFor(() => expect(add).toHaveFocus())
  expect(await readTerms()).toEqual([[first, 'Slow road']])
})

test('an edit never overwrites what another admin saved, and restores what they deleted', async () => {
  await table().insert({ terms: [first, 'mine'] })
  const { user, dialog } = await openSynonyms()
  await user.click(await dialog.findByRole('button', { name: `Edit synonyms of ${first}` }))
  const form = await findDialog('Edit synonyms')
  const field = form.getByRole('textbox')
  const submit = form.getByRole('button', { name: 'Save Changes' })
  await saveElsewhere([first, 'theirs'])
  await user.type(field, ', also mine')
  await user.click(submit)
  expect(await form.findByText(/Another admin has changed these synonyms/)).toBeVisible()
  expect(field).toHaveValue(`${first}, mine, also mine`)
  expect(await readTerms()).toEqual([[first, 'theirs']])
  await user.click(form.getByRole('button', { name: 'Load current version' }))
  await waitFor(() => expect(field).toHaveValue(`${first}, theirs`))
  await deleteElsewhere()
  await user.type(field, ', both')
  await user.click(submit)
  expect(await form.findByText(/deleted them. Save to add them again/)).toBeVisible()
  await user.click(submit)
  expect(await dialog.findByText(`Synonyms of ${first} saved`)).toBeVisible()
  expect(await readTerms()).toEqual([[first, 'theirs', 'both']])
})

test('an admin deletes only the version that they have read, and the activity lists it', async () => {
  await table().insert({ terms: [first, 'slow road'] })
  const { user, dialog } = await openSynonyms()
  await user.type(dialog.getByRole('searchbox'), 'SLÓW')
  expect(await dialog.findByText('1 group')).toBeVisible()
  const openDeletion = async () => {
    await user.click(dialog.getByRole('button', { name: `Delete synonyms of ${first}` }))
    const confirmation = await findDialog('Delete synonyms', 'alertdialog')
    const press = (name: string) => user.click(confirmation.getByRole('button', { name }))
    return { confirmation, press }
  }
  const { confirmation, press } = await openDeletion()
  await saveElsewhere([first, 'slow lane'])
  await press('Delete')
  expect(await confirmation.findByText(/changed or deleted them/)).toBeVisible()
  await press('Cancel')
  expect(await dialog.findByText(`${first}, slow lane`)).toBeVisible()
  await (await openDeletion()).press('Delete')
  expect(await dialog.findByText(`Synonyms of ${first} deleted`)).toBeVisible()
  expect(dialog.getByText('No synonyms found')).toBeVisible()
  await expectFocusKept(/Synonyms/)
  expect(await readTerms()).toEqual([])

  await user.keyboard('{Escape}')
  await chooseTool(user, 'Activity')
  const [deleted] = await (await findDialog('Activity')).findAllByRole('listitem')
  expect(deleted).toHaveTextContent(/Synonyms deleted by Site Admin.*Zzyzx, slow lane/)
})

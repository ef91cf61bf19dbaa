import { waitFor, within } from '@testing-library/react'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import {
  createApproved,
  createCommunity,
  filledForm,
  readCommunity,
} from '../support/communities.ts'
import { createUser, type TestUser } from '../support/users.ts'
import { fillForm, getField, openDialog } from './community-dialog-app.tsx'

let owner: TestUser
beforeAll(async () => {
  owner = await createUser()
})

type View = Awaited<ReturnType<typeof openDialog>>

const first = 'Language of the description'
const getOthers = ({ dialog }: View) => dialog.queryAllByLabelText(/^Another language/)

/** Returns the chosen codes, with '' for a select without a choice. */
const readCodes = (view: View) =>
  [getField(view, first), ...getOthers(view)].map((select) =>
    select instanceof HTMLSelectElement ? select.value : null,
  )

const save = ({ dialog, user }: View) =>
  user.click(dialog.getByRole('button', { name: 'Save Changes' }))

test('an owner chooses up to three languages, one after the other', async () => {
  // From before communities had languages.
  const [older] = await createApproved(owner, [{ languages: [] }])
  const community = await readCommunity(older?.id ?? '')
  const view = await openDialog(owner, { community })
  expect(getField(view, first)).toHaveAccessibleName(`${first} (optional)`)
  expect(readCodes(view)).toEqual([''])
  await fillForm(view, { [first]: 'de' })
  await fillForm(view, { 'Another language': 'en' })
  expect(readCodes(view)).toEqual(['de', 'en', ''])
  const [, third] = getOthers(view)
  if (!third) throw new Error('There is no third select')
  expect(within(third).queryByRole('option', { name: 'German' })).not.toBeInTheDocument()
  await view.user.selectOptions(third, 'pt')
  expect(readCodes(view)).toEqual(['de', 'en', 'pt'])
  await save(view)
  await waitFor(() => expect(view.events).toContain('saved'))
  expect((await readCommunity(community.id)).languages).toEqual(['de', 'en', 'pt'])
})

test('removing a language moves the next one up and keeps the focus', async () => {
  const community = await createCommunity(owner, { languages: ['de', 'en', 'pt'] })
  const view = await openDialog(owner, { community })
  await fillForm(view, { [first]: '' })
  expect(getField(view, first)).toHaveFocus()
  expect(readCodes(view)).toEqual(['en', 'pt', ''])
  await save(view)
  await waitFor(() => expect(view.events).toContain('saved'))
  expect((await readCommunity(community.id)).languages).toEqual(['en', 'pt'])
})

test("the browser's languages and English come first, the others by name", async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-CH', 'de', 'fr-CH'])
  onTestFinished(() => void vi.restoreAllMocks())
  const view = await openDialog(owner)
  const select = within(getField(view, first))
  const namesIn = (group: string) =>
    within(select.getByRole('group', { name: group }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
  expect(namesIn('Suggested')).toEqual(['German', 'French', 'English'])
  const others = namesIn('All languages')
  expect(others.slice(0, 3)).toEqual(['Abkhazian', 'Afar', 'Afrikaans'])
  expect(others).not.toContain('German')
})

test('the texts have the language of the description', async () => {
  const view = await openDialog(owner)
  expect(getField(view, 'Description')).not.toHaveAttribute('lang')
  await fillForm(view, { [first]: 'de' })
  expect(getField(view, 'Description')).toHaveAttribute('lang', 'de')
})

test('a new community in the open directory needs a language', async () => {
  vi.stubEnv('VITE_DIRECTORY', 'live')
  onTestFinished(() => void vi.stubEnv('VITE_DIRECTORY', ''))
  const view = await openDialog(owner)
  expect(getField(view, first)).toHaveAccessibleName(first)
  expect(getField(view, first)).toBeRequired()
  await view.user.click(view.dialog.getByRole('button', { name: 'Submit for review' }))
  await waitFor(() =>
    expect(getField(view, first)).toHaveAccessibleDescription(
      'Please choose at least one language',
    ),
  )
})

test('an error of the database appears at the field', async () => {
  const view = await openDialog(owner)
  const { name, description, location, category, whatsapp_link } = filledForm()
  await fillForm(view, {
    'Community Name': name,
    Description: description,
    Location: location,
    Category: category,
    'WhatsApp Link': whatsapp_link,
  })
  await view.user.click(view.dialog.getByRole('button', { name: 'Use a stock photo' }))
  await view.user.click(view.dialog.getByRole('checkbox'))
  // The tests' database is open to visitors, unlike this build: only the database requires a language.
  await view.user.click(view.dialog.getByRole('button', { name: 'Submit for review' }))
  await waitFor(() =>
    expect(getField(view, first)).toHaveAccessibleDescription(
      'Please choose at least one language',
    ),
  )
  expect(getField(view, first)).toHaveFocus()
  expect(view.events).toEqual([])
})

import { waitFor, within } from '@testing-library/react'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createApproved, newInviteLink, readCommunity } from '../support/communities.ts'
import { createUser, type TestUser } from '../support/users.ts'
import { fillForm, getField, openDialog, openStepOf } from './community-dialog-app.tsx'

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

test('an owner chooses and removes up to three languages; the first one is that of the texts', async () => {
  // From before communities had languages.
  const [older] = await createApproved(owner, [{ languages: [] }])
  const community = await readCommunity(older?.id ?? '')
  const view = await openDialog(owner, { community })
  expect(getField(view, first)).toHaveAccessibleName(`${first} (optional)`)
  expect(readCodes(view)).toEqual([''])
  expect(getField(view, 'Description')).not.toHaveAttribute('lang')
  await fillForm(view, { [first]: 'de' })
  expect(getField(view, 'Description')).toHaveAttribute('lang', 'de')
  await fillForm(view, { 'Another language': 'en' })
  expect(readCodes(view)).toEqual(['de', 'en', ''])
  const [, third] = getOthers(view)
  if (!third) throw new Error('There is no third select')
  expect(within(third).queryByRole('option', { name: 'German' })).not.toBeInTheDocument()
  await view.user.selectOptions(third, 'pt')
  expect(readCodes(view)).toEqual(['de', 'en', 'pt'])

  // The next one moves up.
  await fillForm(view, { [first]: '' })
  expect(getField(view, first)).toHaveFocus()
  expect(readCodes(view)).toEqual(['en', 'pt', ''])
  await save(view)
  await waitFor(() => expect(view.events).toContain('saved'))
  expect((await readCommunity(community.id)).languages).toEqual(['en', 'pt'])
})

test("a new community in the open directory needs a language; the browser's languages come first, and the first one is chosen", async () => {
  vi.stubEnv('VITE_DIRECTORY', 'live')
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-CH', 'de', 'fr-CH'])
  onTestFinished(() => {
    vi.stubEnv('VITE_DIRECTORY', '')
    vi.restoreAllMocks()
  })
  const view = await openDialog(owner)
  await fillForm(view, { 'WhatsApp Link': newInviteLink(), 'Community Name': 'Sunrise Swimmers' })
  await openStepOf(view, first)
  const field = getField(view, first)
  expect(field).toHaveValue('de')
  await fillForm(view, { [first]: '' })
  const namesIn = (group: string) =>
    within(within(field).getByRole('group', { name: group }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
  expect(namesIn('Suggested')).toEqual(['German', 'French', 'English'])
  const others = namesIn('All languages')
  expect(others.slice(0, 3)).toEqual(['Abkhazian', 'Afar', 'Afrikaans'])
  expect(others).not.toContain('German')

  expect(field).toHaveAccessibleName(first)
  expect(field).toBeRequired()
  await view.user.click(view.dialog.getByRole('button', { name: 'Continue' }))
  await waitFor(() =>
    expect(field).toHaveAccessibleDescription('Please choose at least one language'),
  )
})

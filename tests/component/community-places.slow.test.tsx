import { waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCommunity, newInviteLink, readCommunity } from '../support/communities.ts'
import { createSecretClient, createUser, type TestUser } from '../support/users.ts'
import {
  choosePlace,
  completeForm,
  fillForm,
  getField,
  openDialog,
  openStepOf,
  readByLink,
} from './community-dialog-app.tsx'
import { failRequests } from './requests.ts'
import { expectToast } from './whole-app.tsx'

let owner: TestUser
beforeAll(async () => {
  owner = await createUser()
})

type View = Awaited<ReturnType<typeof openDialog>>

const requestPlace = 'My place is not listed'
const places = () => createSecretClient().from('places')

/** Adds places to a country that sorts last, because the tests of other files see them, too. */
async function addPlaces(names: string[]) {
  const { data } = await places()
    .insert(
      names.map((name) => ({
        name,
        country: 'Zimbabwe',
        country_code: 'ZW',
        latitude: -19,
        longitude: 29,
      })),
    )
    .select('id')
    .throwOnError()
  return data.map(({ id }) => id)
}

const addPlace = async () => {
  const name = `Town ${crypto.randomUUID()}`
  await addPlaces([name])
  return name
}

const submit = ({ dialog, user }: View) =>
  user.click(dialog.getByRole('button', { name: /^(Continue|Submit for review|Save Changes)$/ }))

/** Opens the dialog for a new community at the step with its place. */
async function openAtPlace() {
  const view = await openDialog(owner)
  await fillForm(view, { 'WhatsApp Link': newInviteLink(), 'Community Name': 'Sunrise Swimmers' })
  await openStepOf(view, 'Location')
  return view
}

test('an owner requests a missing place', async () => {
  const view = await openAtPlace()
  const link = newInviteLink()
  await fillForm(view, { Location: requestPlace, Description: 'x', Category: 'Sports' })
  expect(getField(view, 'Place and country')).toHaveAccessibleDescription(
    'We add the place when we review your community.',
  )
  await submit(view)
  expect(await view.dialog.findByText('Please enter the place and country')).toBeInTheDocument()
  expect(getField(view, 'Place and country')).toHaveFocus()
  await completeForm(view, {
    'WhatsApp Link': link,
    Location: requestPlace,
    'Place and country': ' Lisbon, Portugal ',
  })
  const preview = within(view.dialog.getByRole('region', { name: 'Preview' }))
  expect(preview.getByText('Lisbon, Portugal')).toBeVisible()
  await submit(view)
  await waitFor(() => expect(view.events).toContain('saved'))
  const [stored] = await readByLink(link)
  expect(stored).toMatchObject({ location: null, requested_place: 'Lisbon, Portugal' })
})

test('an approved community stays in its place until an admin adds the new one, or its owner drops the request', async () => {
  const community = await createCommunity(owner, { status: 'approved' })
  const view = await openDialog(owner, { community })
  await choosePlace(view, requestPlace)
  expect(getField(view, 'Place and country')).toHaveAccessibleDescription(
    'Your community stays in Cape Town until an admin has added the place.',
  )
  await fillForm(view, { 'Place and country': 'Lisbon, Portugal' })
  await submit(view)
  await waitFor(() => expect(view.events).toContain('saved'))
  const waiting = await readCommunity(community.id)
  expect(waiting).toMatchObject({ location: 'Cape Town', requested_place: 'Lisbon, Portugal' })
  view.unmount()

  const again = await openDialog(owner, { community: waiting })
  expect(getField(again, 'Place and country')).toHaveValue('Lisbon, Portugal')
  await choosePlace(again, 'Bali')
  expect(again.dialog.queryByLabelText(/^Place and country/)).not.toBeInTheDocument()
  await submit(again)
  await waitFor(() => expect(again.events).toContain('saved'))
  const { location, requested_place } = await readCommunity(community.id)
  expect({ location, requested_place }).toEqual({ location: 'Bali', requested_place: null })
})

test('a place that is retired while the form is open is refused at the field, and the input stays', async () => {
  const name = await addPlace()
  const view = await openDialog(owner)
  const link = newInviteLink()
  await completeForm(view, { Location: name, 'WhatsApp Link': link })
  await places().update({ is_active: false }).eq('name', name).throwOnError()
  await submit(view)
  const message = 'This place is no longer available. Please choose another one.'
  await expectToast('Failed to submit community')
  await waitFor(() => expect(getField(view, 'Location')).toHaveFocus())
  expect(getField(view, 'Location')).toHaveAccessibleDescription(message)
  expect(getField(view, 'Location')).toHaveDisplayValue(name)
  expect(getField(view, 'Description')).toHaveValue('We meet at six.')

  await choosePlace(view, 'Bali')
  expect(getField(view, 'Location')).not.toBeInvalid()
  await openStepOf(view)
  await submit(view)
  await waitFor(() => expect(view.events).toContain('saved'))
  expect(await readByLink(link)).toMatchObject([{ location: 'Bali' }])
})

test('places that failed to load can be loaded again, and a community can be saved without them', async () => {
  const failing = failRequests(/rest\/v1\/places/)
  const community = await createCommunity(owner)
  const view = await openDialog(owner, { community })
  expect(await view.dialog.findByRole('alert')).toHaveTextContent("Couldn't load the places")
  expect(getField(view, 'Location')).toHaveDisplayValue('Cape Town')
  expect(view.dialog.queryByText(requestPlace)).not.toBeInTheDocument()
  await fillForm(view, { 'Community Name': 'Renamed anyway' })
  await submit(view)
  await waitFor(() => expect(view.events).toContain('saved'))
  expect(await readCommunity(community.id)).toMatchObject({
    name: 'Renamed anyway',
    location: 'Cape Town',
  })
  view.unmount()

  const again = await openAtPlace()
  await again.dialog.findByRole('alert')
  failing.restore()
  await again.user.click(again.dialog.getByRole('button', { name: 'Try again' }))
  await choosePlace(again, 'Bali')
  expect(again.dialog.queryByRole('alert')).not.toBeInTheDocument()
})

describe('in a long list of places', () => {
  let ids: string[] = []
  beforeAll(async () => {
    ids = await addPlaces(Array.from({ length: 60 }, () => `Village ${crypto.randomUUID()}`))
  })
  afterAll(() => places().delete().in('id', ids).throwOnError())

  const findSearch = ({ dialog }: View) =>
    dialog.findByRole('searchbox', { name: 'Search by place or country' })

  test('the keyboard finds and chooses a place, and Enter the only match', async () => {
    const view = await openAtPlace()
    const search = await findSearch(view)
    // Fifty, by country, and the option for a missing place.
    const location = within(view.dialog.getByRole('radiogroup', { name: /^Location/ }))
    const offered = location.getByRole('group', { name: 'Colombia' })
    expect(within(offered).getByRole('radio', { name: 'Medellín' })).toBeVisible()
    expect(location.getAllByRole('radio')).toHaveLength(51)
    expect(location.getByRole('status')).toHaveTextContent(
      /^\d+ more places\. Keep typing to narrow the list\.$/,
    )
    await fillForm(view, { Description: 'At six.' })
    await submit(view)
    await waitFor(() => expect(search).toHaveFocus())
    await view.user.keyboard('zurich')
    expect(view.dialog.queryByRole('radio', { name: 'Bali' })).not.toBeInTheDocument()
    await view.user.tab()
    expect(view.dialog.getByRole('radio', { name: 'Zürich' })).toHaveFocus()
    await view.user.keyboard(' ')
    expect(view.dialog.getByText('Selected:')).toHaveTextContent('Selected: Zürich, Switzerland')

    await view.user.clear(search)
    await view.user.keyboard('indonesia{Enter}')
    expect(view.dialog.getByRole('radio', { name: 'Bali' })).toBeChecked()
    // Submitting would focus the next missing field.
    expect(search).toHaveFocus()
    await view.user.clear(search)
    await view.user.keyboard('no such place')
    expect(view.dialog.getByText('No places match your search.')).toBeVisible()
    expect(view.dialog.getByText('Selected:')).toHaveTextContent('Bali, Indonesia')
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createCommunity, filledForm, readCommunity } from '../support/communities.ts'
import { createSecretClient, createUser, type TestUser } from '../support/users.ts'
import { choosePlace, fillForm, getField, openDialog } from './community-dialog-app.tsx'
import { interceptRequests } from './requests.ts'
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

async function deletePlaces(ids: string[]) {
  const { data } = await places().select('name').in('id', ids).throwOnError()
  // A place in use cannot be deleted.
  await createSecretClient()
    .from('communities')
    .delete()
    .in(
      'location',
      data.map(({ name }) => name),
    )
    .throwOnError()
  await places().delete().in('id', ids).throwOnError()
}

/** Adds a place for the current test. */
async function addPlace() {
  const name = `Town ${crypto.randomUUID()}`
  const ids = await addPlaces([name])
  onTestFinished(() => deletePlaces(ids))
  return name
}

/** Fills in everything except for the location. */
async function completeForm(view: View) {
  const { name, description, category, languages, whatsapp_link } = filledForm()
  await fillForm(view, {
    'Community Name': name,
    Description: description,
    Category: category,
    'Language of the description': languages,
    'WhatsApp Link': whatsapp_link,
  })
  await view.user.click(view.dialog.getByRole('button', { name: 'Use a stock photo' }))
  await view.user.click(view.dialog.getByRole('checkbox'))
  return whatsapp_link
}

const submit = ({ dialog, user }: View) =>
  user.click(dialog.getByRole('button', { name: /^(Submit for review|Save Changes)$/ }))

async function readByLink(whatsapp_link: string) {
  const { data } = await createSecretClient()
    .from('communities')
    .select('location, requested_place')
    .eq('whatsapp_link', whatsapp_link)
    .single()
    .throwOnError()
  return data
}

describe('an owner', () => {
  test('requests a missing place', async () => {
    const view = await openDialog(owner)
    const link = await completeForm(view)
    await choosePlace(view, requestPlace)
    expect(getField(view, 'Place and country')).toHaveAccessibleDescription(
      'We add the place when we review your community.',
    )
    await submit(view)
    expect(await view.dialog.findByText('Please enter the place and country')).toBeInTheDocument()
    expect(getField(view, 'Place and country')).toHaveFocus()

    await fillForm(view, { 'Place and country': ' Lisbon, Portugal ' })
    await submit(view)
    await waitFor(() => expect(view.events).toContain('saved'))
    expect(await readByLink(link)).toEqual({
      location: null,
      requested_place: 'Lisbon, Portugal',
    })
  })

  test('drops the request by choosing a listed place', async () => {
    const community = await createCommunity(owner, {
      location: null,
      requested_place: 'Lisbon, Portugal',
    })
    const view = await openDialog(owner, { community })
    expect(getField(view, 'Place and country')).toHaveValue('Lisbon, Portugal')
    await choosePlace(view, 'Bali')
    expect(view.dialog.queryByLabelText(/^Place and country/)).not.toBeInTheDocument()
    await submit(view)
    await waitFor(() => expect(view.events).toContain('saved'))
    expect(await readCommunity(community.id)).toMatchObject({
      location: 'Bali',
      requested_place: null,
    })
  })

  test('sees that an approved community stays in its place until an admin adds the new one', async () => {
    const community = await createCommunity(owner, { status: 'approved' })
    const view = await openDialog(owner, { community })
    await choosePlace(view, requestPlace)
    expect(getField(view, 'Place and country')).toHaveAccessibleDescription(
      'Your community stays in Cape Town until an admin has added the place.',
    )
    await fillForm(view, { 'Place and country': 'Lisbon, Portugal' })
    await submit(view)
    await waitFor(() => expect(view.events).toContain('saved'))
    expect(await readCommunity(community.id)).toMatchObject({
      status: 'approved',
      location: 'Cape Town',
      requested_place: 'Lisbon, Portugal',
    })
  })

  test('continues with a draft that requests a place before its name is entered', async () => {
    const community = await createCommunity(owner)
    for (const edited of [null, community]) {
      const view = await openDialog(owner, { community: edited })
      await choosePlace(view, requestPlace)
      view.unmount()
      const again = await openDialog(owner, { community: edited })
      expect(again.dialog.getByText('Draft restored')).toBeVisible()
      expect(getField(again, 'Place and country')).toHaveValue('')
      await again.user.click(again.dialog.getByRole('button', { name: 'Start over' }))
      expect(again.dialog.queryByLabelText(/^Place and country/)).not.toBeInTheDocument()
      again.unmount()
    }
  })

  test('continues with the place request and the languages of a draft, or starts over', async () => {
    const view = await openDialog(owner)
    await fillForm(view, {
      Location: requestPlace,
      'Place and country': 'Lisbon, Portugal',
      'Language of the description': 'de',
    })
    await fillForm(view, { 'Another language': 'fr' })
    view.unmount()

    const again = await openDialog(owner)
    expect(getField(again, 'Place and country')).toHaveValue('Lisbon, Portugal')
    expect(getField(again, 'Language of the description')).toHaveValue('de')
    expect(again.dialog.getAllByLabelText(/^Another language/)[0]).toHaveValue('fr')

    await again.user.click(again.dialog.getByRole('button', { name: 'Start over' }))
    expect(again.dialog.queryByLabelText(/^Place and country/)).not.toBeInTheDocument()
    expect(getField(again, 'Language of the description')).toHaveValue('')
  })
})

describe('a place', () => {
  test('that is renamed while the form is open is saved under its new name', async () => {
    const name = await addPlace()
    const view = await openDialog(owner)
    const link = await completeForm(view)
    await choosePlace(view, name)
    const renamed = `New ${name}`
    await places().update({ name: renamed }).eq('name', name).throwOnError()
    await submit(view)
    await waitFor(() => expect(view.events).toContain('saved'))
    expect(await readByLink(link)).toMatchObject({ location: renamed })
  })

  test('that is retired while the form is open is refused at the field, and the input stays', async () => {
    const name = await addPlace()
    const view = await openDialog(owner)
    const link = await completeForm(view)
    await choosePlace(view, name)
    await places().update({ is_active: false }).eq('name', name).throwOnError()
    await submit(view)
    const message = 'This place is no longer available. Please choose another one.'
    await expectToast('Failed to submit community')
    expect(getField(view, 'Location')).toHaveAccessibleDescription(message)
    expect(getField(view, 'Location')).toHaveFocus()
    expect(getField(view, 'Location')).toHaveDisplayValue(name)
    expect(getField(view, 'Community Name')).toHaveValue('Sunrise Swimmers')

    await choosePlace(view, 'Bali')
    expect(getField(view, 'Location')).not.toBeInvalid()
    await submit(view)
    await waitFor(() => expect(view.events).toContain('saved'))
    expect(await readByLink(link)).toMatchObject({ location: 'Bali' })
  })

  test('that was retired stays the location of its communities', async () => {
    const name = await addPlace()
    const community = await createCommunity(owner, { location: name })
    await places().update({ is_active: false }).eq('name', name).throwOnError()
    const view = await openDialog(owner, { community })
    await choosePlace(view, 'Bali')
    await choosePlace(view, name)
    await fillForm(view, { 'Community Name': 'Still there' })
    await submit(view)
    await waitFor(() => expect(view.events).toContain('saved'))
    expect(await readCommunity(community.id)).toMatchObject({
      name: 'Still there',
      location: name,
    })
  })
})

describe('places that failed to load', () => {
  const failToLoad = () =>
    interceptRequests(/rest\/v1\/places/, () => new Response('{}', { status: 500 }))

  test('can be loaded again', async () => {
    const failing = failToLoad()
    const view = await openDialog(owner)
    await fillForm(view, { 'Community Name': 'Meanwhile' })
    expect(await view.dialog.findByRole('alert')).toHaveTextContent("Couldn't load the places")
    expect(view.dialog.queryByText(requestPlace)).not.toBeInTheDocument()
    failing.restore()
    await view.user.click(view.dialog.getByRole('button', { name: 'Try again' }))
    await choosePlace(view, 'Bali')
    expect(view.dialog.queryByRole('alert')).not.toBeInTheDocument()
    expect(getField(view, 'Community Name')).toHaveValue('Meanwhile')
  })

  test('are loaded once the connection is back', async () => {
    const failing = failToLoad()
    const view = await openDialog(owner)
    await view.dialog.findByRole('alert')
    failing.restore()
    window.dispatchEvent(new Event('offline'))
    window.dispatchEvent(new Event('online'))
    expect(await view.dialog.findByRole('option', { name: 'Bali' })).toBeInTheDocument()
    expect(view.dialog.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('do not prevent saving a community that keeps its location', async () => {
    failToLoad()
    const community = await createCommunity(owner)
    const view = await openDialog(owner, { community })
    await view.dialog.findByRole('alert')
    expect(getField(view, 'Location')).toHaveDisplayValue('Cape Town')
    await fillForm(view, { 'Community Name': 'Renamed anyway' })
    await submit(view)
    await waitFor(() => expect(view.events).toContain('saved'))
    expect(await readCommunity(community.id)).toMatchObject({
      name: 'Renamed anyway',
      location: 'Cape Town',
    })
  })
})

describe('in a long list of places', () => {
  let ids: string[] = []
  beforeAll(async () => {
    ids = await addPlaces(Array.from({ length: 60 }, () => `Village ${crypto.randomUUID()}`))
  })
  afterAll(() => deletePlaces(ids))

  const findSearch = ({ dialog }: View) =>
    dialog.findByRole('searchbox', { name: 'Search by place or country' })

  test('the keyboard finds and chooses a place', async () => {
    const view = await openDialog(owner)
    const link = await completeForm(view)
    await view.user.click(await findSearch(view))
    await view.user.keyboard('zurich')
    expect(view.dialog.queryByRole('radio', { name: 'Bali' })).not.toBeInTheDocument()
    await view.user.tab()
    expect(view.dialog.getByRole('radio', { name: 'Zürich' })).toHaveFocus()
    await view.user.keyboard(' ')
    expect(view.dialog.getByText('Selected:')).toHaveTextContent('Selected: Zürich, Switzerland')
    await submit(view)
    await waitFor(() => expect(view.events).toContain('saved'))
    expect(await readByLink(link)).toMatchObject({ location: 'Zürich' })
  })

  test('Enter chooses the only match, and submits nothing', async () => {
    const view = await openDialog(owner)
    await view.user.click(await findSearch(view))
    await view.user.keyboard('indonesia{Enter}')
    expect(view.dialog.getByRole('radio', { name: 'Bali' })).toBeChecked()
    expect(view.dialog.queryByText('Please enter a name')).not.toBeInTheDocument()
  })

  test('fifty are shown, by country, and the number of the others', async () => {
    const view = await openDialog(owner)
    await findSearch(view)
    const location = within(view.dialog.getByRole('radiogroup', { name: /^Location/ }))
    const offered = location.getByRole('group', { name: 'Colombia' })
    expect(within(offered).getByRole('radio', { name: 'Medellín' })).toBeVisible()
    // And the option for a missing place.
    expect(location.getAllByRole('radio')).toHaveLength(51)
    expect(location.getByRole('status')).toHaveTextContent(
      /^\d+ more places\. Keep typing to narrow the list\.$/,
    )
  })

  test('the chosen place stays visible when the search does not match it', async () => {
    const view = await openDialog(owner, { community: await createCommunity(owner) })
    await view.user.click(await findSearch(view))
    await view.user.keyboard('no such place')
    expect(view.dialog.getByText('No places match your search.')).toBeVisible()
    expect(view.dialog.getByText('Selected:')).toHaveTextContent('Cape Town, South Africa')
  })

  test('an owner can request a missing place', async () => {
    const view = await openDialog(owner)
    const link = await completeForm(view)
    await submit(view)
    expect(
      await view.dialog.findByText('Please select a location', { selector: '[id$="-error"]' }),
    ).toBeVisible()
    expect(await findSearch(view)).toHaveFocus()
    await fillForm(view, { Location: requestPlace, 'Place and country': 'Lisbon, Portugal' })
    await submit(view)
    expect(await screen.findByText('Community submitted for review')).toBeInTheDocument()
    expect(await readByLink(link)).toEqual({ location: null, requested_place: 'Lisbon, Portugal' })
  })
})

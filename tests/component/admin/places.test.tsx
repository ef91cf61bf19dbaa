import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cityFiles } from '../../../scripts/build/cities.ts'
import type { TablesInsert } from '../../../src/supabase/database.types.ts'
import { createCommunity, newCommunity, readCommunity } from '../../support/communities.ts'
import { createSecretClient, createUser, type TestUser } from '../../support/users.ts'
import { interceptRequests } from '../requests.ts'
import { expectFocusKept, expectToast, openApp } from '../whole-app.tsx'
import {
  clearQueue,
  createOldest,
  findHeading,
  findRegion,
  openInQueue,
  uniqueName,
} from './queue.ts'

let admin: TestUser
let owner: TestUser
let seeded: string[]

const places = () => createSecretClient().from('places')

async function readPlace(name: string) {
  const { data } = await places().select().eq('name', name).maybeSingle().throwOnError()
  return data
}

/** Adds a place that no other test uses. */
async function createPlace(changes: Partial<TablesInsert<'places'>> = {}) {
  const { data } = await places()
    .insert({
      name: uniqueName('Bay'),
      country: 'Aruba',
      country_code: 'AW',
      latitude: 12.5,
      longitude: -70,
      ...changes,
    })
    .select()
    .single()
    .throwOnError()
  return data
}

const respondWith500 = () => new Response('{"message": "broken"}', { status: 500 })

/** The name of the button of a suggestion. happy-dom adds a space between inline elements. */
const cityName = (city: string, country: string) => new RegExp(`^${city} ?, ${country}`)

const cities = cityFiles()

/** Serves the city data like the dev server. */
const serveCities = () =>
  interceptRequests(/^\/cities\//, (_forward, url) => new Response(cities.get(url)))

beforeAll(async () => {
  const { data } = await places().select('id').throwOnError()
  seeded = data.map(({ id }) => id)
})

beforeEach(async () => {
  ;[admin, owner] = await Promise.all([
    createUser({ admin: true, name: 'Site Admin' }),
    createUser({ name: 'Community Owner' }),
  ])
})

afterEach(async () => {
  await clearQueue(owner)
  await places().delete().not('id', 'in', `(${seeded.join()})`).throwOnError()
})

async function openPlaces() {
  const user = await openApp(admin, '/admin')
  await user.click(await screen.findByRole('button', { name: 'Places' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Places' }))
  await dialog.findByText('Cape Town')
  return { user, dialog }
}

/** Opens the form of a new place, or that of a place found by its name. */
async function openForm(name?: string) {
  const { user, dialog } = await openPlaces()
  if (name) {
    await user.type(dialog.getByRole('searchbox', { name: 'Search places' }), name)
    await user.click(await dialog.findByRole('button', { name: `Edit ${name}` }))
  } else {
    await user.click(dialog.getByRole('button', { name: 'Add place' }))
  }
  const title = name ? 'Edit place' : 'Add place'
  const form = within(await screen.findByRole('dialog', { name: title }))
  const field = (label: RegExp) => form.getByRole('textbox', { name: label })
  const submit = () =>
    user.click(form.getByRole('button', { name: name ? 'Save Changes' : 'Add place' }))
  const replace = async (label: RegExp, text: string) => {
    await user.clear(field(label))
    await user.type(field(label), text)
  }
  return { user, dialog, form, field, submit, replace }
}

type Form = Awaited<ReturnType<typeof openForm>>

/** Fills in an island, which the city data does not have. */
async function fillIsland({ user, form, field }: Form, name: string) {
  await user.type(field(/^Name/), name)
  await user.selectOptions(form.getByRole('combobox', { name: /Country/ }), 'Indonesia')
  await user.type(field(/Latitude/), '-8.35')
  await user.type(field(/Longitude/), '116.04')
}

describe('the list of places', () => {
  test('shows countries, counts and retired places, and finds alternative names', async () => {
    const place = await createPlace({ alternative_names: ['Bahía Dorada'], is_active: false })
    await createCommunity(owner, { location: 'Medellín' })
    const { user, dialog } = await openPlaces()
    const country = within(dialog.getByRole('region', { name: 'Aruba' }))
    expect(country.getByText(place.name).closest('li')).toHaveTextContent(
      /Retired0 communities, also known as Bahía Dorada/,
    )
    expect(dialog.getByText('Medellín').closest('li')).toHaveTextContent(/[1-9]\d* communit/)
    expect(dialog.getByRole('link', { name: 'GeoNames' })).toBeVisible()

    const search = dialog.getByRole('searchbox', { name: 'Search places' })
    await user.type(search, 'bahia dorada')
    await waitFor(() => expect(dialog.queryByText('Cape Town')).toBeNull())
    expect(dialog.getByText(place.name)).toBeVisible()
    await user.type(search, ' nowhere')
    expect(await dialog.findByText('No places found')).toBeVisible()
  })

  test('offers a retry when loading fails', async () => {
    const broken = interceptRequests(/rpc\/list_places/, respondWith500)
    const user = await openApp(admin, '/admin')
    await user.click(await screen.findByRole('button', { name: 'Places' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Places' }))
    const retry = await dialog.findByRole('button', { name: 'Try again' })
    expect(dialog.getByText('Error loading places')).toBeVisible()
    broken.restore()
    await user.click(retry)
    expect(await dialog.findByText('Cape Town')).toBeVisible()
  })

  test('has pages', async () => {
    const names = Array.from({ length: 25 }, (_, index) => `Aaa ${String.fromCharCode(65 + index)}`)
    for (const name of names) await createPlace({ name })
    const user = await openApp(admin, '/admin')
    await user.click(await screen.findByRole('button', { name: 'Places' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Places' }))
    expect(await dialog.findByText('Aaa A')).toBeVisible()
    expect(dialog.queryByText('Cape Town')).toBeNull()
    const pages = within(dialog.getByRole('navigation', { name: 'Pages of places' }))
    await user.click(pages.getByRole('button', { name: 'Next' }))
    expect(await dialog.findByText('Cape Town')).toBeVisible()
    expect(dialog.queryByText('Aaa A')).toBeNull()
  })
})

describe('adding a place', () => {
  test('fills the form with a suggestion, and lists the place once it is stored', async () => {
    serveCities()
    const { user, dialog, form, field, submit } = await openForm()
    await user.type(field(/^Name/), 'lisbon, port')
    await user.click(await form.findByRole('button', { name: cityName('Lisbon', 'Portugal') }))
    expect(field(/^Name/)).toHaveValue('Lisbon')
    expect(form.getByRole('combobox', { name: /Country/ })).toHaveValue('PT')
    expect(field(/Country name/)).toHaveValue('Portugal')
    expect(form.queryByRole('list', { name: 'Suggestions' })).toBeNull()
    await user.type(field(/Alternative names/), 'Lisboa, Ulisipo')
    await submit()
    expect(await dialog.findByText('Lisbon added')).toBeVisible()
    expect(await dialog.findByText('Lisbon')).toBeVisible()
    expect(await readPlace('Lisbon')).toMatchObject({
      country: 'Portugal',
      country_code: 'PT',
      latitude: 38.7251,
      longitude: -9.1498,
      alternative_names: ['Lisboa', 'Ulisipo'],
      is_active: true,
    })
  })

  test('keeps the country of a suggestion whose code the list does not have', async () => {
    serveCities()
    const { user, form, field, submit } = await openForm()
    await user.type(field(/^Name/), 'prist')
    await user.click(await form.findByRole('button', { name: cityName('Pristina', 'Kosovo') }))
    const country = form.getByRole('combobox', { name: /Country/ })
    expect(country).toHaveValue('XK')
    await user.click(country)
    await user.tab()
    await submit()
    expect(await readPlace('Pristina')).toMatchObject({ country_code: 'XK' })
  })

  test('marks what is missing, and sends nothing', async () => {
    const sent = interceptRequests(/places\?select=name/, respondWith500)
    const { field, form, submit } = await openForm()
    await submit()
    expect(field(/^Name/)).toHaveFocus()
    expect(form.getByText('Please enter a name')).toBeVisible()
    expect(form.getByText('Please select a country')).toBeVisible()
    expect(form.getByText('Please enter a number from -90 to 90')).toBeVisible()
    expect(sent.count()).toBe(0)
  })

  test('that the city data does not have is saved without a question', async () => {
    serveCities()
    const open = await openForm()
    const { dialog, submit } = open
    await fillIsland(open, 'Gili Sunrise')
    await submit()
    expect(await dialog.findByText('Gili Sunrise added')).toBeVisible()
    expect(await readPlace('Gili Sunrise')).toMatchObject({ longitude: 116.04 })
  })

  test('works without the city data', async () => {
    interceptRequests(/^\/cities\//, respondWith500)
    const open = await openForm()
    const { dialog, form, submit } = open
    await fillIsland(open, 'Gili Sunset')
    expect(await form.findByText("Couldn't load the city data.")).toBeVisible()
    await submit()
    expect(await dialog.findByText('Gili Sunset added')).toBeVisible()
  })

  test('under a name of another place is refused at the field, and keeps the input', async () => {
    serveCities()
    const { user, form, field, submit } = await openForm()
    await user.type(field(/^Name/), 'ZURICH, Swi')
    await user.click(await form.findByRole('button', { name: cityName('Zürich', 'Switzerland') }))
    await submit()
    await waitFor(() => expect(field(/^Name/)).toHaveAccessibleDescription(/already has this name/))
    expect(form.getByText('Another place already has this name: Zürich.')).toBeVisible()
    expect(field(/^Name/)).toHaveFocus()
    expect(field(/Country name/)).toHaveValue('Switzerland')
  })

  test('keeps the input when the service fails, and works at the second attempt', async () => {
    serveCities()
    const { user, dialog, form, field, submit } = await openForm()
    await user.type(field(/^Name/), 'porto, port')
    await user.click(await form.findByRole('button', { name: cityName('Porto', 'Portugal') }))
    const broken = interceptRequests(/rest\/v1\/places\?select=name/, respondWith500)
    await submit()
    expect(await form.findByText(/^Failed to add place: The service had a problem/)).toBeVisible()
    expect(field(/^Name/)).toHaveValue('Porto')
    expect(await readPlace('Porto')).toBeNull()
    broken.restore()
    await submit()
    expect(await dialog.findByText('Porto added')).toBeVisible()
  })
})

describe('editing a place', () => {
  test('renames it: its communities follow, and the former name stays known', async () => {
    const { name } = await createPlace()
    const community = await createCommunity(owner, { location: name })
    interceptRequests(/^\/cities\//, respondWith500)
    const { dialog, form, replace, submit } = await openForm(name)
    expect(form.getByText(/^Old links keep working/)).toBeVisible()
    const renamed = uniqueName('Cove')
    await replace(/^Name/, renamed)
    await submit()
    expect(await dialog.findByText(`${renamed} saved`)).toBeVisible()
    expect(await readPlace(renamed)).toMatchObject({ alternative_names: [name] })
    expect((await readCommunity(community.id)).location).toBe(renamed)
    // Owners who still have the former name in their form.
    const { data } = await owner.client
      .from('communities')
      .insert(newCommunity({ location: name }))
      .select('location')
      .single()
      .throwOnError()
    expect(data.location).toBe(renamed)
  })

  test('does not overwrite what another admin saved meanwhile, and loads it on request', async () => {
    const { id, name } = await createPlace()
    const { user, dialog, form, field, submit } = await openForm(name)
    const second = await createUser({ admin: true })
    await second.client
      .from('places')
      .update({ alternative_names: ['From the second admin'] })
      .eq('id', id)
      .throwOnError()
    await user.type(field(/Alternative names/), 'From the first admin')
    await submit()
    expect(
      await form.findByText(
        'Failed to update place: Another admin has changed this place in the meantime.',
      ),
    ).toBeVisible()
    expect(field(/Alternative names/)).toHaveValue('From the first admin')
    await user.click(form.getByRole('button', { name: 'Load current version' }))
    await waitFor(() => expect(field(/Alternative names/)).toHaveValue('From the second admin'))
    await user.type(field(/Alternative names/), ', From both')
    await submit()
    expect(await dialog.findByText(`${name} saved`)).toBeVisible()
    expect(await readPlace(name)).toMatchObject({
      alternative_names: ['From the second admin', 'From both'],
    })
  })

  test('reports that another admin has merged it', async () => {
    const [merged, kept] = [await createPlace(), await createPlace()]
    const { user, form, field, submit } = await openForm(merged.name)
    await admin.client
      .rpc('merge_places', { merged_id: merged.id, kept_id: kept.id })
      .throwOnError()
    await user.type(field(/Alternative names/), 'Too late')
    await submit()
    expect(await form.findByText(/Another admin merged it/)).toBeVisible()
    // There is no current version.
    expect(form.queryByRole('button', { name: 'Load current version' })).toBeNull()
    expect(field(/Alternative names/)).toHaveValue('Too late')
  })
})

describe('merging a place', () => {
  test('states what happens, moves its communities and keeps its name', async () => {
    const [merged, kept] = [await createPlace(), await createPlace()]
    const community = await createCommunity(owner, { location: merged.name })
    const { user, dialog } = await openPlaces()
    await user.click(
      await dialog.findByRole('button', { name: `Merge ${merged.name} into another place` }),
    )
    const form = within(await screen.findByRole('dialog', { name: /^Merge/ }))
    await user.click(form.getByRole('button', { name: 'Merge' }))
    expect(await form.findByText('Please select a place')).toBeVisible()
    const choice = form.getByRole('combobox', { name: /Keep this place/ })
    expect(within(choice).queryByRole('option', { name: merged.name })).toBeNull()
    await user.selectOptions(choice, kept.name)
    expect(form.getByText(`1 community moves to ${kept.name}`)).toBeVisible()
    expect(form.getByText(/old links and searches keep working/)).toBeVisible()
    await user.click(form.getByRole('button', { name: `Merge into ${kept.name}` }))
    expect(await dialog.findByText(`${merged.name} merged into ${kept.name}`)).toBeVisible()
    await expectFocusKept(/^Places/)
    expect((await readCommunity(community.id)).location).toBe(kept.name)
    expect(await readPlace(merged.name)).toBeNull()
    expect(await readPlace(kept.name)).toMatchObject({ alternative_names: [merged.name] })
  })

  test('keeps the choice when the service fails', async () => {
    const [merged, kept] = [await createPlace(), await createPlace()]
    interceptRequests(/rpc\/merge_places/, respondWith500)
    const { user, dialog } = await openPlaces()
    await user.click(
      await dialog.findByRole('button', { name: `Merge ${merged.name} into another place` }),
    )
    const form = within(await screen.findByRole('dialog', { name: /^Merge/ }))
    const choice = await form.findByRole('combobox', { name: /Keep this place/ })
    await user.selectOptions(choice, kept.name)
    await user.click(form.getByRole('button', { name: `Merge into ${kept.name}` }))
    expect(await form.findByText(/^Failed to merge places: /)).toBeVisible()
    expect(choice).toHaveValue(kept.id)
    expect(await readPlace(merged.name)).not.toBeNull()
  })
})

test('a retired place keeps its communities, but owners cannot choose it until it is restored', async () => {
  const { name } = await createPlace()
  const community = await createCommunity(owner, { location: name })
  const listThere = () => owner.client.from('communities').insert(newCommunity({ location: name }))
  const { user, dialog } = await openPlaces()
  await user.click(dialog.getByRole('button', { name: `Retire ${name}` }))
  expect(await dialog.findByText(`${name} retired`)).toBeVisible()
  const row = dialog.getByText(name).closest('li')
  await waitFor(() => expect(row).toHaveTextContent(/Retired1 community/))
  expect((await readCommunity(community.id)).location).toBe(name)
  expect((await listThere()).error?.message).toBe(
    'This place is no longer available. Please choose another one.',
  )
  await user.click(await dialog.findByRole('button', { name: `Restore ${name}` }))
  expect(await dialog.findByText(`${name} restored`)).toBeVisible()
  await expectFocusKept(/^Retire$/)
  expect((await listThere()).error).toBeNull()
})

test('a place that another admin has changed is not retired before it is reloaded', async () => {
  const { id, name } = await createPlace()
  const { user, dialog } = await openPlaces()
  await admin.client.from('places').update({ latitude: 12.6 }).eq('id', id).throwOnError()
  await user.click(dialog.getByRole('button', { name: `Retire ${name}` }))
  expect(await dialog.findByText(/^Failed to retire place: Another admin/)).toBeVisible()
  expect(await readPlace(name)).toMatchObject({ is_active: true })
  await user.click(dialog.getByRole('button', { name: 'Reload' }))
  await waitFor(() => expect(dialog.queryByText(/^Failed to retire place/)).toBeNull())
})

test('a place that another admin has merged is not retired, and disappears after a reload', async () => {
  const [merged, kept] = [await createPlace(), await createPlace()]
  const { user, dialog } = await openPlaces()
  await admin.client.rpc('merge_places', { merged_id: merged.id, kept_id: kept.id }).throwOnError()
  await user.click(dialog.getByRole('button', { name: `Retire ${merged.name}` }))
  expect(
    await dialog.findByText('Failed to retire place: Another admin merged it into another place.'),
  ).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Reload' }))
  await waitFor(() =>
    expect(dialog.queryByRole('button', { name: `Retire ${merged.name}` })).toBeNull(),
  )
})

describe('a requested place', () => {
  const requested = async (request = 'Lisbon, Portugal') => {
    const name = uniqueName('Without a place')
    const community = await createOldest(owner, {
      name,
      location: null,
      requested_place: request,
    })
    const user = await openApp(admin, '/admin?view=queue')
    await findHeading(name)
    return { user, community, region: await findRegion('Requested place') }
  }

  test('is added from the request, and the community can then be approved', async () => {
    serveCities()
    const { user, community, region } = await requested()
    expect(region.getByText('Requested place: Lisbon, Portugal')).toBeVisible()
    expect(screen.getByText('No place yet')).toBeVisible()
    await user.click(region.getByRole('button', { name: 'Add place' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add place' }))
    expect(await form.findByRole('textbox', { name: /^Name/ })).toHaveValue('Lisbon')
    expect(form.getByRole('textbox', { name: /Latitude/ })).toHaveValue('38.7251')
    await user.click(form.getByRole('button', { name: 'Add place' }))
    await expectToast('Location updated')
    expect(await readCommunity(community.id)).toMatchObject({
      location: 'Lisbon',
      requested_place: null,
      status: 'pending',
    })
    expect(await screen.findByText('Lisbon, Portugal')).toBeVisible()
    await user.click(screen.getByRole('button', { name: /^Approve/ }))
    await expectToast('Community approved successfully')
  })

  test('is offered again if it was added, but the community could not be saved', async () => {
    serveCities()
    const { user, community, region } = await requested()
    await user.click(region.getByRole('button', { name: 'Add place' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add place' }))
    await form.findByRole('textbox', { name: /^Name/ })
    const broken = interceptRequests(/communities\?id=eq/, respondWith500)
    await user.click(form.getByRole('button', { name: 'Add place' }))
    const notice = within(await region.findByRole('alert'))
    expect(
      notice.getByText("Lisbon was added, but this community isn't listed there yet"),
    ).toBeVisible()
    expect(notice.getByText(/^The service had a problem/)).toBeVisible()
    expect(await readPlace('Lisbon')).not.toBeNull()
    broken.restore()
    await user.click(notice.getByRole('button', { name: 'Use Lisbon' }))
    await expectToast('Location updated')
    expect(await readCommunity(community.id)).toMatchObject({
      location: 'Lisbon',
      requested_place: null,
    })
  })

  test('is replaced by an existing place', async () => {
    const { user, community, region } = await requested('Zurigo')
    await user.click(region.getByRole('button', { name: 'Use an existing place' }))
    const form = within(await screen.findByRole('dialog', { name: 'Use an existing place' }))
    await user.selectOptions(await form.findByRole('combobox', { name: /Place/ }), 'Zürich')
    const broken = interceptRequests(/communities\?id=eq/, respondWith500)
    await user.click(form.getByRole('button', { name: 'Use this place' }))
    expect(await form.findByText(/^Failed to update the location/)).toBeVisible()
    broken.restore()
    await user.click(form.getByRole('button', { name: 'Use this place' }))
    await expectToast('Location updated')
    expect(await readCommunity(community.id)).toMatchObject({
      location: 'Zürich',
      requested_place: null,
    })
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Requested place' })).toBeNull(),
    )
  })

  test('is searched for among many places', async () => {
    for (const name of 'ABCDEFGH') await createPlace({ name: `Aaa ${name}` })
    await createPlace({ name: 'Aaa Z', alternative_names: ['Playa Dorada'] })
    const { user, region } = await requested()
    await user.click(region.getByRole('button', { name: 'Use an existing place' }))
    const form = within(await screen.findByRole('dialog', { name: 'Use an existing place' }))
    await user.type(await form.findByRole('searchbox', { name: 'Search places' }), 'playa d')
    expect(await form.findByText('1 place matches')).toBeVisible()
    const options = within(form.getByRole('combobox', { name: /Place/ })).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual(['Select a place', 'Aaa Z'])
  })

  test('prevents an approval with the button, the key and the table', async () => {
    const { user, community, region } = await requested()
    expect(region.getByText('You can approve this community once it has a place.')).toBeVisible()
    expect(screen.getByRole('button', { name: /^Approve/ })).toBeDisabled()
    const reason = 'Add the requested place first, or choose another one.'
    await user.keyboard('a')
    await expectToast(reason)
    await user.click(screen.getByRole('button', { name: 'All communities' }))
    await user.type(await screen.findByRole('searchbox', { name: /Search name/ }), community.name)
    await user.click(await screen.findByRole('button', { name: `Approve ${community.name}` }))
    await expectToast(`Failed to approve community: ${reason}`)
    expect(await readCommunity(community.id)).toMatchObject({ status: 'pending' })
  })

  test('of an approved community is in the queue until an admin keeps the current place', async () => {
    const name = uniqueName('Moving')
    const community = await createCommunity(owner, { name, status: 'approved' })
    await owner.client
      .from('communities')
      .update({ requested_place: 'Lisbon' })
      .eq('id', community.id)
      .throwOnError()
    const user = await openInQueue(admin, name)
    await findHeading(name)
    expect(await screen.findByText(/\d+ places? requested/)).toBeVisible()
    const region = await findRegion('Requested place')
    expect(region.getByText(/the community is listed in Cape Town/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^(Approve|Reject)( |$)/ })).toBeNull()
    await user.click(region.getByRole('button', { name: 'Keep Cape Town' }))
    await expectToast('Location updated')
    expect(await readCommunity(community.id)).toMatchObject({
      location: 'Cape Town',
      requested_place: null,
      status: 'approved',
    })
    await waitFor(() => expect(screen.queryByText(name)).toBeNull())
  })

  test('stays, with the added place to choose, if the owner has changed the community meanwhile', async () => {
    serveCities()
    const { user, community, region } = await requested()
    await user.click(region.getByRole('button', { name: 'Add place' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add place' }))
    await form.findByRole('textbox', { name: /^Name/ })
    await owner.client
      .from('communities')
      .update({ requested_place: 'Porto, Portugal' })
      .eq('id', community.id)
      .throwOnError()
    await user.click(form.getByRole('button', { name: 'Add place' }))
    await expectToast(/^Failed to update the location: This community was changed/)
    expect(await readCommunity(community.id)).toMatchObject({ location: null })
    expect(await screen.findByText('Requested place: Porto, Portugal')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Use an existing place' }))
    const choice = within(await screen.findByRole('dialog', { name: 'Use an existing place' }))
    expect(await choice.findByRole('option', { name: 'Lisbon' })).toBeVisible()
  })

  test('is not resolved for a community that has changed meanwhile', async () => {
    const { user, community, region } = await requested()
    await user.click(region.getByRole('button', { name: 'Use an existing place' }))
    const form = within(await screen.findByRole('dialog', { name: 'Use an existing place' }))
    await user.selectOptions(await form.findByRole('combobox', { name: /Place/ }), 'Zürich')
    await owner.client
      .from('communities')
      .update({ requested_place: 'Porto' })
      .eq('id', community.id)
      .throwOnError()
    await user.click(form.getByRole('button', { name: 'Use this place' }))
    expect(await form.findByText(/changed by someone else in the meantime/)).toBeVisible()
    expect(await readCommunity(community.id)).toMatchObject({ location: null })
  })
})

test('the activity names places and what changed', async () => {
  const [merged, kept] = [await createPlace(), await createPlace()]
  const name = uniqueName('Added by an admin')
  const { client } = admin
  await client
    .from('places')
    .insert({ name, country: 'Aruba', country_code: 'AW', latitude: 12.5, longitude: -70 })
    .throwOnError()
  await client.from('places').update({ is_active: false }).eq('name', name).throwOnError()
  await client.rpc('merge_places', { merged_id: merged.id, kept_id: kept.id }).throwOnError()
  const community = await createCommunity(owner, { requested_place: 'Porto' })
  await client
    .from('communities')
    .update({ requested_place: null, languages: ['de'] })
    .eq('id', community.id)
    .throwOnError()

  const user = await openApp(admin, '/admin')
  await user.click(await screen.findByRole('button', { name: 'Activity' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Activity' }))
  const [edited, joined, retired, added] = await dialog.findAllByRole('listitem')
  expect(added).toHaveTextContent(`Added by Site Admin`)
  expect(added).toHaveTextContent(name)
  expect(added).toHaveTextContent('Country codeBeforenothingAfterAW')
  expect(added).not.toHaveTextContent(/known.names/i)
  expect(retired).toHaveTextContent('Owners can choose itBeforeyesAfterno')
  expect(joined).toHaveTextContent('Merged with another place by Site Admin')
  expect(joined).toHaveTextContent(kept.name)
  expect(edited).toHaveTextContent('Requested placeBeforePortoAfternothing')
  expect(edited).toHaveTextContent('LanguagesBeforeEnglishAfterGerman')
})

test('the communities are filtered by a country of the places', async () => {
  const { name: location } = await createPlace({ country: 'Atlantis' })
  const name = uniqueName('Divers')
  await createCommunity(owner, { name, location })
  const user = await openApp(admin, '/admin')
  const filter = await screen.findByRole('combobox', { name: 'Country' })
  await within(filter).findByRole('option', { name: 'Atlantis' })
  await user.selectOptions(filter, 'Atlantis')
  expect(await screen.findByText(name)).toBeVisible()
  expect(screen.getAllByRole('row', { hidden: true })).toHaveLength(2)
  expect(window.location.search).toBe('?country=Atlantis')
})

test('the dialog works with the keyboard alone', async () => {
  serveCities()
  const { user, dialog } = await openPlaces()
  const add = dialog.getByRole('button', { name: 'Add place' })
  add.focus()
  await user.keyboard('{Enter}')
  const form = within(await screen.findByRole('dialog', { name: 'Add place' }))
  const name = form.getByRole('textbox', { name: /^Name/ })
  expect(name).toHaveFocus()
  await user.keyboard('porto, portugal')
  await form.findByRole('button', { name: cityName('Porto', 'Portugal') })
  await user.keyboard('{Tab}{Enter}')
  expect(name).toHaveValue('Porto')
  expect(name).toHaveFocus()
  // Closes only the form, and returns to the button that opened it.
  await user.keyboard('{Escape}')
  await waitFor(() => expect(add).toHaveFocus())
  expect(await readPlace('Porto')).toBeNull()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Places' })).toHaveFocus())
})

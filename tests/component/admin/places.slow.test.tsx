import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createCommunity, readCommunity } from '../../support/communities.ts'
import { failRequests } from '../requests.ts'
import { expectFocusKept, openApp } from '../whole-app.tsx'
import { chooseTool } from './manage.ts'
import {
  createPlace,
  readPlace,
  rememberPlaces,
  removeAddedPlaces,
  serveCities,
} from './place-rows.ts'
import { admin, clearQueue, owner, uniqueName } from './queue.ts'

beforeAll(rememberPlaces)
afterEach(async () => {
  await clearQueue()
  await removeAddedPlaces()
})

const openDialog = async () => {
  const user = await openApp(admin, '/admin?view=all')
  await chooseTool(user, 'Places')
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Places' })) }
}

async function openPlaces() {
  const opened = await openDialog()
  await opened.dialog.findByText('Cape Town')
  return opened
}

/** Opens the form of a new place, or that of a place found by its name. */
async function openForm(name?: string) {
  const { user, dialog } = await openPlaces()
  const add = dialog.getByRole('button', { name: 'Add place' })
  if (name) {
    await user.type(dialog.getByRole('searchbox', { name: 'Search places' }), name)
    await user.click(await dialog.findByRole('button', { name: `Edit ${name}` }))
  } else {
    add.focus()
    await user.keyboard('{Enter}')
  }
  const title = name ? 'Edit place' : 'Add place'
  const form = within(await screen.findByRole('dialog', { name: title }))
  const field = (label: RegExp) => form.getByRole('textbox', { name: label })
  const submit = () =>
    user.click(form.getByRole('button', { name: name ? 'Save Changes' : 'Add place' }))
  /** Types the first letters of a city, and chooses the suggestion with the keyboard. */
  const chooseCity = async (letters: string, city: string, country: string) => {
    await user.type(field(/^Name/), letters)
    // happy-dom adds a space between inline elements.
    await form.findByRole('button', { name: new RegExp(`^${city} ?, ${country}`) })
    await user.keyboard('{Tab}{Enter}')
    expect(field(/^Name/)).toHaveValue(city)
    expect(field(/^Name/)).toHaveFocus()
  }
  return { user, dialog, add, form, field, submit, chooseCity }
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

  test('offers a retry when loading fails, and has pages', async () => {
    const names = Array.from({ length: 25 }, (_, index) => `Aaa ${String.fromCharCode(65 + index)}`)
    for (const name of names) await createPlace({ name })
    const broken = failRequests(/rpc\/list_places/)
    const { user, dialog } = await openDialog()
    const retry = await dialog.findByRole('button', { name: 'Try again' })
    expect(dialog.getByText('Error loading places')).toBeVisible()
    broken.restore()
    await user.click(retry)
    expect(await dialog.findByText('Aaa A')).toBeVisible()
    expect(dialog.queryByText('Cape Town')).toBeNull()
    const pages = within(dialog.getByRole('navigation', { name: 'Pages of places' }))
    await user.click(pages.getByRole('button', { name: 'Next' }))
    expect(await dialog.findByText('Cape Town')).toBeVisible()
    expect(dialog.queryByText('Aaa A')).toBeNull()
  })
})

describe('adding a place', () => {
  beforeEach(() => void serveCities())

  test('fills the form with a suggestion, keeps it when saving fails, and lists the stored place', async () => {
    const { user, dialog, form, field, submit, chooseCity } = await openForm()
    expect(field(/^Name/)).toHaveFocus()
    await chooseCity('pristina, kos', 'Pristina', 'Kosovo')
    // The list of countries does not have this code.
    const country = form.getByRole('combobox', { name: /Country/ })
    expect(country).toHaveValue('XK')
    await user.click(country)
    await user.tab()
    expect(field(/Country name/)).toHaveValue('Kosovo')
    expect(form.queryByRole('list', { name: 'Suggestions' })).toBeNull()
    await user.type(field(/Alternative names/), 'Prishtina, Priština')
    const broken = failRequests(/rest\/v1\/places\?select=name/)
    await submit()
    expect(await form.findByText(/^Failed to add place: The service had a problem/)).toBeVisible()
    expect(field(/^Name/)).toHaveValue('Pristina')
    expect(await readPlace('Pristina')).toBeNull()
    broken.restore()
    await submit()
    expect(await dialog.findByText('Pristina added')).toBeVisible()
    expect(await dialog.findByText('Pristina')).toBeVisible()
    expect(await readPlace('Pristina')).toMatchObject({
      country: 'Kosovo',
      country_code: 'XK',
      latitude: expect.closeTo(42.67, 1),
      longitude: expect.closeTo(21.17, 1),
      alternative_names: ['Prishtina', 'Priština'],
      is_active: true,
    })
  })

  test('marks what is missing, sends nothing, and works without the city data', async () => {
    failRequests(/^\/cities\//)
    const sent = failRequests(/places\?select=name/)
    const { user, dialog, form, field, submit } = await openForm()
    await submit()
    expect(field(/^Name/)).toHaveFocus()
    expect(form.getByText('Please enter a name')).toBeVisible()
    expect(form.getByText('Please select a country')).toBeVisible()
    expect(form.getByText('Please enter a number from -90 to 90')).toBeVisible()
    expect(sent.count()).toBe(0)
    sent.restore()
    await user.type(field(/^Name/), 'Gili Sunset')
    await user.selectOptions(form.getByRole('combobox', { name: /Country/ }), 'Indonesia')
    await user.type(field(/Latitude/), '-8.35')
    await user.type(field(/Longitude/), '116.04')
    expect(await form.findByText("Couldn't load the city data.")).toBeVisible()
    await submit()
    expect(await dialog.findByText('Gili Sunset added')).toBeVisible()
    expect(await readPlace('Gili Sunset')).toMatchObject({ longitude: 116.04 })
  })

  test('under a name of another place is refused at the field, and Escape closes one dialog at a time', async () => {
    const { user, add, form, field, submit, chooseCity } = await openForm()
    await chooseCity('ZURICH, Swi', 'Zürich', 'Switzerland')
    await submit()
    await waitFor(() => expect(field(/^Name/)).toHaveAccessibleDescription(/already has this name/))
    expect(form.getByText('Another place already has this name: Zürich.')).toBeVisible()
    expect(field(/^Name/)).toHaveFocus()
    expect(field(/Country name/)).toHaveValue('Switzerland')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(add).toHaveFocus())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(screen.getByRole('button', { name: 'Manage' })).toHaveFocus())
  })
})

describe('editing a place', () => {
  test('renames it: its communities follow, and the former name stays known', async () => {
    const { name } = await createPlace()
    const community = await createCommunity(owner, { location: name })
    failRequests(/^\/cities\//)
    const { user, dialog, form, field, submit } = await openForm(name)
    expect(form.getByText(/^Old links keep working/)).toBeVisible()
    const renamed = uniqueName('Cove')
    await user.clear(field(/^Name/))
    await user.type(field(/^Name/), renamed)
    await submit()
    expect(await dialog.findByText(`${renamed} saved`)).toBeVisible()
    expect(await readPlace(renamed)).toMatchObject({ alternative_names: [name] })
    expect((await readCommunity(community.id)).location).toBe(renamed)
  })

  test('does not overwrite what another admin saved meanwhile, and loads it on request', async () => {
    const { id, name } = await createPlace()
    const { user, dialog, form, field, submit } = await openForm(name)
    await admin.client
      .from('places')
      .update({ alternative_names: ['From the second admin'] })
      .eq('id', id)
      .throwOnError()
    await user.type(field(/Alternative names/), 'From the first admin')
    await submit()
    const conflict = 'Failed to update place: Another admin has changed this place in the meantime.'
    expect(await form.findByText(conflict)).toBeVisible()
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
})

test('merging a place states what happens, keeps the choice when it fails, and moves its communities', async () => {
  const [merged, kept] = [await createPlace(), await createPlace()]
  const community = await createCommunity(owner, { location: merged.name })
  const { user, dialog } = await openPlaces()
  await user.click(
    await dialog.findByRole('button', { name: `Merge ${merged.name} into another place` }),
  )
  const form = within(await screen.findByRole('dialog', { name: /^Merge/ }))
  await user.click(form.getByRole('button', { name: 'Merge' }))
  expect(await form.findByText('Please select a place')).toBeVisible()
  expect(form.getByRole('radiogroup', { name: /Keep this place/ })).toBeInvalid()
  const search = form.getByRole('searchbox', { name: 'Search by place or country' })
  expect(search).toHaveFocus()
  expect(form.queryByRole('radio', { name: merged.name })).toBeNull()
  await user.keyboard(kept.name)
  expect(form.getByText('1 place matches')).toBeVisible()
  // Enter chooses the only match. It does not merge.
  await user.keyboard('{Enter}')
  const choice = form.getByRole('radio', { name: kept.name })
  expect(choice).toBeChecked()
  expect(form.getByText(`1 community moves to ${kept.name}`)).toBeVisible()
  expect(form.getByText(/old links and searches keep working/)).toBeVisible()

  const merge = form.getByRole('button', { name: `Merge into ${kept.name}` })
  const broken = failRequests(/rpc\/merge_places/)
  await user.click(merge)
  expect(await form.findByText(/^Failed to merge places: /)).toBeVisible()
  expect(choice).toBeChecked()
  expect(await readPlace(merged.name)).not.toBeNull()
  broken.restore()
  await user.click(merge)
  expect(await dialog.findByText(`${merged.name} merged into ${kept.name}`)).toBeVisible()
  await expectFocusKept(/^Places/)
  expect((await readCommunity(community.id)).location).toBe(kept.name)
  expect(await readPlace(merged.name)).toBeNull()
  expect(await readPlace(kept.name)).toMatchObject({ alternative_names: [merged.name] })
})

test('a retired place keeps its communities, and can be restored', async () => {
  const { name } = await createPlace()
  const community = await createCommunity(owner, { location: name })
  const { user, dialog } = await openPlaces()
  await user.click(dialog.getByRole('button', { name: `Retire ${name}` }))
  expect(await dialog.findByText(`${name} retired`)).toBeVisible()
  const row = dialog.getByText(name).closest('li')
  await waitFor(() => expect(row).toHaveTextContent(/Retired1 community/))
  expect((await readCommunity(community.id)).location).toBe(name)
  expect(await readPlace(name)).toMatchObject({ is_active: false })
  await user.click(await dialog.findByRole('button', { name: `Restore ${name}` }))
  expect(await dialog.findByText(`${name} restored`)).toBeVisible()
  await expectFocusKept(/^Retire$/)
  expect(await readPlace(name)).toMatchObject({ is_active: true })
})

test('a place that another admin has changed or merged is not retired before it is reloaded', async () => {
  const [merged, kept] = [await createPlace(), await createPlace()]
  const { user, dialog } = await openPlaces()
  const { client } = admin
  await client.rpc('merge_places', { merged_id: merged.id, kept_id: kept.id }).throwOnError()
  await user.click(dialog.getByRole('button', { name: `Retire ${merged.name}` }))
  const gone = 'Failed to retire place: Another admin merged it into another place.'
  expect(await dialog.findByText(gone)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Reload' }))
  await waitFor(() => expect(dialog.queryByText(merged.name)).toBeNull())

  await client.from('places').update({ latitude: 12.6 }).eq('id', kept.id).throwOnError()
  await user.click(dialog.getByRole('button', { name: `Retire ${kept.name}` }))
  expect(await dialog.findByText(/^Failed to retire place: Another admin has/)).toBeVisible()
  expect(await readPlace(kept.name)).toMatchObject({ is_active: true })
  await user.click(dialog.getByRole('button', { name: 'Reload' }))
  await waitFor(() => expect(dialog.queryByText(/^Failed to retire place/)).toBeNull())
})

test('the activity names places and what changed', async () => {
  const [merged, kept] = [await createPlace(), await createPlace()]
  const { client } = admin
  await client.from('places').update({ is_active: false }).eq('id', kept.id).throwOnError()
  await client.rpc('merge_places', { merged_id: merged.id, kept_id: kept.id }).throwOnError()

  const user = await openApp(admin, '/admin?view=all')
  await chooseTool(user, 'Activity')
  const dialog = within(await screen.findByRole('dialog', { name: 'Activity' }))
  const [joined, retired, added] = await dialog.findAllByRole('listitem')
  expect(joined).toHaveTextContent('Merged with another place by Site Admin')
  expect(joined).toHaveTextContent(kept.name)
  expect(retired).toHaveTextContent('Owners can choose itBeforeyesAfterno')
  expect(added).toHaveTextContent('Country codeBeforenothingAfterAW')
  expect(added).not.toHaveTextContent(/known.names/i)
})

import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createCommunity, readCommunity } from '../../support/communities.ts'
import { failRequests } from '../requests.ts'
import { expectToast } from '../whole-app.tsx'
import {
  createPlace,
  readPlace,
  rememberPlaces,
  removeAddedPlaces,
  serveCities,
} from './place-rows.ts'
import {
  clearQueue,
  createOldest,
  findHeading,
  findRegion,
  openInQueue,
  openQueue,
  owner,
  passDoublePress,
  uniqueName,
  updateCommunity,
} from './queue.ts'

beforeAll(rememberPlaces)
afterEach(async () => {
  await clearQueue()
  await removeAddedPlaces()
})

/** Opens a new community, which requests a place, in the queue. */
async function openRequest() {
  const community = await createOldest({ location: null, requested_place: 'Lisbon, Portugal' })
  const user = await openQueue(community)
  const region = await findRegion('Requested place')
  const openDialog = async () => {
    passDoublePress()
    await screen.findByRole('button', { name: /^Add place/ })
    await user.keyboard('a')
    return within(await screen.findByRole('dialog', { name: 'Add place' }))
  }
  const openChoice = async () => {
    const form = await openDialog()
    await user.click(form.getByRole('button', { name: 'Use an existing place' }))
    return within(await screen.findByRole('dialog', { name: 'Use an existing place' }))
  }
  const openForm = async () => {
    serveCities()
    const form = await openDialog()
    expect(await form.findByRole('textbox', { name: /^Name/ })).toHaveValue('Lisbon')
    return form
  }
  const read = () => readCommunity(community.id)
  const change = (requested_place: string) =>
    updateCommunity(owner.client, community.id, { requested_place })
  return { user, region, openDialog, openChoice, openForm, read, change }
}

describe('a requested place', () => {
  test('prevents an approval until A and Enter add it from the request', async () => {
    const { user, region, openForm, read } = await openRequest()
    expect(region.getByText('Requested place: Lisbon, Portugal')).toBeVisible()
    expect(region.getByText('You can approve this community once it has a place.')).toBeVisible()
    expect(screen.getByText('No place yet')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull()
    expect(screen.getByRole('button', { name: /^Reject/ })).toBeEnabled()

    const form = await openForm()
    expect(form.getByRole('textbox', { name: /Latitude/ })).toHaveValue('38.7251')
    expect(form.getByRole('button', { name: 'Add place' })).toHaveFocus()
    await user.keyboard('{Enter}')
    await expectToast('Location updated')
    expect(await read()).toMatchObject({
      location: 'Lisbon',
      requested_place: null,
      status: 'pending',
    })
    expect(await screen.findByText('Lisbon, Portugal')).toBeVisible()
    passDoublePress()
    await screen.findByRole('button', { name: /^Approve/ })
    await user.keyboard('a')
    await expectToast('Community approved successfully')
  })

  test('is offered again if it was added, but the community could not be saved', async () => {
    const { user, region, openForm, read } = await openRequest()
    const form = await openForm()
    const broken = failRequests(/communities\?id=eq/)
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
    expect(await read()).toMatchObject({ location: 'Lisbon', requested_place: null })
  })

  test('is replaced by an existing place, which is searched for among many', async () => {
    for (const name of 'ABCDEFGH') await createPlace({ name: `Aaa ${name}` })
    await createPlace({ name: 'Aaa Z', alternative_names: ['Playa Dorada'] })
    const { user, openDialog, openChoice, read } = await openRequest()
    const unknown = await openDialog()
    // Without the data of cities, it is the first field that is missing.
    expect(unknown.getByRole('textbox', { name: /Latitude/ })).toHaveFocus()
    await user.keyboard('{Escape}')
    const form = await openChoice()
    await user.type(await form.findByRole('searchbox'), 'playa d')
    expect(await form.findByText('1 place matches')).toBeVisible()
    const [choice, ...others] = form.getAllByRole('radio')
    expect(others).toEqual([])
    await user.click(choice ?? document.body)
    expect(form.getByText('Aaa Z, Aruba')).toBeVisible()
    const broken = failRequests(/communities\?id=eq/)
    await user.click(form.getByRole('button', { name: 'Use this place' }))
    expect(await form.findByText(/^Failed to update the location/)).toBeVisible()
    broken.restore()
    await user.click(form.getByRole('button', { name: 'Use this place' }))
    await expectToast('Location updated')
    expect(await read()).toMatchObject({ location: 'Aaa Z', requested_place: null })
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Requested place' })).toBeNull(),
    )
  })

  test('of an approved community is in the queue until an admin declines it', async () => {
    const name = uniqueName('Moving')
    const { id } = await createCommunity(owner, { name, status: 'approved' })
    await updateCommunity(owner.client, id, { requested_place: 'Lisbon' })
    const user = await openInQueue(name)
    await findHeading(name)
    expect(await screen.findByRole('button', { name: /^Places [1-9]/ })).toBeVisible()
    const region = await findRegion('Requested place')
    expect(region.getByText(/stays in Cape Town until you add the place/)).toBeVisible()
    expect(region.queryByRole('button')).toBeNull()
    expect(screen.getByRole('button', { name: /^Decline place/ })).toBeEnabled()
    await user.keyboard('r')
    await screen.findByRole('dialog', { name: 'Decline place' })
    await user.keyboard('1{Enter}')
    await expectToast('Place declined')
    expect(await readCommunity(id)).toMatchObject({
      location: 'Cape Town',
      requested_place: null,
      status: 'approved',
    })
    await waitFor(() => expect(screen.queryByRole('heading', { name, level: 2 })).toBeNull())
  })

  test('stays if the owner has changed the community since a dialog was opened', async () => {
    const { user, openChoice, openForm, read, change } = await openRequest()
    const form = await openForm()
    await change('Porto, Portugal')
    await user.click(form.getByRole('button', { name: 'Add place' }))
    await expectToast(/^Failed to update the location: This community was changed/)
    expect(await read()).toMatchObject({ location: null })
    await user.click(await screen.findByRole('button', { name: 'Show the new version' }))
    expect(await screen.findByText('Requested place: Porto, Portugal')).toBeVisible()

    const choice = await openChoice()
    // It was added all the same.
    await user.click(await choice.findByRole('radio', { name: 'Lisbon' }))
    await change('Porto')
    await user.click(choice.getByRole('button', { name: 'Use this place' }))
    expect(await choice.findByText(/changed by someone else in the meantime/)).toBeVisible()
    expect(await read()).toMatchObject({ location: null, requested_place: 'Porto' })
  })
})

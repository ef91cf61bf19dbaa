import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createCommunity, newInviteLink, readCommunity } from '../../support/communities.ts'
import { createSecretClient, createUser, type TestUser } from '../../support/users.ts'
import { holdResponses, interceptRequests } from '../requests.ts'
import { expectToast, openApp, returnToTab } from '../whole-app.tsx'
import { clearQueue, createOldest, findHeading, findRegion, uniqueName } from './queue.ts'

let admin: TestUser
let owner: TestUser

beforeEach(async () => {
  localStorage.clear()
  ;[admin, owner] = await Promise.all([
    createUser({ admin: true, name: 'Site Admin' }),
    createUser({ name: 'Community Owner' }),
  ])
})
afterEach(() => clearQueue(owner))

const openQueue = () => openApp(admin, '/admin?view=queue')
const respondWith500 = () => new Response('{"message": "broken"}', { status: 500 })

describe('a pending community', () => {
  test("is shown with its link, groups, owner and the owner's other communities", async () => {
    const [name, other] = [uniqueName('Waiting'), uniqueName('Other one')]
    const community = await createOldest(owner, { name, description: 'All about it.' })
    await createCommunity(owner, { name: other, status: 'rejected' })
    await owner.client
      .from('community_groups')
      .insert({ community_id: community.id, name: 'Early birds' })
      .throwOnError()
    await openQueue()
    expect(await findHeading(name)).toBeVisible()
    expect(screen.getByText('All about it.')).toBeVisible()
    expect(screen.getByRole('img', { name: `Image of ${name}` })).toBeVisible()
    const link = screen.getByRole('link', { name: /chat\.whatsapp\.com/ })
    expect(link).toHaveAttribute('href', community.whatsapp_link)
    expect(link).toHaveAttribute('target', '_blank')
    expect(link.getAttribute('rel')).toContain('noopener noreferrer')
    expect((await findRegion('WhatsApp groups')).getByText('Early birds')).toBeVisible()
    const ownerPanel = await findRegion('Owner')
    expect(ownerPanel.getByText('Community Owner')).toBeVisible()
    expect(await ownerPanel.findByText(other)).toBeVisible()
    expect(await ownerPanel.findByRole('link', { name: '2 communities' })).toHaveAttribute(
      'href',
      `/admin?owner=${owner.id}`,
    )
  })

  test('is approved with A, and the next one appears', async () => {
    const [first, second] = [uniqueName('First'), uniqueName('Second')]
    const community = await createOldest(owner, { name: first })
    await createOldest(owner, { name: second })
    const user = await openQueue()
    await findHeading(first)
    await user.keyboard('a')
    expect(await findHeading(second)).toHaveFocus()
    await expectToast('Community approved successfully')
    expect(await readCommunity(community.id)).toMatchObject({
      status: 'approved',
      approved_by: admin.id,
    })
  })

  test('gives way to the next one even if earlier ones leave the queue as well', async () => {
    const names = ['First', 'Second', 'Third', 'Fourth'].map(uniqueName)
    const ids: string[] = []
    for (const name of names) {
      // Sequentially, because the queue is sorted by creation date.
      ids.push((await createOldest(owner, { name })).id)
    }
    const user = await openQueue()
    await findHeading(names[0] ?? '')
    await user.keyboard('j')
    await findHeading(names[1] ?? '')
    await createSecretClient()
      .from('communities')
      .update({ status: 'approved' })
      .in('id', ids.slice(0, 2))
      .throwOnError()
    await waitFor(() => {
      // Reloads nothing while a reload is already running.
      returnToTab()
      expect(screen.getByRole('heading', { name: /^(Third|Fourth)/, level: 2 })).toHaveTextContent(
        names[2] ?? '',
      )
    })
  })

  test('is rejected with R, a number and Enter', async () => {
    const name = uniqueName('To reject')
    const community = await createOldest(owner, { name })
    const user = await openQueue()
    await findHeading(name)
    await user.keyboard('r')
    await screen.findByRole('dialog', { name: 'Reject community' })
    await user.keyboard('4{Enter}')
    await expectToast('Community rejected successfully')
    expect(await readCommunity(community.id)).toMatchObject({
      status: 'rejected',
      rejection_reason: 'This community is already listed.',
    })
  })

  test('is not rejected without a reason, and keeps the reason when saving fails', async () => {
    const name = uniqueName('Stuck')
    const community = await createOldest(owner, { name })
    const user = await openQueue()
    await findHeading(name)
    await user.keyboard('r')
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject community' }))
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    expect(dialog.getByText('Please enter a reason')).toBeVisible()
    // Letters typed into the field are not shortcuts.
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'area jar 12')
    const broken = interceptRequests(
      new RegExp(`communities\\?id=eq.${community.id}`),
      respondWith500,
    )
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    expect(await dialog.findByText(/^Failed to reject community/)).toBeVisible()
    expect(dialog.getByRole('textbox', { name: /Reason/ })).toHaveValue('area jar 12')
    expect(await readCommunity(community.id)).toMatchObject({ status: 'pending' })
    broken.restore()
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    await expectToast('Community rejected successfully')
    expect(await readCommunity(community.id)).toMatchObject({ rejection_reason: 'area jar 12' })
  })

  test('is not approved if its owner has changed it in the meantime', async () => {
    const name = uniqueName('Moving target')
    const community = await createOldest(owner, { name })
    const user = await openQueue()
    await findHeading(name)
    await owner.client
      .from('communities')
      .update({ description: 'Something else entirely.' })
      .eq('id', community.id)
      .throwOnError()
    await user.keyboard('a')
    await expectToast(
      'Failed to approve community: This community was changed by someone else in the meantime. Reload it to see the current version.',
    )
    expect(await readCommunity(community.id)).toMatchObject({ status: 'pending' })
    await user.keyboard('k')
    expect(await screen.findByText('Something else entirely.')).toBeVisible()
  })

  test('is not approved if its owner has added a group in the meantime', async () => {
    const name = uniqueName('New group')
    const community = await createOldest(owner, { name })
    const user = await openQueue()
    await findHeading(name)
    await owner.client
      .from('community_groups')
      .insert({ community_id: community.id, name: 'Buy my course' })
      .throwOnError()
    await user.keyboard('a')
    await expectToast(/^Failed to approve community: This community was changed by someone else/)
    expect(await readCommunity(community.id)).toMatchObject({ status: 'pending' })
  })
})

test('the queue stays visible when a refresh fails, with a button to try again', async () => {
  const [first, second] = [uniqueName('Still there'), uniqueName('Next')]
  await createOldest(owner, { name: first })
  await createOldest(owner, { name: second })
  const user = await openQueue()
  await findHeading(first)
  const broken = interceptRequests(/rpc\/list_review_queue/, respondWith500)
  await user.keyboard('a')
  const notice = (await screen.findByText("Couldn't refresh this list.")).closest('[role="alert"]')
  expect(screen.queryByText('Error loading communities')).toBeNull()
  expect(await findHeading(second)).toBeVisible()
  broken.restore()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(notice).not.toBeInTheDocument())
})

describe('undo', () => {
  test('reverts a decision with U', async () => {
    const name = uniqueName('Back and forth')
    const community = await createOldest(owner, { name })
    const user = await openQueue()
    await findHeading(name)
    await user.keyboard('a')
    expect(await screen.findByText(`Approved: ${name}`)).toBeVisible()
    await user.keyboard('u')
    await expectToast('Decision undone')
    expect(await readCommunity(community.id)).toMatchObject({
      status: 'pending',
      approved_by: null,
      approval_date: null,
    })
    expect(screen.queryByText(`Approved: ${name}`)).toBeNull()
    expect(screen.queryByText('Community approved successfully')).toBeNull()
  })

  test('reverts the latest decision even if an earlier one is saved later', async () => {
    const [first, second] = [uniqueName('Slow to save'), uniqueName('Decided last')]
    const slow = await createOldest(owner, { name: first })
    const last = await createOldest(owner, { name: second })
    const user = await openQueue()
    await findHeading(first)
    const release = holdResponses(new RegExp(`communities\\?id=eq.${slow.id}`))
    await user.keyboard('a')
    await findHeading(second)
    await user.keyboard('r')
    await screen.findByRole('dialog', { name: 'Reject community' })
    await user.keyboard('4{Enter}')
    await expectToast('Community rejected successfully')
    release()
    await expectToast('Community approved successfully')
    expect(screen.getByText(`Rejected: ${second}`)).toBeVisible()
    await user.keyboard('u')
    await expectToast('Decision undone')
    expect(await readCommunity(last.id)).toMatchObject({ status: 'pending' })
    expect(await readCommunity(slow.id)).toMatchObject({ status: 'approved' })
  })

  test('stays available for a decision made while an earlier one is being undone', async () => {
    const [first, second] = [uniqueName('Slow to undo'), uniqueName('Decided in between')]
    await createOldest(owner, { name: first })
    await createOldest(owner, { name: second })
    const user = await openQueue()
    await findHeading(first)
    await user.keyboard('a')
    await screen.findByText(`Approved: ${first}`)
    await findHeading(second)
    const release = holdResponses(/rpc\/undo_decision/)
    await user.keyboard('u')
    await user.keyboard('a')
    expect(await screen.findByText(`Approved: ${second}`)).toBeVisible()
    release()
    await expectToast('Decision undone')
    expect(screen.getByText(`Approved: ${second}`)).toBeVisible()
  })

  test('reports when it is too late', async () => {
    const name = uniqueName('Too late')
    const community = await createOldest(owner, { name })
    const user = await openQueue()
    await findHeading(name)
    await user.keyboard('a')
    const bar = await screen.findByText(`Approved: ${name}`)
    await createSecretClient()
      .from('communities')
      .update({ updated_at: new Date().toISOString() })
      .eq('id', community.id)
      .throwOnError()
    expect(bar).toBeVisible()
    await user.click(screen.getByRole('button', { name: /^Undo/ }))
    await expectToast('Failed to undo: This decision can no longer be undone.')
    expect(await readCommunity(community.id)).toMatchObject({ status: 'approved' })
  })
})

describe('the keyboard shortcuts', () => {
  test('ignore keys with a modifier and keys behind a dialog', async () => {
    const name = uniqueName('Untouched')
    const community = await createOldest(owner, { name })
    const user = await openQueue()
    await findHeading(name)
    await user.keyboard('{Control>}a{/Control}{Meta>}a{/Meta}{Alt>}a{/Alt}')
    await user.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await user.keyboard('a')
    await user.keyboard('{Escape}')
    expect(await readCommunity(community.id)).toMatchObject({ status: 'pending' })
  })

  test('can be switched off permanently', async () => {
    const name = uniqueName('Quiet keys')
    const community = await createOldest(owner, { name })
    const user = await openQueue()
    await findHeading(name)
    await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Use keyboard shortcuts' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('ar?')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(localStorage.getItem('review-shortcuts')).toBe('off')
    expect(await readCommunity(community.id)).toMatchObject({ status: 'pending' })
  })

  test('open the next and previous community, the editor and the history', async () => {
    const [first, second] = [uniqueName('One'), uniqueName('Two')]
    await createOldest(owner, { name: first })
    await createOldest(owner, { name: second })
    const user = await openQueue()
    await findHeading(first)
    await user.keyboard('j')
    expect(await findHeading(second)).toHaveFocus()
    await user.keyboard('k')
    expect(await findHeading(first)).toHaveFocus()
    await user.keyboard('h')
    const history = await screen.findByRole('dialog', { name: 'History' })
    expect(await within(history).findByText('No entries')).toBeVisible()
    await user.keyboard('{Escape}')
    await user.keyboard('e')
    expect(await screen.findByRole('dialog', { name: 'Edit Community' })).toBeVisible()
  })
})

describe('a duplicate warning', () => {
  test('names a community with the same link, even a rejected one', async () => {
    const whatsapp_link = newInviteLink()
    const earlier = uniqueName('Turned down before')
    await createCommunity(owner, { name: earlier, whatsapp_link, status: 'rejected' })
    const name = uniqueName('Once more')
    await createOldest(owner, { name, whatsapp_link })
    await openQueue()
    await findHeading(name)
    const warning = await screen.findByRole('alert')
    expect(warning).toHaveTextContent('This may already be listed')
    expect(within(warning).getByText(earlier).closest('li')).toHaveTextContent(
      /same WhatsApp link \(rejected\)/,
    )
  })

  test('names a community with nearly the same name in the same place', async () => {
    const word = crypto.randomUUID()
    await createCommunity(owner, { name: `Walkers ${word}`, location: 'Bali', status: 'approved' })
    const name = `Walker ${word}`
    await createOldest(owner, { name, location: 'Bali' })
    await openQueue()
    await findHeading(name)
    const warning = within(await screen.findByRole('alert'))
    expect(warning.getByText(`Walkers ${word}`).closest('li')).toHaveTextContent(
      /similar name \(approved\)/,
    )
  })
})

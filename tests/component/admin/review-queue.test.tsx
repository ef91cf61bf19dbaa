import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createCommunity, newInviteLink } from '../../support/communities.ts'
import { type TestUser, createSecretClient, createUser } from '../../support/users.ts'
import { interceptRequests } from '../session/app.tsx'
import { expectToast, openApp } from '../whole-app.tsx'
import { clearQueue, createOldest, findHeading, region, readCommunity } from './queue.ts'

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
const failing = () => new Response('{"message": "broken"}', { status: 500 })
const unique = (name: string) => `${name} ${crypto.randomUUID()}`

/** Holds back the responses to matching requests until the returned function is called. */
function holdResponses(matching: RegExp): () => void {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  interceptRequests(matching, async (passOn) => {
    const response = await passOn()
    await held
    return response
  })
  return release
}

describe('a pending community', () => {
  test("is shown with its link, groups, owner and the owner's other communities", async () => {
    const [name, other] = [unique('Waiting'), unique('Other one')]
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
    expect((await region('WhatsApp groups')).getByText('Early birds')).toBeVisible()
    const ownerPanel = await region('Owner')
    expect(ownerPanel.getByText('Community Owner')).toBeVisible()
    expect(await ownerPanel.findByText(other)).toBeVisible()
    expect(await ownerPanel.findByRole('link', { name: '2 communities' })).toHaveAttribute(
      'href',
      `/admin?owner=${owner.id}`,
    )
  })

  test('is approved with A, and the next one appears', async () => {
    const [first, second] = [unique('First'), unique('Second')]
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

  test('is followed by the next one even if earlier ones leave the queue as well', async () => {
    const names = ['First', 'Second', 'Third', 'Fourth'].map(unique)
    const ids: string[] = []
    for (const name of names) {
      // Sequentially, so that they wait in this order.
      // oxlint-disable-next-line no-await-in-loop
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
      // Returning to the tab reloads the queue, unless a reload is already running.
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      expect(screen.getByRole('heading', { name: /^(Third|Fourth)/, level: 2 })).toHaveTextContent(
        names[2] ?? '',
      )
    })
  })

  test('is rejected with R, a number and Enter', async () => {
    const name = unique('To reject')
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

  test('is not rejected without a reason, and a failure keeps the reason', async () => {
    const name = unique('Stuck')
    const community = await createOldest(owner, { name })
    const user = await openQueue()
    await findHeading(name)
    await user.keyboard('r')
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject community' }))
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    expect(dialog.getByText('Please enter a reason')).toBeVisible()
    // Letters typed into the field are not shortcuts.
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'area jar 12')
    const broken = interceptRequests(new RegExp(`communities\\?id=eq.${community.id}`), failing)
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
    const name = unique('Moving target')
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

  test('is refused when its owner has added a group', async () => {
    const name = unique('New group')
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

test('the queue stays on screen when it cannot be refreshed, with a button to try again', async () => {
  const [first, second] = [unique('Still there'), unique('Next')]
  await createOldest(owner, { name: first })
  await createOldest(owner, { name: second })
  const user = await openQueue()
  await findHeading(first)
  const broken = interceptRequests(/rpc\/list_review_queue/, failing)
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
    const name = unique('Back and forth')
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
    const [first, second] = [unique('Slow to save'), unique('Decided last')]
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

  test('keeps the offer for a decision made while it was being saved', async () => {
    const [first, second] = [unique('Slow to undo'), unique('Decided in between')]
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

  test('explains when it is too late', async () => {
    const name = unique('Too late')
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
    const name = unique('Untouched')
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
    const name = unique('Quiet keys')
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
    const [first, second] = [unique('One'), unique('Two')]
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
    expect(await within(history).findByText('Nothing has happened yet')).toBeVisible()
    await user.keyboard('{Escape}')
    await user.keyboard('e')
    expect(await screen.findByRole('dialog', { name: 'Edit Community' })).toBeVisible()
  })
})

describe('a duplicate warning', () => {
  test('names a community with the same link, even a rejected one', async () => {
    const whatsapp_link = newInviteLink()
    const earlier = unique('Turned down before')
    await createCommunity(owner, { name: earlier, whatsapp_link, status: 'rejected' })
    const name = unique('Once more')
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

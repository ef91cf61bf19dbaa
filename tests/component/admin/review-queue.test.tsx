import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createCommunity, newInviteLink } from '../../support/communities.ts'
import { type TestUser, createSecretClient, createUser } from '../../support/users.ts'
import { interceptRequests } from '../session/app.tsx'
import { expectToast, openApp } from '../whole-app.tsx'
import { clearQueue, createOldest, onView, region, reread } from './desk.ts'

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

/** Keeps the answers to these requests back, until what it returns is called. */
function holdAnswers(matching: RegExp): () => void {
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => (letThrough = resolve))
  interceptRequests(matching, async (passOn) => {
    const response = await passOn()
    await held
    return response
  })
  return letThrough
}

describe('a community that waits', () => {
  test('is on view whole: link, groups, owner and what else the owner listed', async () => {
    const [name, other] = [unique('Waiting'), unique('Other one')]
    const community = await createOldest(owner, { name, description: 'All about it.' })
    await createCommunity(owner, { name: other, status: 'rejected' })
    await owner.client
      .from('community_groups')
      .insert({ community_id: community.id, name: 'Early birds' })
      .throwOnError()
    await openQueue()
    expect(await onView(name)).toBeVisible()
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

  test('is approved with A, and the next one comes on view', async () => {
    const [first, second] = [unique('First'), unique('Second')]
    const community = await createOldest(owner, { name: first })
    await createOldest(owner, { name: second })
    const user = await openQueue()
    await onView(first)
    await user.keyboard('a')
    expect(await onView(second)).toHaveFocus()
    await expectToast('Community approved successfully')
    expect(await reread(community.id)).toMatchObject({ status: 'approved', approved_by: admin.id })
  })

  test('is followed by the next one, also when one before it is gone as well', async () => {
    const names = ['First', 'Second', 'Third', 'Fourth'].map(unique)
    const ids: string[] = []
    for (const name of names) {
      // One after the other: they wait in this order.
      // oxlint-disable-next-line no-await-in-loop
      ids.push((await createOldest(owner, { name })).id)
    }
    const user = await openQueue()
    await onView(names[0] ?? '')
    await user.keyboard('j')
    await onView(names[1] ?? '')
    await createSecretClient()
      .from('communities')
      .update({ status: 'approved' })
      .in('id', ids.slice(0, 2))
      .throwOnError()
    await waitFor(() => {
      // Coming back to the tab reads the queue again, unless that is being done already.
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
    await onView(name)
    await user.keyboard('r')
    await screen.findByRole('dialog', { name: 'Reject community' })
    await user.keyboard('4{Enter}')
    await expectToast('Community rejected successfully')
    expect(await reread(community.id)).toMatchObject({
      status: 'rejected',
      rejection_reason: 'This community is already listed.',
    })
  })

  test('is not rejected without a reason, and a reason typed survives a failure', async () => {
    const name = unique('Stuck')
    const community = await createOldest(owner, { name })
    const user = await openQueue()
    await onView(name)
    await user.keyboard('r')
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject community' }))
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    expect(dialog.getByText('Please enter a reason')).toBeVisible()
    // Letters typed into the field decide nothing.
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'area jar 12')
    const broken = interceptRequests(new RegExp(`communities\\?id=eq.${community.id}`), failing)
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    expect(await dialog.findByText(/^Failed to reject community/)).toBeVisible()
    expect(dialog.getByRole('textbox', { name: /Reason/ })).toHaveValue('area jar 12')
    expect(await reread(community.id)).toMatchObject({ status: 'pending' })
    broken.restore()
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    await expectToast('Community rejected successfully')
    expect(await reread(community.id)).toMatchObject({ rejection_reason: 'area jar 12' })
  })

  test('is refused, with the reason, when its owner changed it meanwhile', async () => {
    const name = unique('Moving target')
    const community = await createOldest(owner, { name })
    const user = await openQueue()
    await onView(name)
    await owner.client
      .from('communities')
      .update({ description: 'Something else entirely.' })
      .eq('id', community.id)
      .throwOnError()
    await user.keyboard('a')
    await expectToast(
      'Failed to approve community: This community was changed by someone else in the meantime. Reload it to see the current version.',
    )
    expect(await reread(community.id)).toMatchObject({ status: 'pending' })
    await user.keyboard('k')
    expect(await screen.findByText('Something else entirely.')).toBeVisible()
  })

  test('is refused when its owner added a group meanwhile', async () => {
    const name = unique('New group')
    const community = await createOldest(owner, { name })
    const user = await openQueue()
    await onView(name)
    await owner.client
      .from('community_groups')
      .insert({ community_id: community.id, name: 'Buy my course' })
      .throwOnError()
    await user.keyboard('a')
    await expectToast(/^Failed to approve community: This community was changed by someone else/)
    expect(await reread(community.id)).toMatchObject({ status: 'pending' })
  })
})

test('the queue stays on screen when it cannot be refreshed, with a button to try again', async () => {
  const [first, second] = [unique('Still there'), unique('Next')]
  await createOldest(owner, { name: first })
  await createOldest(owner, { name: second })
  const user = await openQueue()
  await onView(first)
  const broken = interceptRequests(/rpc\/list_review_queue/, failing)
  await user.keyboard('a')
  const notice = (await screen.findByText("Couldn't refresh this list.")).closest('[role="alert"]')
  expect(screen.queryByText('Error loading communities')).toBeNull()
  expect(await onView(second)).toBeVisible()
  broken.restore()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(notice).not.toBeInTheDocument())
})

describe('undo', () => {
  test('takes a decision back with U', async () => {
    const name = unique('Back and forth')
    const community = await createOldest(owner, { name })
    const user = await openQueue()
    await onView(name)
    await user.keyboard('a')
    expect(await screen.findByText(`Approved: ${name}`)).toBeVisible()
    await user.keyboard('u')
    await expectToast('Decision undone')
    expect(await reread(community.id)).toMatchObject({
      status: 'pending',
      approved_by: null,
      approval_date: null,
    })
    expect(screen.queryByText(`Approved: ${name}`)).toBeNull()
    expect(screen.queryByText('Community approved successfully')).toBeNull()
  })

  test('is for the decision taken last, also when an earlier one is confirmed after it', async () => {
    const [first, second] = [unique('Slow to confirm'), unique('Decided last')]
    const slow = await createOldest(owner, { name: first })
    const last = await createOldest(owner, { name: second })
    const user = await openQueue()
    await onView(first)
    const letThrough = holdAnswers(new RegExp(`communities\\?id=eq.${slow.id}`))
    await user.keyboard('a')
    await onView(second)
    await user.keyboard('r')
    await screen.findByRole('dialog', { name: 'Reject community' })
    await user.keyboard('4{Enter}')
    await expectToast('Community rejected successfully')
    letThrough()
    await expectToast('Community approved successfully')
    expect(screen.getByText(`Rejected: ${second}`)).toBeVisible()
    await user.keyboard('u')
    await expectToast('Decision undone')
    expect(await reread(last.id)).toMatchObject({ status: 'pending' })
    expect(await reread(slow.id)).toMatchObject({ status: 'approved' })
  })

  test('that is confirmed late leaves the offer of a decision taken meanwhile', async () => {
    const [first, second] = [unique('Slow to undo'), unique('Decided meanwhile')]
    await createOldest(owner, { name: first })
    await createOldest(owner, { name: second })
    const user = await openQueue()
    await onView(first)
    await user.keyboard('a')
    await screen.findByText(`Approved: ${first}`)
    await onView(second)
    const letThrough = holdAnswers(/rpc\/undo_decision/)
    await user.keyboard('u')
    await user.keyboard('a')
    expect(await screen.findByText(`Approved: ${second}`)).toBeVisible()
    letThrough()
    await expectToast('Decision undone')
    expect(screen.getByText(`Approved: ${second}`)).toBeVisible()
  })

  test('says so when it is too late', async () => {
    const name = unique('Too late')
    const community = await createOldest(owner, { name })
    const user = await openQueue()
    await onView(name)
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
    expect(await reread(community.id)).toMatchObject({ status: 'approved' })
  })
})

describe('the keys', () => {
  test('leave a key with a modifier to the browser', async () => {
    const name = unique('Untouched')
    const community = await createOldest(owner, { name })
    const user = await openQueue()
    await onView(name)
    await user.keyboard('{Control>}a{/Control}{Meta>}a{/Meta}{Alt>}a{/Alt}')
    await user.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    // Behind the dialog nothing is decided either.
    await user.keyboard('a')
    await user.keyboard('{Escape}')
    expect(await reread(community.id)).toMatchObject({ status: 'pending' })
  })

  test('can be switched off, for good', async () => {
    const name = unique('Quiet keys')
    const community = await createOldest(owner, { name })
    const user = await openQueue()
    await onView(name)
    await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Use keyboard shortcuts' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('ar?')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(localStorage.getItem('review-shortcuts')).toBe('off')
    expect(await reread(community.id)).toMatchObject({ status: 'pending' })
  })

  test('J and K go on and back, E and H open the editor and the history', async () => {
    const [first, second] = [unique('One'), unique('Two')]
    await createOldest(owner, { name: first })
    await createOldest(owner, { name: second })
    const user = await openQueue()
    await onView(first)
    await user.keyboard('j')
    expect(await onView(second)).toHaveFocus()
    await user.keyboard('k')
    expect(await onView(first)).toHaveFocus()
    await user.keyboard('h')
    const history = await screen.findByRole('dialog', { name: 'History' })
    expect(await within(history).findByText('Nothing has happened yet')).toBeVisible()
    await user.keyboard('{Escape}')
    await user.keyboard('e')
    expect(await screen.findByRole('dialog', { name: 'Edit Community' })).toBeVisible()
  })
})

describe('a warning', () => {
  test('names a community with the same link, a rejected one included', async () => {
    const whatsapp_link = newInviteLink()
    const earlier = unique('Turned down before')
    await createCommunity(owner, { name: earlier, whatsapp_link, status: 'rejected' })
    const name = unique('Once more')
    await createOldest(owner, { name, whatsapp_link })
    await openQueue()
    await onView(name)
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
    await onView(name)
    const warning = within(await screen.findByRole('alert'))
    expect(warning.getByText(`Walkers ${word}`).closest('li')).toHaveTextContent(
      /similar name \(approved\)/,
    )
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCommunity, newInviteLink, readCommunity } from '../../support/communities.ts'
import { createSecretClient } from '../../support/users.ts'
import { failRequests, interceptRequests } from '../requests.ts'
import { expectToast, openApp } from '../whole-app.tsx'
import {
  admin,
  clearQueue,
  createOldest,
  findHeading,
  findRegion,
  openInQueue,
  openQueue,
  owner,
  uniqueName,
  updateCommunity,
} from './queue.ts'

beforeEach(() => localStorage.clear())
afterEach(clearQueue)

/** Returns an invite link to which the fake WhatsApp responds as if its group were dead or renamed. */
const inviteTo = (kind: 'DemoDead' | 'DemoSpam' | 'DemoRenamed') =>
  newInviteLink().slice(0, -22) + kind + newInviteLink().slice(kind.length - 22)

const markDead = (id: string) =>
  createSecretClient()
    .from('community_links')
    .update({ state: 'dead', dead_since: new Date().toISOString() })
    .eq('community_id', id)
    .throwOnError()

test('the queue shows a link that leads to another group, or to none', async () => {
  const [other, dead] = [
    await createOldest({ whatsapp_link: inviteTo('DemoSpam') }),
    await createOldest({ whatsapp_link: inviteTo('DemoDead') }),
  ]
  const user = await openQueue(other)
  const link = await findRegion('WhatsApp link')
  expect((await link.findByText('Crypto Signals VIP 🚀')).closest('dl')).toHaveTextContent(
    `On WhatsAppCrypto Signals VIP 🚀Listed as${other.name}`,
  )
  await user.keyboard('j')
  await findHeading(dead.name)
  expect(await (await findRegion('WhatsApp link')).findByText('This invite is dead')).toBeVisible()
})

test('an admin accepts the new name of a renamed group, and can undo it', async () => {
  const community = await createOldest({
    status: 'approved',
    whatsapp_link: inviteTo('DemoRenamed'),
  })
  const now = `${community.name} and Crypto`
  const secret = createSecretClient()
  for (const group_name of [community.name, now]) {
    const check = { community_id: community.id, link: community.whatsapp_link, group_name }
    // oxlint-disable-next-line no-await-in-loop
    await secret
      .rpc('record_link_check', { ...check, answer: 'live', is_review: true })
      .throwOnError()
  }
  const readApproved = async () => {
    const links = secret.from('community_links').select('approved_name')
    const { data } = await links.eq('community_id', community.id).single().throwOnError()
    return data.approved_name
  }
  const user = await openQueue(community)
  const renamed = await findRegion('Renamed on WhatsApp')
  expect((await renamed.findByText(now)).closest('dl')).toHaveTextContent(
    `Approved name${community.name}Name now${now}`,
  )
  await user.click(screen.getByRole('button', { name: /^Accept new name/ }))
  await screen.findByText(/^New name accepted/)
  expect(await readApproved()).toBe(now)
  await user.keyboard('u')
  await expectToast('Decision undone')
  expect(await readApproved()).toBe(community.name)
})

test('a renamed group whose new name is listed already does not promise the approved version', async () => {
  const community = await createOldest({ status: 'approved' })
  const secret = createSecretClient()
  await secret
    .from('community_links')
    .update({ approved_name: 'Swimmers', group_name: 'Sun Swimmers', renamed_at: '2026-11-01' })
    .eq('community_id', community.id)
    .throwOnError()
  await secret
    .from('communities')
    .update({ name_changed_at: '2000-01-01' })
    .eq('id', community.id)
    .throwOnError()
  await openQueue(community)
  const renamed = await findRegion('Renamed on WhatsApp')
  expect(await findRegion('Name changed without a review')).toBeDefined()
  expect(renamed.getByText('The group was renamed on WhatsApp.')).toBeVisible()
  expect(renamed.queryByText(/approved version/)).toBeNull()
})

test('an admin can decide while the link check fails or is slow', async () => {
  const community = await createOldest()
  const broken = failRequests(/check-links/)
  const user = await openQueue(community)
  const link = await findRegion('WhatsApp link')
  expect(await link.findByText("Couldn't find out where the link leads.")).toBeVisible()
  broken.restore()
  // WhatsApp does not respond.
  const slow = interceptRequests(/check-links/, () => new Promise<Response>(() => undefined))
  await user.click(link.getByRole('button', { name: /^Try again/ }))
  expect(slow.count()).toBe(1)
  await user.keyboard('a')
  await expectToast('Community approved successfully')
  await waitFor(async () =>
    expect(await readCommunity(community.id)).toMatchObject({ status: 'approved' }),
  )
  expect(screen.queryByText("Couldn't find out where the link leads.")).toBeNull()
})

test('the table marks approved communities whose link is dead, and can be filtered by them', async () => {
  const createApproved = (name: string) =>
    createCommunity(owner, { name: uniqueName(name), status: 'approved' })
  const [dead, live, rejected] = [
    await createApproved('Dead end'),
    await createApproved('Alive'),
    await createApproved('Rejected'),
  ]
  await Promise.all([markDead(dead.id), markDead(rejected.id)])
  await updateCommunity(createSecretClient(), rejected.id, { status: 'rejected' })
  const user = await openApp(admin, `/admin?owner=${owner.id}`)
  await screen.findByText(dead.name)
  const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }))
  expect(row(dead.name).getByText('Dead link')).toHaveAttribute('data-tone', 'red')
  expect(row(live.name).queryByText('Dead link')).toBeNull()
  expect(row(rejected.name).queryByText('Dead link')).toBeNull()

  await user.selectOptions(screen.getByRole('combobox', { name: 'Link' }), 'Dead links')
  await waitFor(() => expect(screen.queryByText(live.name)).toBeNull())
  expect(screen.getByText(dead.name)).toBeVisible()
  expect(window.location.search).toContain('link=dead')
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText(live.name)).toBeVisible()
})

test('the queue marks communities whose approved link is dead', async () => {
  const { id, name } = await createCommunity(owner, {
    name: uniqueName('Dead end'),
    status: 'approved',
    held_changes: { description: 'Still a dead link.' },
    held_at: '2001-01-01T00:00:00Z',
  })
  await markDead(id)
  await openInQueue(name)
  const list = within(screen.getByRole('list', { name: 'Waiting for review' }))
  const entry = within(list.getByRole('listitem', { current: true }))
  expect(entry.getByText(name)).toBeVisible()
  expect(entry.getByText('Dead link')).toHaveAttribute('data-tone', 'red')
  expect(screen.getAllByText('Dead link')).toHaveLength(2)
})

test('an admin sees that email delivery is failing, and why', async () => {
  // Tests cannot write to the outbox or wait a day.
  interceptRequests(/count_failed_emails/, () =>
    Response.json({ given_up: 3, overdue: 1, last_error: '535 Authentication failed' }),
  )
  await openApp(admin, '/admin?view=all')
  const notice = (await screen.findByText("3 emails couldn't be sent")).closest('[role="alert"]')
  expect(notice).toHaveTextContent('1 more has been waiting for over an hour.')
  expect(notice).toHaveTextContent('535 Authentication failed')
})

import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { block, readCommunity } from '../../support/communities.ts'
import { createSecretClient, createUser } from '../../support/users.ts'
import { failRequests } from '../requests.ts'
import { expectToast } from '../whole-app.tsx'
import {
  admin,
  clearQueue,
  createListed,
  declineWithReason,
  openEntry,
  openList,
  owner,
  passDoublePress,
  report,
  updateCommunity,
} from './queue.ts'

afterEach(clearQueue)

const secret = createSecretClient()

type Happen = (community_id: string) => PromiseLike<unknown>

const appeal = (community_id: string) =>
  owner.client
    .rpc('appeal_community', { community_id, message: 'Please look again.' })
    .throwOnError()

/* What may happen to an approved community, so that it is in the queue. */

const reportTwice: Happen = async (id) => {
  await report(id)
  await block(id, 'reports')
}
const requestPlace: Happen = (id) =>
  updateCommunity(owner.client, id, { requested_place: 'Porto, Portugal' })
const changeName: Happen = (id) =>
  updateCommunity(secret, id, { name_changed_at: new Date().toISOString() })
const hideAndAppeal: Happen = async (community_id) => {
  const { updated_at: version } = await readCommunity(community_id)
  const hiding = { community_id, version, reason: 'Too many adverts.' }
  await admin.client.rpc('hide_community', hiding).throwOnError()
  await appeal(community_id)
}
const hideByReportsAndAppeal: Happen = async (id) => {
  await block(id, 'reports')
  await appeal(id)
}
const rejectAndAppeal: Happen = async (id) => {
  await updateCommunity(secret, id, { status: 'pending' })
  const rejection = { status: 'rejected', rejection_reason: 'Spam.' } as const
  await updateCommunity(admin.client, id, rejection)
  await appeal(id)
}
const renameGroup: Happen = (id) =>
  secret
    .from('community_links')
    .update({ approved_name: 'Swimmers', group_name: 'Sun Swimmers', renamed_at: '2026-11-01' })
    .eq('community_id', id)
    .throwOnError()
const claim: Happen = async (community_id) => {
  const { id: claimant_id } = await createUser({ name: 'Claudia Claimant' })
  const row = { community_id, claimant_id, owner_id: owner.id, answer_due_at: '2026-01-01' }
  await secret.from('claims').insert(row).throwOnError()
}

const readOutcome = async (table: 'appeals' | 'claims', id: string) =>
  (await secret.from(table).select('outcome').eq('community_id', id).single().throwOnError()).data
    .outcome

/** Creates communities to which this happened, opens the queue, and returns functions that open and read each. */
async function openAfter<Name extends string>(happened: Record<Name, Happen>) {
  // The check on WhatsApp would find another group.
  failRequests(/check-links/)
  const listed = new Map<string, { id: string; name: string }>()
  for (const [what, happen] of Object.entries<Happen>(happened)) {
    const community = await createListed()
    await happen(community.id)
    listed.set(what, community)
  }
  const user = await openList()
  const find = (what: Name) => listed.get(what) ?? { id: '', name: '' }
  return {
    user,
    idOf: (what: Name) => find(what).id,
    read: (what: Name) => readCommunity(find(what).id),
    /** Waits for the button of an answer, which may need to know more. */
    open: async (what: Name, answer: RegExp) => {
      passDoublePress()
      await openEntry(user, find(what).name)
      await waitFor(() => expect(screen.getByRole('button', { name: answer })).toBeEnabled())
    },
  }
}

test('R asks for the reason to decline what waits about a community', async () => {
  const { user, idOf, read, open } = await openAfter({
    report: reportTwice,
    place: requestPlace,
    name: changeName,
    appeal: hideAndAppeal,
    renamed: renameGroup,
    claim,
  })
  const hidden = { name_changed_at: null, community_blocks: [{ kind: 'admin' }] }
  for (const what of ['report', 'name', 'renamed'] as const) {
    await open(what, /^Hide/)
    await declineWithReason(user, 'Hide community')
    await waitFor(async () => expect(await read(what)).toMatchObject(hidden))
  }
  await open('appeal', /^Decline appeal/)
  await declineWithReason(user, 'Decline appeal')
  await expectToast('Appeal declined successfully')
  expect(await read('appeal')).toMatchObject({
    community_blocks: [{ reason: 'Too many adverts.' }],
  })
  expect(await readOutcome('appeals', idOf('appeal'))).toBe('declined')

  await open('claim', /^Decline claim/)
  await declineWithReason(user, 'Decline claim')
  await expectToast('Claim declined successfully')
  expect(await readOutcome('claims', idOf('claim'))).toBe('declined')

  const { location } = await read('place')
  await open('place', /^Decline place/)
  await declineWithReason(user, 'Decline place')
  await expectToast('Place declined')
  const rejection_reason = 'Your present place already covers this one.'
  const declined = { location, requested_place: null, rejection_reason }
  expect(await read('place')).toMatchObject(declined)
  await user.keyboard('u')
  await expectToast('Decision undone')
  const undone = { requested_place: 'Porto, Portugal', rejection_reason: null }
  expect(await read('place')).toMatchObject(undone)
})

test('A accepts what waits about a community, after a form or a confirmation where it needs one', async () => {
  const { user, idOf, read, open } = await openAfter({
    hidden: hideAndAppeal,
    reports: hideByReportsAndAppeal,
    rejected: rejectAndAppeal,
    renamed: renameGroup,
    place: requestPlace,
    claim,
  })
  await open('hidden', /^Accept appeal of .* A$/)
  await user.keyboard('a')
  await expectToast('Appeal accepted successfully')
  expect(await read('hidden')).toMatchObject({ community_blocks: [] })

  await open('rejected', /^Accept appeal of .* A$/)
  await user.keyboard('a')
  await waitFor(async () => expect(await read('rejected')).toMatchObject({ status: 'approved' }))
  await user.keyboard('u')
  await waitFor(async () => expect(await read('rejected')).toMatchObject({ status: 'rejected' }))

  await open('renamed', /^Accept new name of .* A$/)
  await user.keyboard('a')
  await expectToast('New name accepted successfully')
  const links = secret.from('community_links').select('approved_name')
  const link = await links.eq('community_id', idOf('renamed')).single().throwOnError()
  expect(link.data.approved_name).toBe('Sun Swimmers')

  // Reports and appeal are two questions. Against a community that is shown again, R hides it.
  await open('reports', /^Keep listed/)
  await user.keyboard('a')
  await expectToast('Listed again')
  expect(await read('reports')).toMatchObject({ community_blocks: [] })
  await screen.findByRole('button', { name: /^Accept appeal/ })
  const region = within(await screen.findByRole('region', { name: 'Appeal' }))
  expect(await region.findByText('The community is no longer hidden.')).toBeVisible()
  expect(await readOutcome('appeals', idOf('reports'))).toBeNull()
  passDoublePress()
  await declineWithReason(user, 'Hide community')
  await waitFor(async () => expect(await readOutcome('appeals', idOf('reports'))).toBe('declined'))
  expect(await read('reports')).toMatchObject({ community_blocks: [{ kind: 'admin' }] })

  await open('claim', /^Accept claim/)
  await user.keyboard('a')
  const confirm = within(await screen.findByRole('alertdialog', { name: 'Accept this claim?' }))
  expect(await read('claim')).toMatchObject({ owner_id: owner.id })
  await user.click(confirm.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())

  await open('place', /^Add place of .* A$/)
  await user.keyboard('a')
  expect(await screen.findByRole('dialog', { name: 'Add place' })).toBeVisible()
})

import { beforeEach, expect, test } from 'vitest'
import {
  addGroup,
  createCommunity,
  readCommunity,
  updateCommunity,
} from '../support/communities.ts'
import {
  createSecretClient,
  createTestClient,
  createUsersAndAdmin,
  type TestUser,
} from '../support/users.ts'
import { createRefusalsCheck } from './refusals.ts'

/* Decisions of the review desk: all changes at once, a requested place, a question to the owner, and a live name. */

const [owner, stranger, admin] = await createUsersAndAdmin()
const secret = createSecretClient()
const visitor = { ...stranger, client: createTestClient() }

let id: string
beforeEach(async () => {
  ;({ id } = await createCommunity(owner))
  await addGroup(owner, id, 'Early birds').throwOnError()
})

const reason = 'Please keep to one topic.'
const approve = () => updateCommunity(admin, id, { status: 'approved' }).throwOnError()
const undo = () => admin.client.rpc('undo_decision', { community_id: id })
const groupNames = async () => {
  const groups = secret.from('community_groups').select('name').eq('community_id', id)
  return (await groups.order('name').throwOnError()).data.map(({ name }) => name)
}
const readLog = async () => {
  const log = secret.from('audit_log').select('action, actor_id, before, after')
  return (await log.eq('subject_id', id).order('id').throwOnError()).data
}
const readEmails = async () => {
  const { data } = await owner.client.rpc('export_my_data').throwOnError()
  return JSON.stringify(data)
}
const expectAllRefused = createRefusalsCheck(async () => [
  await readCommunity(id),
  await groupNames(),
  await readLog(),
])
const earlyBirds = { name: 'Early birds', description: '' }
const casino = { name: 'Casino tips', description: '' }

/** The version that the admin sees. */
let version: string
let groups_seen_at: string | null
const look = async () => {
  ;({ updated_at: version, groups_changed_at: groups_seen_at } = await readCommunity(id))
}
const decide = (is_accepted: boolean, { client }: TestUser = admin, text = reason) =>
  client.rpc('decide_changes', {
    community_id: id,
    is_accepted,
    version,
    ...(groups_seen_at && { groups_seen_at }),
    ...(text && { reason: text }),
  })
const decline = ({ client }: TestUser = admin, text = reason) =>
  client.rpc('decline_requested_place', { community_id: id, version, reason: text })
const question = 'Which city do you meet in?'
const ask = ({ client }: TestUser = admin, text = question) =>
  client.rpc('ask_owner', { community_id: id, version, reason: text })

/** Approves the community, whose owner then changes a value and the groups. */
const change = async () => {
  await approve()
  await updateCommunity(owner, id, { name: 'Better name' }).throwOnError()
  await addGroup(owner, id, 'Casino tips').throwOnError()
  await look()
}

test('only admins decide, with a visible reason, about the version that they see', async () => {
  await change()
  await updateCommunity(owner, id, { requested_place: 'Atlantis' }).throwOnError()
  await look()
  await expectAllRefused([
    ['changes accepted by the owner', 'PT403', () => decide(true, owner)],
    ['changes accepted by a stranger', 'PT403', () => decide(true, stranger)],
    ['changes accepted by a visitor', '42501', () => decide(true, visitor)],
    ['changes declined by a stranger', 'PT403', () => decide(false, stranger)],
    ['changes declined without a reason', 'PT400', () => decide(false, admin, '')],
    ['changes declined for an invisible reason', 'PT400', () => decide(false, admin, ' \u200B')],
    ['changes declined for a long reason', '23514', () => decide(false, admin, 'x'.repeat(501))],
    ['a place declined by the owner', 'PT403', () => decline(owner)],
    ['a place declined by a stranger', 'PT403', () => decline(stranger)],
    ['a place declined by a visitor', '42501', () => decline(visitor)],
    ['a place declined without a visible reason', 'PT400', () => decline(admin, ' \u200B')],
    ['a question by the owner', 'PT403', () => ask(owner)],
    ['a question by a stranger', 'PT403', () => ask(stranger)],
    ['a question by a visitor', '42501', () => ask(visitor)],
    ['a question without visible text', 'PT400', () => ask(admin, ' \u200B')],
    ['a question with a long text', '23514', () => ask(admin, 'x'.repeat(501))],
  ])
  await updateCommunity(owner, id, { name: 'Casino' }).throwOnError()
  await expectAllRefused([
    ['stale changes accepted', 'PT412', () => decide(true)],
    ['stale changes declined', 'PT412', () => decide(false)],
    ['a stale place declined', 'PT412', () => decline()],
    ['a stale question', 'PT412', () => ask()],
  ])
  await look()
  await addGroup(owner, id, 'More casino tips').throwOnError()
  await expectAllRefused([
    ['stale groups accepted', 'PT412', () => decide(true)],
    ['stale groups declined', 'PT412', () => decide(false)],
  ])
})

test('held values and groups are decided together, once, and one undo lets both wait again', async () => {
  await change()
  const expectWaiting = async () => {
    expect(await readCommunity(id)).toMatchObject({
      held_changes: { name: 'Better name' },
      groups_changed_at: expect.any(String),
      approved_groups: [earlyBirds],
      rejection_reason: null,
    })
    expect(await groupNames()).toEqual(['Casino tips', 'Early birds'])
    await look()
  }
  expect((await decide(false)).error).toBeNull()
  expect(await readCommunity(id)).toMatchObject({
    held_changes: null,
    groups_changed_at: null,
    approved_groups: [earlyBirds],
    rejection_reason: reason,
  })
  expect(await groupNames()).toEqual(['Early birds'])
  expect((await readLog()).map(({ action }) => action)).toEqual(['approved', 'changes declined'])
  expect(await readEmails()).toContain('changes_declined')
  await undo().throwOnError()
  await expectWaiting()

  expect((await decide(true)).error).toBeNull()
  expect(await readCommunity(id)).toMatchObject({
    name: 'Better name',
    held_changes: null,
    groups_changed_at: null,
    approved_groups: [casino, earlyBirds],
    rejection_reason: null,
  })
  expect((await readLog()).slice(3)).toMatchObject([
    {
      action: 'changes accepted',
      actor_id: admin.id,
      before: { groups: [earlyBirds] },
      after: { name: 'Better name', groups: [casino, earlyBirds] },
    },
  ])
  await undo().throwOnError()
  await expectWaiting()

  await decide(true).throwOnError()
  await look()
  await expectAllRefused([
    ['accepted again', 'PT409', () => decide(true)],
    ['declined later', 'PT409', () => decide(false)],
  ])
  // Each is decided on its own where only one waits.
  await updateCommunity(owner, id, { name: 'Best name' }).throwOnError()
  await look()
  await decide(true).throwOnError()
  expect(await readCommunity(id)).toMatchObject({ name: 'Best name', held_changes: null })
  await addGroup(owner, id, 'Zoo').throwOnError()
  await look()
  await decide(false).throwOnError()
  expect(await groupNames()).toEqual(['Casino tips', 'Early birds'])
})

test('the requested place of an approved community is declined with a reason, until an undo', async () => {
  await approve()
  await updateCommunity(owner, id, { requested_place: 'Atlantis' }).throwOnError()
  await look()
  const { location } = await readCommunity(id)
  expect((await decline()).error).toBeNull()
  const declined = { location, requested_place: null, rejection_reason: reason }
  expect(await readCommunity(id)).toMatchObject(declined)
  expect(await readEmails()).toContain('changes_declined')
  await look()
  await expectAllRefused([['declined again', 'PT409', () => decline()]])
  await undo().throwOnError()
  const requested = { location, requested_place: 'Atlantis', rejection_reason: null }
  expect(await readCommunity(id)).toMatchObject(requested)
})

test('an owner reads a question about a pending or approved community until it is decided', async () => {
  await look()
  const asked = { status: 'pending', rejection_reason: question }
  expect((await ask()).error).toBeNull()
  expect(await readCommunity(id)).toMatchObject(asked)
  expect(await readEmails()).toContain('returned_to_pending')
  await undo().throwOnError()
  expect(await readCommunity(id)).toMatchObject({ status: 'pending', rejection_reason: null })
  await look()
  await ask().throwOnError()
  await approve()
  expect((await readCommunity(id)).rejection_reason).toBeNull()

  await look()
  expect((await ask()).error).toBeNull()
  expect(await readCommunity(id)).toMatchObject(asked)
  await undo().throwOnError()
  expect(await readCommunity(id)).toMatchObject({ status: 'approved', rejection_reason: null })

  const rejection = { status: 'rejected', rejection_reason: 'Spam.' } as const
  await secret.from('communities').update(rejection).eq('id', id).throwOnError()
  await look()
  await expectAllRefused([['about a rejected one', 'PT409', () => ask()]])
})

test('hiding a community also answers its name that is live without a review', async () => {
  await approve()
  const name_changed_at = '2026-11-01T00:00:00+00:00'
  await secret.from('communities').update({ name_changed_at }).eq('id', id).throwOnError()
  await look()
  await admin.client.rpc('hide_community', { community_id: id, version, reason }).throwOnError()
  expect((await readCommunity(id)).name_changed_at).toBeNull()
  await undo().throwOnError()
  expect((await readCommunity(id)).name_changed_at).not.toBeNull()
})

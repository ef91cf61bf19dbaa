import { beforeEach, describe, expect, test } from 'vitest'
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
import { type Attack, createRefusalCheck } from './refusals.ts'

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
const snapshot = async () => [await readCommunity(id), await groupNames(), await readLog()]
const expectRefused = createRefusalCheck(snapshot)
const earlyBirds = { name: 'Early birds', description: '' }
const casino = { name: 'Casino tips', description: '' }

describe('held values and groups that changed together', () => {
  let seen: { version: string; groups_seen_at?: string }
  const look = async () => {
    const { updated_at, groups_changed_at } = await readCommunity(id)
    seen = {
      version: updated_at,
      ...(groups_changed_at && { groups_seen_at: groups_changed_at }),
    }
  }
  beforeEach(async () => {
    await approve()
    await updateCommunity(owner, id, { name: 'Better name' }).throwOnError()
    await addGroup(owner, id, 'Casino tips').throwOnError()
    await look()
  })

  const decide = (is_accepted: boolean, { client }: TestUser = admin, text = reason) =>
    client.rpc('decide_changes', {
      community_id: id,
      is_accepted,
      ...seen,
      ...(text && { reason: text }),
    })
  const expectWaiting = async () => {
    expect(await readCommunity(id)).toMatchObject({
      held_changes: { name: 'Better name' },
      groups_changed_at: expect.any(String),
      approved_groups: [earlyBirds],
      rejection_reason: null,
    })
    expect(await groupNames()).toEqual(['Casino tips', 'Early birds'])
  }

  test('are accepted with one entry in the log, and one undo lets both wait again', async () => {
    expect((await decide(true)).error).toBeNull()
    expect(await readCommunity(id)).toMatchObject({
      name: 'Better name',
      held_changes: null,
      groups_changed_at: null,
      approved_groups: [casino, earlyBirds],
      rejection_reason: null,
    })
    expect((await readLog()).slice(1)).toMatchObject([
      {
        action: 'changes accepted',
        actor_id: admin.id,
        before: { groups: [earlyBirds] },
        after: { name: 'Better name', groups: [casino, earlyBirds] },
      },
    ])
    await undo().throwOnError()
    await expectWaiting()
  })

  test('are declined with one reason, and one undo lets both wait again', async () => {
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
  })

  test.each<Attack>([
    ['accepted by the owner', 'PT403', () => decide(true, owner)],
    ['accepted by a stranger', 'PT403', () => decide(true, stranger)],
    ['accepted by a visitor', '42501', () => decide(true, visitor)],
    ['declined by a stranger', 'PT403', () => decide(false, stranger)],
    ['declined without a reason', 'PT400', () => decide(false, admin, '')],
    ['declined for an invisible reason', 'PT400', () => decide(false, admin, ' \u200B')],
    ['declined for a very long reason', '23514', () => decide(false, admin, 'x'.repeat(501))],
  ])('are not %s: %s', (_how, code, attack) => expectRefused(code, attack))

  test.each([true, false])('are not decided in a stale version (accepted: %s)', async (accepts) => {
    await updateCommunity(owner, id, { name: 'Casino' }).throwOnError()
    await expectRefused('PT412', () => decide(accepts))
    await look()
    await addGroup(owner, id, 'More casino tips').throwOnError()
    await expectRefused('PT412', () => decide(accepts))
  })

  test('are decided once', async () => {
    await decide(true).throwOnError()
    await look()
    await expectRefused('PT409', () => decide(true))
    await expectRefused('PT409', () => decide(false))
  })

  test('are each decided on their own where only one waits', async () => {
    await decide(true).throwOnError()
    await updateCommunity(owner, id, { name: 'Best name' }).throwOnError()
    await look()
    await decide(true).throwOnError()
    expect(await readCommunity(id)).toMatchObject({ name: 'Best name', held_changes: null })
    await addGroup(owner, id, 'Zoo').throwOnError()
    await look()
    await decide(false).throwOnError()
    expect(await groupNames()).toEqual(['Casino tips', 'Early birds'])
  })
})

describe('the requested place of an approved community', () => {
  let version: string
  const look = async () => (version = (await readCommunity(id)).updated_at)
  beforeEach(async () => {
    await approve()
    await updateCommunity(owner, id, { requested_place: 'Atlantis' }).throwOnError()
    await look()
  })
  const decline = ({ client }: TestUser = admin, text = reason) =>
    client.rpc('decline_requested_place', { community_id: id, version, reason: text })

  test('is declined with a reason, and requested again after an undo', async () => {
    const { location } = await readCommunity(id)
    expect((await decline()).error).toBeNull()
    expect(await readCommunity(id)).toMatchObject({
      location,
      requested_place: null,
      rejection_reason: reason,
    })
    expect(await readEmails()).toContain('changes_declined')
    await undo().throwOnError()
    expect(await readCommunity(id)).toMatchObject({
      location,
      requested_place: 'Atlantis',
      rejection_reason: null,
    })
  })

  test.each<Attack>([
    ['by the owner', 'PT403', () => decline(owner)],
    ['by a stranger', 'PT403', () => decline(stranger)],
    ['by a visitor', '42501', () => decline(visitor)],
    ['without a visible reason', 'PT400', () => decline(admin, ' \u200B')],
  ])('is not declined %s: %s', (_how, code, attack) => expectRefused(code, attack))

  test('is not declined in a stale version, or twice', async () => {
    await updateCommunity(owner, id, { requested_place: 'Porto' }).throwOnError()
    await expectRefused('PT412', () => decline())
    await look()
    await decline().throwOnError()
    await look()
    await expectRefused('PT409', () => decline())
  })
})

describe('a question to the owner', () => {
  let version: string
  const look = async () => (version = (await readCommunity(id)).updated_at)
  beforeEach(look)
  const question = 'Which city do you meet in?'
  const ask = ({ client }: TestUser = admin, text = question) =>
    client.rpc('ask_owner', { community_id: id, version, reason: text })

  test('about a pending community is read by the owner until it is decided', async () => {
    expect((await ask()).error).toBeNull()
    expect(await readCommunity(id)).toMatchObject({ status: 'pending', rejection_reason: question })
    expect(await readEmails()).toContain('returned_to_pending')
    await undo().throwOnError()
    expect(await readCommunity(id)).toMatchObject({ status: 'pending', rejection_reason: null })
    await look()
    await ask().throwOnError()
    await approve()
    expect((await readCommunity(id)).rejection_reason).toBeNull()
  })

  test('about an approved community returns it to pending', async () => {
    await approve()
    await look()
    expect((await ask()).error).toBeNull()
    expect(await readCommunity(id)).toMatchObject({ status: 'pending', rejection_reason: question })
    await undo().throwOnError()
    expect(await readCommunity(id)).toMatchObject({ status: 'approved', rejection_reason: null })
  })

  test.each<Attack>([
    ['by the owner', 'PT403', () => ask(owner)],
    ['by a stranger', 'PT403', () => ask(stranger)],
    ['by a visitor', '42501', () => ask(visitor)],
    ['without visible text', 'PT400', () => ask(admin, ' \u200B')],
    ['with a very long text', '23514', () => ask(admin, 'x'.repeat(501))],
  ])('is not asked %s: %s', (_how, code, attack) => expectRefused(code, attack))

  test('is not asked about a stale version, or a rejected community', async () => {
    await updateCommunity(owner, id, { name: 'Better name' }).throwOnError()
    await expectRefused('PT412', () => ask())
    await updateCommunity(admin, id, {
      status: 'rejected',
      rejection_reason: 'Spam.',
    }).throwOnError()
    await look()
    await expectRefused('PT409', () => ask())
  })
})

test('hiding a community also answers its name that is live without a review', async () => {
  await approve()
  const name_changed_at = '2026-11-01T00:00:00+00:00'
  await secret.from('communities').update({ name_changed_at }).eq('id', id).throwOnError()
  const { updated_at: version } = await readCommunity(id)
  await admin.client.rpc('hide_community', { community_id: id, version, reason }).throwOnError()
  expect((await readCommunity(id)).name_changed_at).toBeNull()
  await undo().throwOnError()
  expect((await readCommunity(id)).name_changed_at).not.toBeNull()
})

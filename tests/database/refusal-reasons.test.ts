import { beforeEach, describe, expect, test } from 'vitest'
import { readProperty } from '../../src/lib/read-property.ts'
import {
  addGroup,
  createCommunity,
  readCommunity,
  updateCommunity,
} from '../support/communities.ts'
import { createSecretClient, createUsersAndAdmin, type TestUser } from '../support/users.ts'

/* Every refusal has a reason, which the owner reads beside the community. tests/functions has the emails. */

const [owner, stranger, admin] = await createUsersAndAdmin()

let id: string
beforeEach(async () => {
  ;({ id } = await createCommunity(owner))
  await addGroup(owner, id, 'Early birds').throwOnError()
  await updateCommunity(admin, id, { status: 'approved' }).throwOnError()
})

const reason = 'Please keep to one topic.'
const version = async () => (await readCommunity(id)).updated_at
const hold = () => updateCommunity(owner, id, { name: 'Casino tips' }).throwOnError()
const decline = async (text: string, { client }: TestUser = admin, groups?: string | null) =>
  client.rpc('decide_changes', {
    community_id: id,
    version: await version(),
    is_accepted: false,
    reason: text,
    ...(groups && { groups_seen_at: groups }),
  })
const returnToPending = async (text?: string) =>
  admin.client.rpc('return_to_pending', {
    community_id: id,
    version: await version(),
    ...(text && { reason: text }),
  })
const declineGroups = (seen_at: string | null) => decline(reason, admin, seen_at)
const undo = () => admin.client.rpc('undo_decision', { community_id: id })

/** Reads the refusal as the owner does. */
const readReason = async () => {
  const own = owner.client.from('communities').select('rejection_reason').eq('id', id)
  return (await own.single().throwOnError()).data.rejection_reason
}
const groupNames = async () => {
  const groups = createSecretClient().from('community_groups').select('name, description')
  return (await groups.eq('community_id', id).order('name').throwOnError()).data
}
const earlyBirds = { name: 'Early birds', description: '' }
const casino = { name: 'Casino tips', description: 'Win now.' }

/** Adds a group of the owner, which waits for review. */
async function addCasino() {
  await owner.client
    .from('community_groups')
    .insert({ community_id: id, ...casino })
    .throwOnError()
  return (await readCommunity(id)).groups_changed_at
}

describe('the reason of declined changes', () => {
  test('is read by the owner until their next edit, and an undo removes it', async () => {
    await hold()
    await decline(`  ${reason}\u200B `).then(({ error }) => expect(error).toBeNull())
    expect(await readReason()).toBe(reason)
    await undo().throwOnError()
    expect(await readCommunity(id)).toMatchObject({
      rejection_reason: null,
      held_changes: { name: 'Casino tips' },
    })
    await decline(reason)
    await updateCommunity(admin, id, { category: 'Business' }).throwOnError()
    expect(await readReason()).toBe(reason)
    await hold()
    expect(await readReason()).toBeNull()
  })

  test('has at most 500 characters, and only an admin writes it', async () => {
    await hold()
    const before = await readCommunity(id)
    expect((await decline('x'.repeat(501))).error?.code).toBe('23514')
    for (const user of [owner, stranger]) {
      expect((await decline(reason, user)).error?.code).toBe('PT403')
    }
    expect(
      (await updateCommunity(owner, id, { rejection_reason: 'Nothing to see.' })).error?.code,
    ).toBe('PT403')
    expect(await readCommunity(id)).toEqual(before)
  })
})

describe('declined groups', () => {
  test('are replaced by the approved ones, with a reason, one log entry and one email', async () => {
    const seen = await addCasino()
    expect((await declineGroups(seen)).error).toBeNull()
    expect(await groupNames()).toEqual([earlyBirds])
    expect(await readCommunity(id)).toMatchObject({
      status: 'approved',
      approved_groups: [earlyBirds],
      groups_changed_at: null,
      rejection_reason: reason,
    })
    const log = createSecretClient().from('audit_log').select('action, actor_id, before, after')
    const { data: entries } = await log.eq('subject_id', id).order('id').throwOnError()
    expect(entries.slice(1)).toEqual([
      {
        action: 'changes declined',
        actor_id: admin.id,
        before: { groups: [casino, earlyBirds], rejection_reason: null },
        after: { groups: [earlyBirds], rejection_reason: reason },
      },
    ])
    const { data: exported } = await owner.client.rpc('export_my_data').throwOnError()
    expect(readProperty(exported, 'emails')).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'changes_declined' })]),
    )
    expect((await declineGroups(seen)).error).toMatchObject({
      code: 'PT409',
      message: 'This community has no changes waiting for review.',
    })
  })

  test.each([
    ['are an added group', addCasino],
    [
      'are none',
      async () => {
        const groups = owner.client.from('community_groups').delete()
        await groups.eq('community_id', id).throwOnError()
        return (await readCommunity(id)).groups_changed_at
      },
    ],
  ])(
    'that %s wait again after an undo, and visitors still see the approved',
    async (_w, change) => {
      const seen = await change()
      const before = await groupNames()
      expect((await declineGroups(seen)).error).toBeNull()
      expect(await groupNames()).toEqual([earlyBirds])
      await undo().throwOnError()
      expect(await groupNames()).toEqual(before)
      expect(await readCommunity(id)).toMatchObject({
        approved_groups: [earlyBirds],
        groups_changed_at: expect.any(String),
        rejection_reason: null,
      })
      const log = createSecretClient().from('audit_log').select('action').eq('subject_id', id)
      const { data: actions } = await log.order('id').throwOnError()
      expect(actions.map(({ action }) => action)).toEqual([
        'approved',
        'changes declined',
        'decision undone',
      ])
    },
  )

  test('are not restored by an undo if the owner has changed them since', async () => {
    expect((await declineGroups(await addCasino())).error).toBeNull()
    await addGroup(owner, id, 'Late birds').throwOnError()
    const before = await groupNames()
    expect((await undo()).error?.code).toBe('PT409')
    expect(await groupNames()).toEqual(before)
  })
})

test('a community is returned to pending with a reason, which ends with the next decision', async () => {
  expect((await returnToPending(reason)).error).toBeNull()
  expect(await readReason()).toBe(reason)
  await undo().throwOnError()
  expect(await readReason()).toBeNull()
  await returnToPending(reason)
  await updateCommunity(admin, id, { status: 'approved' }).throwOnError()
  expect(await readReason()).toBeNull()
  expect((await returnToPending()).error).toBeNull()
  expect(await readReason()).toBeNull()
})

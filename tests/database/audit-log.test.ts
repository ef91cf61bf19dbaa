import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../src/supabase/database.types.ts'
import { callFunction } from '../functions/call.ts'
import {
  addGroup,
  createCommunity,
  decideHeldChanges,
  updateCommunity,
} from '../support/communities.ts'
import {
  type TestUser,
  createSecretClient,
  createTestClient,
  createUser,
} from '../support/users.ts'

let owner: TestUser

const admin = await createUser({ admin: true })
beforeEach(async () => {
  owner = await createUser({ name: 'Particular Owner' })
})

async function readEntries(subjectId: string) {
  const { data } = await createSecretClient()
    .from('audit_log')
    .select('action, subject, subject_id, owner_id, actor_id, by_admin, before, after')
    .eq('subject_id', subjectId)
    .order('id')
    .throwOnError()
  return data
}

const approve = (user: TestUser, id: string) =>
  updateCommunity(user, id, { status: 'approved' }).throwOnError()
const remove = (user: TestUser, id: string) =>
  user.client.from('communities').delete().eq('id', id).throwOnError()

describe('the log records', () => {
  test('an approval with its admin and its changes', async () => {
    const { id } = await createCommunity(owner)
    await approve(admin, id)
    expect(await readEntries(id)).toEqual([
      {
        action: 'approved',
        subject: 'community',
        subject_id: id,
        owner_id: owner.id,
        actor_id: admin.id,
        by_admin: true,
        before: {
          status: 'pending',
          approval_date: null,
          approved_by: null,
          reviewed_count: null,
        },
        after: {
          status: 'approved',
          approval_date: expect.any(String),
          approved_by: admin.id,
          reviewed_count: 12,
        },
      },
    ])
  })

  test('rejections, resubmissions, decisions on held changes, and undos', async () => {
    const { id } = await createCommunity(owner)
    const edit = (name: string) => updateCommunity(owner, id, { name }).throwOnError()
    await updateCommunity(admin, id, { status: 'rejected', rejection_reason: 'No.' })
    await edit('Resubmitted')
    await approve(admin, id)
    await edit('Declined')
    await decideHeldChanges(admin, id, 'decline')
    await edit('Accepted')
    await decideHeldChanges(admin, id, 'accept')
    await admin.client.rpc('undo_decision', { community_id: id }).throwOnError()
    const log = await readEntries(id)
    expect(log.map(({ action }) => action)).toEqual([
      'rejected',
      'resubmitted',
      'approved',
      'changes declined',
      'changes accepted',
      'decision undone',
    ])
    expect(log.map(({ by_admin }) => by_admin)).toEqual([true, false, true, true, true, true])
    expect(log[4]).toMatchObject({ before: { name: 'Resubmitted' }, after: { name: 'Accepted' } })
  })

  test('an edit by an admin, with only the changed fields, but none of a pending community by its owner', async () => {
    const { id, name } = await createCommunity(owner)
    await updateCommunity(owner, id, { description: 'Mine to change' }).throwOnError()
    await addGroup(owner, id).throwOnError()
    for (let save = 0; save < 2; save += 1) {
      await updateCommunity(admin, id, { name, member_count: 77 }).throwOnError()
    }
    expect(await readEntries(id)).toMatchObject([
      { action: 'edited', before: { member_count: 12 }, after: { member_count: 77 } },
    ])
  })

  test("an admin's changes to groups, but no save without changes", async () => {
    const { id } = await createCommunity(owner)
    const groups = admin.client.from('community_groups')
    const groupId = crypto.randomUUID()
    await groups.insert({ id: groupId, community_id: id, name: 'Early' }).throwOnError()
    await groups.update({ name: 'Early', description: '' }).eq('id', groupId).throwOnError()
    await groups.update({ name: 'Late' }).eq('id', groupId).throwOnError()
    await groups.delete().eq('id', groupId).throwOnError()
    expect((await readEntries(id)).map(({ before, after }) => ({ before, after }))).toEqual([
      { before: {}, after: { group: 'Early' } },
      { before: { group: 'Early' }, after: { group: 'Late' } },
      { before: { group: 'Late' }, after: {} },
    ])
  })

  test("a change of credits and an admin's edit of a profile, and none by its user", async () => {
    const edit = ({ client }: TestUser, changes: { credits: number } | { name: string }) =>
      client.from('profiles').update(changes).eq('id', owner.id).throwOnError()
    await edit(admin, { credits: 9 })
    await edit(owner, { name: 'Own Name' })
    await edit(admin, { name: 'Better Name' })
    const byAdmin = { actor_id: admin.id }
    expect(await readEntries(owner.id)).toMatchObject([
      { ...byAdmin, action: 'credits changed', before: { credits: 3 }, after: { credits: 9 } },
      {
        ...byAdmin,
        action: 'edited',
        before: { name: 'Own Name' },
        after: { name: 'Better Name' },
      },
    ])
  })

  test('a deletion, by its owner and by an admin', async () => {
    for (const user of [owner, admin]) {
      const { id, name } = await createCommunity(owner)
      await remove(user, id)
      expect(await readEntries(id)).toMatchObject([
        { action: 'deleted', actor_id: user.id, before: { name }, after: {} },
      ])
    }
  })
})

describe('the log', () => {
  test('is only read by admins, and changed by no role, not even with the secret key', async () => {
    const { id } = await createCommunity(owner)
    await approve(admin, id)
    const read = ({ client }: Pick<TestUser, 'client'>) =>
      client.from('audit_log').select('action').eq('subject_id', id)
    expect(await read(owner)).toMatchObject({ data: [], error: null })
    expect((await read({ client: createTestClient() })).error).toMatchObject({ code: '42501' })
    expect((await read(admin)).data).toEqual([{ action: 'approved' }])
    const before = await readEntries(id)
    for (const client of [createTestClient(), owner.client, admin.client, createSecretClient()]) {
      const log = client.from('audit_log')
      const refusals = await Promise.all([
        log.insert({ action: 'approved', subject: 'community', subject_id: id }),
        log.update({ actor_id: owner.id }).eq('subject_id', id),
        log.delete().eq('subject_id', id),
      ])
      expect(refusals.map(({ error }) => error?.code)).toEqual(['42501', '42501', '42501'])
    }
    expect(await readEntries(id)).toEqual(before)
  })
})

/* tests/functions/delete-user.test.ts tests that no row refers to a user who has deleted their account. */
describe('the deletion of an account', () => {
  const deleteUser = (user: TestUser, userId: string) =>
    callFunction('delete-user', { token: user.accessToken, body: { userId } })

  async function readUserDeletions() {
    const { data } = await createSecretClient()
      .from('audit_log')
      .select('subject_id, owner_id, actor_id, before, after')
      .match({ action: 'deleted', subject: 'user', actor_id: admin.id })
      .throwOnError()
    return data
  }

  test('by an admin leaves their id in the log, but no data about the user', async () => {
    const kept = await createCommunity(owner, { name: 'Particular Owners' })
    const earlier = await createCommunity(owner, { name: 'Particular Owners Before' })
    await approve(admin, kept.id)
    await remove(owner, earlier.id)
    const before = await readUserDeletions()
    expect((await deleteUser(admin, owner.id)).status).toBe(200)
    const after = await readUserDeletions()
    expect(after).toHaveLength(before.length + 1)
    expect(after.at(-1)).toEqual({
      subject_id: null,
      owner_id: null,
      actor_id: admin.id,
      before: {},
      after: {},
    })
    expect(await readEntries(owner.id)).toEqual([])
    const log = [...(await readEntries(kept.id)), ...(await readEntries(earlier.id))]
    expect(log.map((entry) => [entry.action, entry.owner_id, entry.actor_id, entry.after])).toEqual(
      [
        ['approved', null, admin.id, {}],
        ['deleted', null, admin.id, { with_account: true }],
        // By its owner, before.
        ['deleted', null, null, {}],
      ],
    )
    expect(JSON.stringify(log)).not.toContain('Particular')
    expect(JSON.stringify(log)).not.toContain(owner.id)
  })

  test('by the user themselves logs their communities without an actor', async () => {
    const user = await createUser()
    const { id } = await createCommunity(user, { name: 'Particular Owners' })
    expect((await deleteUser(user, user.id)).status).toBe(200)
    expect(await readEntries(id)).toMatchObject([
      {
        action: 'deleted',
        actor_id: null,
        by_admin: false,
        before: {},
        after: { with_account: true },
      },
    ])
  })

  test('of an admin leaves their id on their decisions', async () => {
    const leaving = await createUser({ admin: true })
    const { id } = await createCommunity(owner)
    await approve(leaving, id)
    expect((await deleteUser(leaving, leaving.id)).status).toBe(200)
    expect(await readEntries(id)).toMatchObject([{ action: 'approved', actor_id: leaving.id }])
  })
})

describe('the activity log', () => {
  const list = async (user: TestUser, filter: Filter) => {
    const { data } = await user.client
      .rpc('list_activity', { person: owner.email, ...filter })
      .select('id, action, subject_id')
      .throwOnError()
    return data
  }
  type Filter = Database['public']['Functions']['list_activity']['Args']

  test('is filtered by the actor or the owner, the action and the period, newest first', async () => {
    const { id } = await createCommunity(owner)
    await updateCommunity(admin, id, { status: 'rejected', rejection_reason: 'No.' }).throwOnError()
    await updateCommunity(owner, id, { name: 'Resubmitted' }).throwOnError()
    const actions = async (filter: Filter) =>
      (await list(admin, filter)).map(({ action }) => action)
    expect(await actions({})).toEqual(['resubmitted', 'rejected'])
    expect(await actions({ action: 'rejected' })).toEqual(['rejected'])
    const [newest] = await list(admin, {})
    expect(await actions({ before_id: newest?.id ?? 0 })).toEqual(['rejected'])
    expect(await actions({ page_size: 1 })).toEqual(['resubmitted'])
    const now = Date.now()
    const [before, after] = [new Date(now - 60_000), new Date(now + 60_000)].map((time) =>
      time.toISOString(),
    )
    expect(await actions({ since: before, until: after })).toHaveLength(2)
    expect(await actions({ since: after })).toEqual([])
    expect(await actions({ until: before })).toEqual([])
    expect(await actions({ person: `${owner.email} nobody` })).toEqual([])
    expect(await actions({ person: "' or true --" })).toEqual([])
  })

  test('is refused to everyone but admins, whatever the filter', async () => {
    await createCommunity(owner)
    const formerAdmin = await createUser({ admin: true })
    await createSecretClient()
      .from('profiles')
      .update({ is_admin: false })
      .eq('id', formerAdmin.id)
      .throwOnError()
    for (const user of [owner, formerAdmin]) {
      for (const filter of [{}, { person: owner.email }, { person: admin.email }]) {
        const { data, error } = await user.client.rpc('list_activity', filter)
        expect([data, error?.code]).toEqual([null, 'PT403'])
      }
    }
    const { error } = await createTestClient().rpc('list_activity', {})
    expect(error?.code).toBe('42501')
  })
})

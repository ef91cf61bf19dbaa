import { beforeEach, describe, expect, test } from 'vitest'
import { readProperty } from '../../src/lib/read-property.ts'
import {
  addGroup,
  createCommunity,
  decideHeldChanges,
  readCommunity,
  updateCommunity,
} from '../support/communities.ts'
import { type TestUser, createSecretClient, createUser } from '../support/users.ts'

/* Changes to the groups of an approved community are stored at once, and return it to the review queue. */

let id: string

const [owner, admin] = await Promise.all([createUser(), createUser({ admin: true })])
beforeEach(async () => {
  await makePending()
  await approve()
})

const approve = () => updateCommunity(admin, id, { status: 'approved' }).throwOnError()
const add = (name: string) => addGroup(owner, id, name).throwOnError()

const change = (user: TestUser, values: { name?: string; description?: string }, was: string) =>
  user.client
    .from('community_groups')
    .update(values)
    .eq('community_id', id)
    .eq('name', was)
    .throwOnError()

const remove = () =>
  owner.client.from('community_groups').delete().eq('community_id', id).throwOnError()

/** Creates a pending community with a group, to which the next calls refer. */
async function makePending() {
  ;({ id } = await createCommunity(owner))
  await add('Early birds')
}

const earlyBirds = { name: 'Early birds', description: '' }
const needsNoReview = { approved_groups: [earlyBirds], groups_changed_at: null }

/** What an owner changes, and the names of the groups afterwards. */
const changes: [what: string, make: () => PromiseLike<unknown>, names: string[]][] = [
  ['an added group', () => add('Casino tips'), ['Casino tips', 'Early birds']],
  ['a new name', () => change(owner, { name: 'Casino tips' }, 'Early birds'), ['Casino tips']],
  [
    'a new description',
    () => change(owner, { description: 'Casino tips' }, 'Early birds'),
    ['Early birds'],
  ],
  ['a removed group', remove, []],
]

async function groupNames() {
  const { data } = await createSecretClient()
    .from('community_groups')
    .select('name')
    .eq('community_id', id)
    .order('name')
    .throwOnError()
  return data.map(({ name }) => name)
}

/** Whether the community is in the queue, and how many are there because of their groups. */
async function readQueue() {
  const { data: count } = await admin.client.rpc('count_review_queue').single().throwOnError()
  const queue = admin.client.rpc('list_review_queue', { page_size: 1000 }).eq('id', id)
  const { data } = await queue.select('id').throwOnError()
  return { isQueued: data.length > 0, forGroups: count.groups_changed }
}

const confirm = (user: TestUser, seen_at: string | null) =>
  user.client.rpc('confirm_groups', { community_id: id, seen_at: seen_at ?? '' })

test('approving a community approves its groups, also those that the secret key adds later', async () => {
  expect(await readCommunity(id)).toMatchObject(needsNoReview)
  expect((await readQueue()).isQueued).toBe(false)
  ;({ id } = await createCommunity(owner, { status: 'approved' }))
  await addGroup({ client: createSecretClient() }, id).throwOnError()
  expect(await readCommunity(id)).toMatchObject(needsNoReview)
})

describe("an owner's change", () => {
  test('is stored at once, and returns the community to the queue', async () => {
    for (const [what, make, names] of changes) {
      await makePending()
      await approve()
      const [before, approved] = [await readQueue(), await readCommunity(id)]
      await make()
      expect([what, await groupNames()]).toEqual([what, names])
      const changed = await readCommunity(id)
      // The version of the community itself, which an open dialog holds, stays the same.
      expect(changed).toEqual({
        ...approved,
        groups_updated_at: expect.any(String),
        groups_changed_at: expect.any(String),
      })
      expect(changed.groups_updated_at).not.toBe(approved.groups_updated_at)
      expect(await readQueue()).toEqual({ isQueued: true, forGroups: before.forGroups + 1 })
    }
  })

  test('that changes nothing needs no review, and one that is reverted leaves the queue', async () => {
    await change(owner, earlyBirds, 'Early birds')
    expect((await readCommunity(id)).groups_changed_at).toBeNull()
    await change(owner, { name: 'Casino tips' }, 'Early birds')
    await change(owner, { name: 'Early birds' }, 'Casino tips')
    expect((await readCommunity(id)).groups_changed_at).toBeNull()
    expect((await readQueue()).isQueued).toBe(false)
  })

  test('together with held changes is queued once, for the held changes first', async () => {
    const before = await readQueue()
    await change(owner, { name: 'Casino tips' }, 'Early birds')
    await updateCommunity(owner, id, { name: 'Renamed' }).throwOnError()
    expect(await readQueue()).toEqual({ isQueued: true, forGroups: before.forGroups })
    await updateCommunity(owner, id, { held_changes: null }).throwOnError()
    expect(await readQueue()).toEqual({ isQueued: true, forGroups: before.forGroups + 1 })
    await decideHeldChanges(admin, id, 'decline')
    expect(await readQueue()).toEqual({ isQueued: false, forGroups: before.forGroups })
  })

  test('makes an approval of the earlier groups fail, but not a save of the community', async () => {
    await makePending()
    // What the page sends.
    const approveSeen = ({ updated_at, groups_updated_at }: typeof before) =>
      updateCommunity(admin, id, { status: 'approved', updated_at, groups_updated_at })
    let before = await readCommunity(id)
    for (const make of [
      () => change(owner, { description: 'Casino tips' }, 'Early birds'),
      () => change(owner, { name: 'Casino tips' }, 'Early birds'),
      () => add('Early birds'),
      remove,
    ]) {
      const seen = before
      await make()
      before = await readCommunity(id)
      expect(await approveSeen(seen)).toMatchObject({
        status: 412,
        error: { code: 'PT412', message: expect.stringContaining('changed by someone else') },
      })
      expect(await readCommunity(id)).toEqual(before)
      expect(before).toMatchObject({
        status: 'pending',
        updated_at: seen.updated_at,
        approved_groups: null,
        groups_changed_at: null,
      })
    }
    expect((await approveSeen(before)).data).toMatchObject([{ status: 'approved' }])
  })

  test("that changes nothing, like an admin's change, keeps the version of pending groups", async () => {
    await makePending()
    const before = await readCommunity(id)
    await change(owner, { name: 'Early birds' }, 'Early birds')
    await change(admin, { name: 'Night birds' }, 'Early birds')
    expect(await readCommunity(id)).toEqual(before)
  })
})

describe('an admin', () => {
  test("changes groups without a review, which does not confirm the owner's changes", async () => {
    await change(admin, { name: 'Early risers' }, 'Early birds')
    const approved_groups = [{ name: 'Early risers', description: '' }]
    expect(await readCommunity(id)).toMatchObject({ approved_groups, groups_changed_at: null })
    await add('Casino tips')
    await change(admin, { name: 'Late risers' }, 'Early risers')
    expect(await readCommunity(id)).toMatchObject({
      approved_groups,
      groups_changed_at: expect.any(String),
    })
  })

  test('confirms the groups they saw, which is logged and emailed', async () => {
    await change(owner, { name: 'Late birds' }, 'Early birds')
    const { groups_changed_at } = await readCommunity(id)
    await confirm(admin, groups_changed_at).throwOnError()
    const groups = [{ name: 'Late birds', description: '' }]
    expect(await readCommunity(id)).toMatchObject({
      approved_groups: groups,
      groups_changed_at: null,
    })
    expect((await readQueue()).isQueued).toBe(false)
    const { data } = await admin.client
      .from('audit_log')
      .select('action, actor_id, before, after')
      .eq('subject_id', id)
      .order('id', { ascending: false })
      .limit(1)
      .throwOnError()
    expect(data).toEqual([
      {
        action: 'changes accepted',
        actor_id: admin.id,
        before: { groups: [earlyBirds] },
        after: { groups },
      },
    ])
    const { data: exported } = await owner.client.rpc('export_my_data').throwOnError()
    const emails = readProperty(exported, 'emails')
    expect(Array.isArray(emails) && emails.slice(-2)).toMatchObject([
      { kind: 'approved' },
      { kind: 'changes_accepted' },
    ])
    expect((await confirm(admin, groups_changed_at)).error).toMatchObject({
      code: 'PT409',
      message: 'The groups of this community are already reviewed.',
    })
  })

  test('cannot confirm groups that changed since they were loaded, and owners none', async () => {
    await change(owner, { name: 'Late birds' }, 'Early birds')
    const seen = await readCommunity(id)
    await add('Casino tips')
    const before = await readCommunity(id)
    expect((await confirm(admin, seen.groups_changed_at)).error).toMatchObject({
      code: 'PT412',
      message:
        'The groups were changed again in the meantime. Reload them to see the current ones.',
    })
    expect((await confirm(owner, before.groups_changed_at)).error?.code).toBe('PT403')
    expect(await readCommunity(id)).toEqual(before)
  })

  test('makes the groups pending again by undoing an approval', async () => {
    await makePending()
    await approve()
    await add('Casino tips')
    await admin.client.rpc('undo_decision', { community_id: id }).throwOnError()
    expect(await readCommunity(id)).toMatchObject({
      status: 'pending',
      approved_groups: null,
      groups_changed_at: null,
    })
  })
})

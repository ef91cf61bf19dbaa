import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createCommunity, decideHeldChanges } from '../support/communities.ts'
import { type TestUser, createSecretClient, createUser } from '../support/users.ts'

/* Changes to the groups of an approved community are stored at once, and return it to the review queue. */

let admin: TestUser
let owner: TestUser
let id: string

beforeAll(async () => {
  admin = await createUser({ admin: true })
})

beforeEach(async () => {
  owner = await createUser()
  ;({ id } = await createCommunity(owner))
  await addGroup(owner, 'Early birds')
  await admin.client.from('communities').update({ status: 'approved' }).eq('id', id).throwOnError()
})

const addGroup = (user: TestUser, name: string, description = '') =>
  user.client
    .from('community_groups')
    .insert({ community_id: id, name, description })
    .throwOnError()

const change = (user: TestUser, values: { name?: string; description?: string }, was: string) =>
  user.client
    .from('community_groups')
    .update(values)
    .eq('community_id', id)
    .eq('name', was)
    .throwOnError()

async function reread() {
  const { data } = await createSecretClient()
    .from('communities')
    .select('status, updated_at, groups_updated_at, approved_groups, groups_changed_at')
    .eq('id', id)
    .single()
    .throwOnError()
  return data
}

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
  const { data } = await admin.client
    .rpc('list_review_queue', { page_size: 1000 })
    .select('id')
    .throwOnError()
  return { isQueued: data.some((row) => row.id === id), forGroups: count.groups_changed }
}

const confirm = (user: TestUser, seen_at: string | null) =>
  user.client.rpc('confirm_groups', { community_id: id, seen_at: seen_at ?? '' })

describe('approving a community', () => {
  test('approves its groups, which then need no review', async () => {
    expect(await reread()).toMatchObject({
      approved_groups: [{ name: 'Early birds', description: '' }],
      groups_changed_at: null,
    })
    expect((await readQueue()).isQueued).toBe(false)
  })

  test('with the secret key approves them too, including those added later', async () => {
    const other = await createCommunity(owner, { status: 'approved' })
    await createSecretClient()
      .from('community_groups')
      .insert({ community_id: other.id, name: 'From the seed' })
      .throwOnError()
    id = other.id
    expect(await reread()).toMatchObject({
      approved_groups: [{ name: 'From the seed', description: '' }],
      groups_changed_at: null,
    })
  })
})

describe("an owner's change", () => {
  test.each<[string, () => PromiseLike<unknown>, string[]]>([
    ['an added group', () => addGroup(owner, 'Casino tips'), ['Casino tips', 'Early birds']],
    ['a new name', () => change(owner, { name: 'Casino tips' }, 'Early birds'), ['Casino tips']],
    [
      'a new description',
      () => change(owner, { description: 'Casino tips' }, 'Early birds'),
      ['Early birds'],
    ],
    [
      'a removed group',
      () => owner.client.from('community_groups').delete().eq('community_id', id).throwOnError(),
      [],
    ],
  ])(
    'such as %s is stored at once and returns the community to the queue',
    async (_what, make, names) => {
      const [before, approved] = [await readQueue(), await reread()]
      await make()
      expect(await groupNames()).toEqual(names)
      const changed = await reread()
      expect(changed).toEqual({
        status: 'approved',
        // The version of the community itself, which an open dialog holds.
        updated_at: approved.updated_at,
        groups_updated_at: expect.any(String),
        approved_groups: [{ name: 'Early birds', description: '' }],
        groups_changed_at: expect.any(String),
      })
      expect(changed.groups_updated_at).not.toBe(approved.groups_updated_at)
      expect(await readQueue()).toEqual({ isQueued: true, forGroups: before.forGroups + 1 })
    },
  )

  test('that is reverted leaves the queue', async () => {
    await change(owner, { name: 'Casino tips' }, 'Early birds')
    await change(owner, { name: 'Early birds' }, 'Casino tips')
    expect((await reread()).groups_changed_at).toBeNull()
    expect((await readQueue()).isQueued).toBe(false)
  })

  test('that changes nothing needs no review', async () => {
    await change(owner, { name: 'Early birds', description: '' }, 'Early birds')
    expect((await reread()).groups_changed_at).toBeNull()
  })

  test('together with held changes is queued once, for the held changes first', async () => {
    const before = await readQueue()
    await change(owner, { name: 'Casino tips' }, 'Early birds')
    await owner.client.from('communities').update({ name: 'Renamed' }).eq('id', id).throwOnError()
    expect(await readQueue()).toEqual({ isQueued: true, forGroups: before.forGroups })
    await decideHeldChanges(admin, id, 'decline')
    expect(await readQueue()).toEqual({ isQueued: true, forGroups: before.forGroups + 1 })
  })

  test('to a pending community is reviewed with it', async () => {
    ;({ id } = await createCommunity(owner))
    await addGroup(owner, 'Night owls')
    expect(await reread()).toMatchObject({
      status: 'pending',
      approved_groups: null,
      groups_changed_at: null,
    })
  })

  test.each<[string, () => PromiseLike<unknown>]>([
    ['an added group', () => addGroup(owner, 'Casino tips')],
    ['a new name', () => change(owner, { name: 'Casino tips' }, 'Night owls')],
    ['a new description', () => change(owner, { description: 'Casino' }, 'Night owls')],
    [
      'a removed group',
      () => owner.client.from('community_groups').delete().eq('community_id', id).throwOnError(),
    ],
  ])('such as %s makes an approval of the earlier groups fail', async (_what, make) => {
    ;({ id } = await createCommunity(owner))
    await addGroup(owner, 'Night owls')
    const seen = await reread()
    // What the page sends.
    const approve = ({ updated_at, groups_updated_at }: typeof seen) =>
      admin.client
        .from('communities')
        .update({ status: 'approved', updated_at, groups_updated_at })
        .eq('id', id)
        .select('status')
    await make()
    const before = await reread()
    expect(await approve(seen)).toMatchObject({
      status: 412,
      error: { code: 'PT412', message: expect.stringContaining('changed by someone else') },
    })
    expect(await reread()).toEqual(before)
    // The community itself has not changed, so its owner can still save it.
    expect(before).toMatchObject({ status: 'pending', updated_at: seen.updated_at })
    expect((await approve(before)).data).toEqual([{ status: 'approved' }])
  })

  test("that changes nothing, like an admin's change, keeps the version of pending groups", async () => {
    ;({ id } = await createCommunity(owner))
    await addGroup(owner, 'Night owls')
    const before = await reread()
    await change(owner, { name: 'Night owls' }, 'Night owls')
    await change(admin, { name: 'Night birds' }, 'Night owls')
    expect(await reread()).toEqual(before)
  })

  test('cannot be hidden by writing the review columns', async () => {
    await change(owner, { name: 'Casino tips' }, 'Early birds')
    const before = await reread()
    for (const sent of [{ approved_groups: null }, { groups_changed_at: null }]) {
      for (const user of [owner, admin]) {
        const { error } = await user.client.from('communities').update(sent).eq('id', id)
        expect(error).toMatchObject({ code: '42501' })
      }
    }
    expect(await reread()).toEqual(before)
  })
})

describe('an admin', () => {
  test('changes groups without a review', async () => {
    await change(admin, { name: 'Early risers' }, 'Early birds')
    expect(await reread()).toMatchObject({
      approved_groups: [{ name: 'Early risers', description: '' }],
      groups_changed_at: null,
    })
  })

  test("who edits a group does not confirm the owner's changes", async () => {
    await addGroup(owner, 'Casino tips')
    await change(admin, { name: 'Early risers' }, 'Early birds')
    expect(await reread()).toMatchObject({
      approved_groups: [{ name: 'Early birds', description: '' }],
      groups_changed_at: expect.any(String),
    })
  })

  test('confirms the groups they saw, which is logged', async () => {
    await change(owner, { name: 'Late birds' }, 'Early birds')
    const { groups_changed_at } = await reread()
    await confirm(admin, groups_changed_at).throwOnError()
    expect(await reread()).toMatchObject({
      approved_groups: [{ name: 'Late birds', description: '' }],
      groups_changed_at: null,
    })
    expect((await readQueue()).isQueued).toBe(false)
    const { data } = await admin.client
      .from('audit_log')
      .select('action, actor_id, before, after')
      .eq('subject_id', id)
      .order('id', { ascending: false })
      .limit(1)
      .single()
      .throwOnError()
    expect(data).toEqual({
      action: 'changes accepted',
      actor_id: admin.id,
      before: { groups: [{ name: 'Early birds', description: '' }] },
      after: { groups: [{ name: 'Late birds', description: '' }] },
    })
    const again = await confirm(admin, groups_changed_at)
    expect(again.error).toMatchObject({
      code: 'PT409',
      message: 'The groups of this community are already confirmed.',
    })
  })

  test('cannot confirm groups that changed since they were loaded', async () => {
    await change(owner, { name: 'Late birds' }, 'Early birds')
    const seen = await reread()
    await addGroup(owner, 'Casino tips')
    const before = await reread()
    expect((await confirm(admin, seen.groups_changed_at)).error).toMatchObject({
      code: 'PT412',
      message:
        'The groups were changed again in the meantime. Reload them to see the current ones.',
    })
    expect(await reread()).toEqual(before)
  })

  test('is the only role that may confirm groups', async () => {
    await change(owner, { name: 'Casino tips' }, 'Early birds')
    const before = await reread()
    for (const user of [owner, await createUser()]) {
      const { error } = await confirm(user, before.groups_changed_at)
      expect(error).toMatchObject({ code: 'PT403', message: 'Only an admin may do that.' })
    }
    expect(await reread()).toEqual(before)
  })

  test('makes the groups pending again by undoing an approval', async () => {
    ;({ id } = await createCommunity(owner))
    await addGroup(owner, 'Night owls')
    await admin.client
      .from('communities')
      .update({ status: 'approved' })
      .eq('id', id)
      .throwOnError()
    await addGroup(owner, 'Casino tips')
    await admin.client.rpc('undo_decision', { community_id: id }).throwOnError()
    expect(await reread()).toMatchObject({
      status: 'pending',
      approved_groups: null,
      groups_changed_at: null,
    })
  })
})

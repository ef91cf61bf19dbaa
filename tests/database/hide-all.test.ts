import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { block, createCommunity, readCommunity } from '../support/communities.ts'
import {
  createSecretClient,
  createUser,
  createUsersAndAdmin,
  deleteCommunitiesOfTestUsers,
  type TestUser,
} from '../support/users.ts'

/* Suspending a user and hiding all their communities, and the undo of it. */

const [, stranger, admin] = await createUsersAndAdmin()
const colleague = await createUser({ admin: true })
const secret = createSecretClient()
const reason = 'Sells followers.'
afterAll(deleteCommunitiesOfTestUsers)

let owner: TestUser
beforeEach(async () => {
  owner = await createUser()
})

const suspend = ({ id }: TestUser, { by = admin, hides_communities = true } = {}) =>
  by.client.rpc('suspend_user', { user_id: id, reason, hides_communities })
const undo = ({ id }: TestUser, by = admin) => by.client.rpc('undo_suspension', { user_id: id })
const end = ({ id }: TestUser) => admin.client.rpc('end_suspension', { user_id: id })

const create = (status: 'approved' | 'pending' | 'rejected', name: string = status) =>
  createCommunity(owner, { status, name })
const blocksOf = async (id: string) =>
  (
    await secret
      .from('community_blocks')
      .select('kind, since, reason, created_by')
      .eq('community_id', id)
      .order('kind')
      .throwOnError()
  ).data
const isListed = async (id: string) =>
  (await secret.rpc('get_directory_community', { community_id: id }).throwOnError()).data.length > 0
const logOf = async (id: string) =>
  (
    await secret
      .from('audit_log')
      .select('action, actor_id, before, after')
      .eq('subject_id', id)
      .order('id')
      .throwOnError()
  ).data
const report = async (id: string) => {
  const reporter = await createUser()
  await reporter.client.rpc('report_community', { community_id: id, reason: 'spam' }).throwOnError()
  return reporter
}
const reportsOf = async (id: string) =>
  (
    await secret
      .from('community_reports')
      .select('resolved_at, resolved_by, is_upheld')
      .eq('community_id', id)
      .throwOnError()
  ).data
const emailsTo = async ({ client }: TestUser, kind: string) => {
  const { data } = await client.rpc('export_my_data').throwOnError()
  const emails: unknown = data && typeof data === 'object' && Reflect.get(data, 'emails')
  return Array.isArray(emails) ? emails.filter((email) => email.kind === kind) : null
}

/** Reads everything that one step may change, without the versions. */
async function stateOf(ids: string[]) {
  const communities = await Promise.all(
    ids.map(async (id) => {
      const { updated_at: _version, ...community } = await readCommunity(id)
      const appeals = secret.from('appeals').select('closed_at, closed_by, outcome, reason')
      return {
        community,
        blocks: await blocksOf(id),
        reports: await reportsOf(id),
        appeals: (await appeals.eq('community_id', id).throwOnError()).data,
        isListed: await isListed(id),
      }
    }),
  )
  const suspensions = secret.from('suspensions').select().eq('user_id', owner.id)
  return { communities, suspensions: (await suspensions.throwOnError()).data }
}

describe('suspending a user and hiding everything', () => {
  test('hides the approved communities with one reason, one log entry and one email', async () => {
    const [one, two] = [await create('approved', 'One'), await create('approved', 'Two')]
    const [pending, rejected] = [await create('pending'), await create('rejected')]
    await suspend(owner).throwOnError()
    const shownBlock = { kind: 'admin', since: expect.any(String), reason, created_by: admin.id }
    expect(await blocksOf(one.id)).toEqual([shownBlock])
    expect(await blocksOf(two.id)).toEqual([shownBlock])
    expect([await blocksOf(pending.id), await blocksOf(rejected.id)]).toEqual([[], []])
    expect(await logOf(owner.id)).toEqual([
      {
        action: 'suspended',
        actor_id: admin.id,
        before: {},
        after: { reason, hidden: [one.id, two.id].toSorted() },
      },
    ])
    const hidden = (await logOf(one.id)).filter(({ action }) => action === 'hidden')
    expect(hidden).toEqual([])
    expect(await emailsTo(owner, 'suspended')).toEqual([
      expect.objectContaining({ kind: 'suspended', reason, hidden: 2 }),
    ])
    // The end of the suspension lists none of them again, but an admin can.
    await end(owner).throwOnError()
    expect(await isListed(one.id)).toBe(false)
    const version = (await readCommunity(one.id)).updated_at
    await colleague.client.rpc('show_community', { community_id: one.id, version }).throwOnError()
    expect(await isListed(one.id)).toBe(true)
  })

  test('without the option, the end of the suspension lists them again', async () => {
    const { id } = await create('approved')
    await suspend(owner, { hides_communities: false }).throwOnError()
    expect([await isListed(id), await blocksOf(id)]).toEqual([false, []])
    await end(owner).throwOnError()
    expect(await isListed(id)).toBe(true)
  })

  test('closes reports and appeals, and leaves the communities of others alone, also co-owned ones', async () => {
    const [hidden, theirs] = [
      await create('approved'),
      await createCommunity(stranger, { status: 'approved' }),
    ]
    await report(hidden.id)
    await report(theirs.id)
    const coOwned = { community_id: theirs.id, user_id: owner.id }
    await secret.from('co_owners').insert(coOwned).throwOnError()
    await suspend(owner).throwOnError()
    expect(await reportsOf(hidden.id)).toEqual([
      { resolved_at: expect.any(String), resolved_by: admin.id, is_upheld: true },
    ])
    expect(await reportsOf(theirs.id)).toEqual([
      { resolved_at: null, resolved_by: null, is_upheld: null },
    ])
    expect([await blocksOf(theirs.id), await isListed(theirs.id)]).toEqual([[], true])
  })
})

describe('an undo', () => {
  test('restores exactly what was before, with the blocks that were there', async () => {
    const [listed, paused, hidden, reported, pending] = [
      await create('approved'),
      await create('approved'),
      await create('approved'),
      await create('approved'),
      await create('pending'),
    ]
    await owner.client
      .rpc('set_community_paused', { community_id: paused.id, is_paused: true })
      .throwOnError()
    const version = (await readCommunity(hidden.id)).updated_at
    await colleague.client
      .rpc('hide_community', { community_id: hidden.id, version, reason: 'An older reason.' })
      .throwOnError()
    await owner.client
      .rpc('appeal_community', { community_id: hidden.id, message: 'Why?' })
      .throwOnError()
    const reporter = await report(reported.id)
    await block(reported.id, 'reports')
    await owner.client
      .rpc('appeal_community', { community_id: reported.id, message: 'They lie.' })
      .throwOnError()
    const ids = [listed, paused, hidden, reported, pending].map(({ id }) => id)
    const before = await stateOf(ids)
    expect(before.communities.map((one) => one.isListed)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])

    await suspend(owner).throwOnError()
    const during = await stateOf(ids)
    expect(during).not.toEqual(before)
    expect(during.communities[3]?.appeals).toEqual([
      expect.objectContaining({ outcome: 'declined', reason }),
    ])
    await undo(owner).throwOnError()
    expect(await stateOf(ids)).toEqual(before)

    expect(await emailsTo(owner, 'suspended')).toEqual([])
    expect(await emailsTo(reporter, 'report_outcome')).toEqual([])
    expect((await logOf(owner.id)).map(({ action, actor_id }) => ({ action, actor_id }))).toEqual([
      { action: 'suspended', actor_id: admin.id },
      { action: 'decision undone', actor_id: admin.id },
    ])
    await owner.client.from('profiles').update({ name: 'Back' }).eq('id', owner.id).throwOnError()
    await suspend(owner).throwOnError()
  })

  test('keeps what another admin has decided since', async () => {
    const [shown, other] = [await create('approved'), await create('approved')]
    await suspend(owner).throwOnError()
    const { updated_at: version } = await readCommunity(shown.id)
    await colleague.client.rpc('show_community', { community_id: shown.id, version }).throwOnError()
    const { updated_at } = await readCommunity(shown.id)
    await colleague.client
      .rpc('hide_community', { community_id: shown.id, version: updated_at, reason: 'Mine.' })
      .throwOnError()
    await undo(owner).throwOnError()
    expect(await blocksOf(shown.id)).toEqual([
      expect.objectContaining({ kind: 'admin', reason: 'Mine.', created_by: colleague.id }),
    ])
    expect([await blocksOf(other.id), await isListed(other.id)]).toEqual([[], true])
  })

  test('also ends a suspension that hid nothing', async () => {
    await suspend(owner, { hides_communities: false }).throwOnError()
    await undo(owner).throwOnError()
    expect((await stateOf([])).suspensions).toEqual([])
  })
})

describe('is refused, and changes nothing', () => {
  test('a suspension by another user, by the owner, of oneself, and a second one', async () => {
    const { id } = await create('approved')
    const own = await createCommunity(admin, { status: 'approved' })
    const before = await stateOf([id, own.id])
    for (const by of [stranger, owner]) {
      expect((await suspend(owner, { by })).error).toMatchObject({ code: 'PT403' })
    }
    expect((await suspend(admin)).error).toMatchObject({ code: 'PT403' })
    expect(await stateOf([id, own.id])).toEqual(before)

    // It hides nothing that was shown since.
    await suspend(owner, { hides_communities: false }).throwOnError()
    const suspended = await stateOf([id])
    expect((await suspend(owner, { by: colleague })).error).toMatchObject({ code: 'PT409' })
    expect(await stateOf([id])).toEqual(suspended)
  })

  test('an undo by the user, another user or another admin, a late one and a second one', async () => {
    const { id } = await create('approved')
    await suspend(owner).throwOnError()
    const before = await stateOf([id])
    expect((await undo(owner, owner)).error).toMatchObject({ code: 'PT403' })
    expect((await undo(owner, stranger)).error).toMatchObject({ code: 'PT403' })
    expect((await undo(owner, colleague)).error).toMatchObject({ code: 'PT409' })
    expect(await stateOf([id])).toEqual(before)

    const late = { suspended_at: new Date(Date.now() - 61_000).toISOString() }
    await secret.from('suspensions').update(late).eq('user_id', owner.id).throwOnError()
    const later = await stateOf([id])
    expect((await undo(owner)).error).toMatchObject({ code: 'PT409' })
    expect(await stateOf([id])).toEqual(later)

    await end(owner).throwOnError()
    expect((await undo(owner)).error).toMatchObject({ code: 'PT409' })
    expect(await blocksOf(id)).toHaveLength(1)
  })

  test('an undo of an admin who is no longer one', async () => {
    const former = await createUser({ admin: true })
    await suspend(owner, { by: former }).throwOnError()
    await secret.from('profiles').update({ is_admin: false }).eq('id', former.id).throwOnError()
    const before = await stateOf([])
    expect((await undo(owner, former)).error).toMatchObject({ code: 'PT403' })
    expect(await stateOf([])).toEqual(before)
  })
})

test('another admin can be suspended with everything hidden, and then hides nothing', async () => {
  const target = await createUser({ admin: true })
  const { id } = await createCommunity(target, { status: 'approved' })
  await suspend(target).throwOnError()
  expect(await blocksOf(id)).toHaveLength(1)
  const { error } = await suspend(owner, { by: target })
  expect(error).toMatchObject({ code: 'PT403' })
  await undo(target).throwOnError()
  expect([await blocksOf(id), await isListed(id)]).toEqual([[], true])
})

import { beforeEach, describe, expect, test } from 'vitest'
import {
  createCommunity,
  newInviteLink,
  readCommunity,
  updateCommunity,
} from '../support/communities.ts'
import {
  createSecretClient,
  createTestClient,
  createUser,
  createUsersAndAdmin,
  type TestUser,
} from '../support/users.ts'

/* Communities that reports hide until an admin decides, and the order of the queue. */

const [owner, stranger, admin] = await createUsersAndAdmin()
const secret = createSecretClient()
const visitor = createTestClient()
const lastYear = { created_at: '2025-01-01T00:00:00Z' }

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** Creates users with old accounts. */
async function createReporters(count: number): Promise<TestUser[]> {
  const users = await Promise.all(Array.from({ length: count }, () => createUser()))
  const ids = users.map((user) => user.id)
  await secret.from('profiles').update(lastYear).in('id', ids).throwOnError()
  return users
}
const reporters = await createReporters(5)
const [three, others] = [reporters.slice(0, 3), reporters.slice(3)]

let id: string
beforeEach(async () => {
  // With their reports, which limit the next ones of the same users.
  await secret.from('communities').delete().eq('owner_id', owner.id).throwOnError()
  ;({ id } = await createCommunity(owner, { status: 'approved' }))
})

const report = ({ client }: TestUser) =>
  client.rpc('report_community', { community_id: id, reason: 'scam' })
const reportAll = (users: TestUser[]) => Promise.all(users.map((user) => report(user)))
/** Lists another community, to which the next calls refer. */
const listAnother = async () => {
  ;({ id } = await createCommunity(owner, { status: 'approved' }))
  return id
}
const resolve = () =>
  admin.client.rpc('resolve_reports', { community_id: id, seen_at: 'infinity' }).throwOnError()
const undo = () => admin.client.rpc('undo_decision', { community_id: id })
const isListed = async () =>
  (await visitor.rpc('get_directory_community', { community_id: id }).throwOnError()).data
    .length === 1
/** Records that the page of the community's link names a group, as the edge function does. */
const see = async (group_name: string, is_review = false) => {
  const { whatsapp_link: link } = await readCommunity(id)
  const check = { community_id: id, link, answer: 'live' as const, group_name, is_review }
  await secret.rpc('record_link_check', check).throwOnError()
}
const show = async () => {
  const { updated_at: version } = await readCommunity(id)
  await admin.client.rpc('show_community', { community_id: id, version }).throwOnError()
}
const readReports = async () => {
  const rows = secret.from('community_reports').select('is_upheld').eq('community_id', id)
  return (await rows.throwOnError()).data.map(({ is_upheld }) => is_upheld)
}
const readAppeals = async () => {
  const rows = secret.from('appeals').select('outcome').eq('community_id', id)
  return (await rows.throwOnError()).data.map(({ outcome }) => outcome)
}
const readBlocks = async () => (await readCommunity(id)).community_blocks.map(({ kind }) => kind)
const readLog = async () => {
  const entries = secret.from('audit_log').select('action, actor_id, by_admin, before, after')
  return (await entries.eq('subject_id', id).neq('action', 'approved').order('id').throwOnError())
    .data
}
const readQueue = async () => {
  const queue = admin.client.rpc('list_review_queue', { page_size: 1000 }).eq('id', id)
  return (await queue.select('id').throwOnError()).data.map((row) => row.id)
}

const appeal = () =>
  owner.client.rpc('appeal_community', { community_id: id, message: 'We only swim.' })
const listed = async () => [await isListed(), await readReports()]

test('three reports hide a community until an admin resolves them, and do not tell who reported', async () => {
  const [first = stranger, second = stranger, third = stranger] = three
  await reportAll([first, second])
  expect(await isListed()).toBe(true)
  const reports = secret.from('community_reports').select('created_at').eq('community_id', id)
  const newest = reports.order('created_at', { ascending: false }).limit(1).single()
  const seen_at = (await newest.throwOnError()).data.created_at
  await report(third).throwOnError()
  expect(await isListed()).toBe(false)
  expect(await readQueue()).toEqual([id])
  expect(await readLog()).toMatchObject([{ action: 'hidden', actor_id: null, by_admin: false }])

  const own = owner.client.from('communities').select('*').eq('id', id).single()
  const exported = await owner.client.rpc('export_my_data').throwOnError()
  const seen = JSON.stringify([(await own.throwOnError()).data, exported.data])
  expect(seen).toContain('"reports"')
  for (const user of three) expect(seen).not.toContain(user.id)
  const ofOwner = owner.client.from('community_reports').select('id').eq('community_id', id)
  expect((await ofOwner.throwOnError()).data).toEqual([])

  const { error } = await admin.client.rpc('resolve_reports', { community_id: id, seen_at })
  expect(error).toMatchObject({
    code: 'PT412',
    message: 'This community was reported again in the meantime. Reload it to see all reports.',
  })
  expect(await listed()).toEqual([false, [null, null, null]])
  await resolve()
  expect(await listed()).toEqual([true, [false, false, false]])
  await undo().throwOnError()
  expect(await listed()).toEqual([false, [null, null, null]])
  expect(await readLog()).toMatchObject([
    { action: 'hidden' },
    { action: 'reports resolved', before: { reports: 3, reasons: ['scam'] } },
    { action: 'shown', actor_id: admin.id },
    { action: 'decision undone', actor_id: admin.id },
  ])
  expect(await readQueue()).toEqual([id])
  // Users whose reports were unfounded do not hide it again.
  await resolve()
  await reportAll(reporters)
  expect(await isListed()).toBe(true)
  expect(await readQueue()).toEqual([id])
})

test('a community stays hidden for the unrelated name of its group, and after an undo for the reports', async () => {
  await see('Sunrise Swimmers', true)
  await reportAll(three)
  await see('Crypto Signals')
  await appeal().throwOnError()
  await resolve()
  expect(await listed()).toEqual([false, [false, false, false]])
  // No other answer than that to the reports.
  expect(await readAppeals()).toEqual([null])
  expect(await readBlocks()).toEqual(['renamed'])
  expect(await readQueue()).toEqual([id])

  await undo().throwOnError()
  expect(await readReports()).toEqual([null, null, null])
  expect(await readAppeals()).toEqual([null])
  expect(await readBlocks()).toEqual(['reports', 'renamed'])
  await see('Sunrise Swimmers')
  expect(await isListed()).toBe(false)
  expect(await readBlocks()).toEqual(['reports'])
  // Showing it accepts the unrelated name.
  await see('Crypto Signals')
  await show()
  expect(await isListed()).toBe(true)
  expect(await readQueue()).toEqual([])
})

test('a community is shown again while its appeal and its changes stay in the queue', async () => {
  await reportAll(three)
  await appeal().throwOnError()
  await updateCommunity(owner, id, { name: 'Changed' }).throwOnError()
  await resolve()
  expect(await isListed()).toBe(true)
  expect(await readAppeals()).toEqual([null])
  expect(await readCommunity(id)).toMatchObject({ held_changes: { name: 'Changed' } })
  expect(await readQueue()).toEqual([id])
  // The appeal is open: there is no second one, and "no" would not be true.
  expect((await appeal()).error?.code).toBe('PT409')
  const open = secret.from('appeals').select('id').eq('community_id', id)
  const appeal_id = (await open.single().throwOnError()).data.id
  const before = await readCommunity(id)
  const answer = (is_accepted: boolean) =>
    admin.client.rpc('decide_appeal', { appeal_id, is_accepted, reason: 'No.' })
  expect((await answer(false)).error).toMatchObject({
    code: 'PT409',
    message: 'This community is no longer hidden, so the appeal can only be accepted.',
  })
  expect(await readCommunity(id)).toEqual(before)
  await answer(true).throwOnError()
  expect(await readAppeals()).toEqual(['accepted'])
  expect(await isListed()).toBe(true)
  expect(await readQueue()).toEqual([id])
})

test('hiding or rejecting a reported community resolves its reports', async () => {
  await reportAll(three)
  const { updated_at: version } = await readCommunity(id)
  const hide = () =>
    admin.client.rpc('hide_community', { community_id: id, version, reason: 'A scam.' })
  await hide().throwOnError()
  expect((await readCommunity(id)).community_blocks).toMatchObject([
    { kind: 'admin', reason: 'A scam.', created_by: admin.id },
  ])
  expect(await readReports()).toEqual([true, true, true])
  expect(await readQueue()).toEqual([])
  expect((await hide()).error).toMatchObject({ code: 'PT409' })
  await undo().throwOnError()
  expect(await readBlocks()).toEqual(['reports'])
  expect(await listed()).toEqual([false, [null, null, null]])

  await appeal().throwOnError()
  const rejection = { status: 'rejected', rejection_reason: 'Spam.' } as const
  await secret.from('communities').update(rejection).eq('id', id).throwOnError()
  expect(await readBlocks()).toEqual([])
  expect(await readReports()).toEqual([true, true, true])
  expect(await readAppeals()).toEqual(['closed'])
  expect(await readQueue()).toEqual([])
})

test('a hidden community stays in the queue when the reporters delete their accounts', async () => {
  const gone = await createReporters(3)
  await reportAll(gone)
  for (const user of gone) await secret.auth.admin.deleteUser(user.id)
  expect(await readQueue()).toEqual([id])
  expect(await listed()).toEqual([false, []])
  await resolve()
  expect(await isListed()).toBe(true)
  expect(await readQueue()).toEqual([])
  await undo().throwOnError()
  expect(await isListed()).toBe(false)
})

describe('a community is not hidden', () => {
  test('by reports of its owner and of new accounts without a join a week earlier', async () => {
    await secret.from('profiles').update(lastYear).eq('id', owner.id).throwOnError()
    const fakes = await Promise.all([createUser(), createUser(), createUser()])
    const ids = fakes.map((user) => user.id)
    const setAge = (days: number) =>
      secret
        .from('profiles')
        .update({ created_at: ago(days) })
        .in('id', ids)
        .throwOnError()
    const setJoin = (days: number) =>
      secret
        .from('community_joins')
        .update({ joined_on: ago(days) })
        .in('user_id', ids)
        .throwOnError()
    await setAge(29)
    const joins = ids.map((user_id) => ({ community_id: id, user_id, joined_on: ago(6) }))
    await secret.from('community_joins').insert(joins).throwOnError()
    for (const user of [owner, ...fakes, ...three.slice(0, 2)]) await report(user).throwOnError()
    expect(await isListed()).toBe(true)
    // Ten days later, these reports don't count, either.
    await setAge(39)
    const reports = secret.from('community_reports').update({ created_at: ago(10) })
    await reports.in('reporter_id', ids).throwOnError()
    await setJoin(16)
    await report(await createUser()).throwOnError()
    expect(await isListed()).toBe(true)
    expect(await readReports()).toHaveLength(7)

    await setAge(1)
    await setJoin(7)
    await listAnother()
    await reportAll(fakes)
    expect(await isListed()).toBe(false)
  })

  test('by users who made two unfounded reports in 90 days', async () => {
    const [one, other] = [id, await listAnother()]
    const unfounded = { reason: 'scam' as const, is_upheld: false, resolved_at: ago(1) }
    const rows = three.slice(0, 2).flatMap(({ id: reporter_id }) => [
      { ...unfounded, reporter_id, community_id: one },
      { ...unfounded, reporter_id, community_id: other },
    ])
    await secret.from('community_reports').insert(rows).throwOnError()
    await listAnother()
    await reportAll(three)
    expect(await isListed()).toBe(true)
    expect(await readQueue()).toEqual([id])

    const resolved = secret.from('community_reports').update({ resolved_at: ago(91) })
    await resolved.in('community_id', [one, other]).throwOnError()
    await listAnother()
    await reportAll(three)
    expect(await isListed()).toBe(false)
  })

  test('by users who have hidden two others within a week, unless an admin agreed', async () => {
    const first = id
    await reportAll(three)
    await listAnother()
    await reportAll(three)
    expect(await isListed()).toBe(false)
    await listAnother()
    await reportAll(three)
    expect(await isListed()).toBe(true)
    // With two other users, the reports of the same users still don't count.
    await reportAll(others)
    expect(await isListed()).toBe(true)
    expect(await readQueue()).toEqual([id])

    const { updated_at: version } = await readCommunity(first)
    const hide = { community_id: first, version, reason: 'A scam.' }
    await admin.client.rpc('hide_community', hide).throwOnError()
    await listAnother()
    await reportAll(three)
    expect(await isListed()).toBe(false)
  })
})

test('resolving reports tells whether an admin has edited the community since', async () => {
  await report(stranger).throwOnError()
  await updateCommunity(admin, id, { description: 'Without the advertising.' }).throwOnError()
  await resolve()
  expect(await readReports()).toEqual([true])
  expect(await isListed()).toBe(true)
  await undo().throwOnError()
  expect(await readReports()).toEqual([null])
})

// review-queue.test.ts tests the order of the other kinds.
test('the queue lists the new link of a dead one before other changes', async () => {
  const { id: dead } = await createCommunity(owner, { status: 'approved' })
  await updateCommunity(owner, id, { name: 'Changed' }).throwOnError()
  await updateCommunity(owner, dead, { whatsapp_link: newInviteLink() }).throwOnError()
  const links = secret.from('community_links').update({ state: 'dead', dead_since: '2026-01-01' })
  await links.eq('community_id', dead).throwOnError()
  const queue = admin.client.rpc('list_review_queue', { page_size: 1000 }).in('id', [id, dead])
  expect((await queue.select('id').throwOnError()).data).toEqual([{ id: dead }, { id }])
})

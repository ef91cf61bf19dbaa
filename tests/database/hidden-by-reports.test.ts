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
const reporters = await createReporters(4)
const three = reporters.slice(0, 3)

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
const readQueue = async (ids = [id]) => {
  const all: string[] = []
  for (let page = 1; ; page += 1) {
    const queue = admin.client.rpc('list_review_queue', { page_size: 1000, page }).select('id')
    const { data } = await queue.throwOnError()
    if (data.length === 0) return all.filter((one) => ids.includes(one))
    all.push(...data.map((row) => row.id))
  }
}

describe('a community that three users report', () => {
  test('is hidden until an admin decides, and nothing tells who reported it', async () => {
    await reportAll(three.slice(0, 2))
    expect(await isListed()).toBe(true)
    const third = three[2]
    await report(third ?? stranger).throwOnError()
    expect(await isListed()).toBe(false)
    expect(await readQueue()).toEqual([id])
    expect(await readLog()).toMatchObject([{ action: 'hidden', actor_id: null, by_admin: false }])

    const own = owner.client.from('communities').select('*').eq('id', id).single()
    const exported = await owner.client.rpc('export_my_data').throwOnError()
    const seen = JSON.stringify([(await own.throwOnError()).data, exported.data])
    expect(seen).toContain('"reports"')
    for (const user of three) expect(seen).not.toContain(user.id)
    const reports = owner.client.from('community_reports').select('id').eq('community_id', id)
    expect((await reports.throwOnError()).data).toEqual([])
  })

  test('is hidden when the reports arrive at the same time', async () => {
    for (const { error } of await reportAll(three)) expect(error).toBeNull()
    expect(await isListed()).toBe(false)
    expect(await readLog()).toHaveLength(1)
  })

  test('is shown again when an admin resolves the reports, which can be undone', async () => {
    await reportAll(three)
    await resolve()
    expect(await isListed()).toBe(true)
    expect(await readReports()).toEqual([false, false, false])
    await undo().throwOnError()
    expect(await isListed()).toBe(false)
    expect(await readReports()).toEqual([null, null, null])
    expect(await readLog()).toMatchObject([
      { action: 'hidden' },
      { action: 'reports resolved', before: { reports: 3, reasons: ['scam'] } },
      { action: 'shown', actor_id: admin.id },
      { action: 'decision undone', actor_id: admin.id },
    ])
    expect(await readQueue()).toEqual([id])
  })

  test('stays hidden for the unrelated name of its group, and after an undo for the reports', async () => {
    await see('Sunrise Swimmers', true)
    await reportAll(three)
    await see('Crypto Signals')
    await owner.client.rpc('appeal_community', { community_id: id, message: 'No.' }).throwOnError()
    await resolve()
    expect(await readReports()).toEqual([false, false, false])
    // No other answer than that to the reports.
    expect(await readAppeals()).toEqual([null])
    expect(await isListed()).toBe(false)
    expect(await readBlocks()).toEqual(['renamed'])
    expect(await readQueue()).toEqual([id])

    await undo().throwOnError()
    expect(await readReports()).toEqual([null, null, null])
    expect(await readAppeals()).toEqual([null])
    expect(await readBlocks()).toEqual(['reports', 'renamed'])
    await see('Sunrise Swimmers')
    expect(await isListed()).toBe(false)
    expect(await readBlocks()).toEqual(['reports'])
    await resolve()
    expect(await isListed()).toBe(true)
  })

  test('is shown again while its appeal and its changes stay in the queue', async () => {
    await reportAll(three)
    const appeal = { community_id: id, message: 'We only swim.' }
    await owner.client.rpc('appeal_community', appeal).throwOnError()
    await updateCommunity(owner, id, { name: 'Changed' }).throwOnError()
    await resolve()
    expect(await isListed()).toBe(true)
    expect(await readAppeals()).toEqual([null])
    expect(await readCommunity(id)).toMatchObject({ held_changes: { name: 'Changed' } })
    expect(await readQueue()).toEqual([id])
    // The appeal is open: there is no second one, and "no" would not be true.
    expect((await owner.client.rpc('appeal_community', appeal)).error?.code).toBe('PT409')
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

  test('stays hidden if the admin has not seen the report that hid it', async () => {
    const [first, ...others] = three
    await report(first ?? stranger).throwOnError()
    const reports = secret.from('community_reports').select('created_at').eq('community_id', id)
    const seen_at = (await reports.single().throwOnError()).data.created_at
    await reportAll(others)
    const { error } = await admin.client.rpc('resolve_reports', { community_id: id, seen_at })
    expect(error).toMatchObject({
      code: 'PT412',
      message: 'This community was reported again in the meantime. Reload it to see all reports.',
    })
    expect(await readReports()).toEqual([null, null, null])
    expect(await isListed()).toBe(false)
  })

  test('is shown with the unrelated name of its group, which that accepts', async () => {
    await see('Sunrise Swimmers')
    await reportAll(three)
    await see('Crypto Signals')
    await show()
    expect(await isListed()).toBe(true)
    expect(await readQueue()).toEqual([])
  })

  test('is not hidden again by users whose reports were unfounded', async () => {
    await reportAll(three)
    await resolve()
    await reportAll(reporters)
    expect(await isListed()).toBe(true)
    expect(await readQueue()).toEqual([id])
  })

  test('stays hidden when an admin hides it, which resolves the reports', async () => {
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
    expect(await isListed()).toBe(false)
    expect(await readReports()).toEqual([null, null, null])
  })

  test('has no block, open report or appeal left when the secret key ends its approval', async () => {
    await reportAll(three)
    await owner.client.rpc('appeal_community', { community_id: id, message: 'No.' }).throwOnError()
    const rejection = { status: 'rejected', rejection_reason: 'Spam.' } as const
    await secret.from('communities').update(rejection).eq('id', id).throwOnError()
    expect(await readBlocks()).toEqual([])
    expect(await readReports()).toEqual([true, true, true])
    expect(await readAppeals()).toEqual(['closed'])
    expect(await readQueue()).toEqual([])
  })

  test('stays in the queue when the reporters delete their accounts, until an admin resolves them', async () => {
    const gone = await createReporters(3)
    await reportAll(gone)
    for (const user of gone) await secret.auth.admin.deleteUser(user.id)
    expect(await readReports()).toEqual([])
    expect(await readQueue()).toEqual([id])
    expect(await isListed()).toBe(false)
    await resolve()
    expect(await isListed()).toBe(true)
    expect(await readQueue()).toEqual([])
    await undo().throwOnError()
    expect(await isListed()).toBe(false)
  })
})

describe('a community is not hidden', () => {
  test('by reports of its owner and of new accounts', async () => {
    await secret.from('profiles').update(lastYear).eq('id', owner.id).throwOnError()
    const fakes = await Promise.all([createUser(), createUser(), createUser()])
    const ids = fakes.map((user) => user.id)
    await secret
      .from('profiles')
      .update({ created_at: ago(29) })
      .in('id', ids)
      .throwOnError()
    const joins = ids.map((user_id) => ({ community_id: id, user_id, joined_on: ago(6) }))
    await secret.from('community_joins').insert(joins).throwOnError()
    for (const user of [owner, ...fakes, ...three.slice(0, 2)]) await report(user).throwOnError()
    expect(await isListed()).toBe(true)
    // Ten days later, these reports don't count, either.
    await secret
      .from('profiles')
      .update({ created_at: ago(39) })
      .in('id', ids)
      .throwOnError()
    const reports = secret.from('community_reports').update({ created_at: ago(10) })
    await reports.in('reporter_id', ids).throwOnError()
    const joined = secret.from('community_joins').update({ joined_on: ago(16) })
    await joined.in('user_id', ids).throwOnError()
    await report(await createUser()).throwOnError()
    expect(await isListed()).toBe(true)
    expect(await readReports()).toHaveLength(7)
  })

  test('by users who made two unfounded reports in 90 days', async () => {
    const users = await createReporters(3)
    for (let count = 0; count < 2; count += 1) {
      await listAnother()
      await reportAll(users.slice(0, 2))
      await resolve()
    }
    await listAnother()
    await reportAll(users)
    expect(await isListed()).toBe(true)
    expect(await readQueue()).toEqual([id])

    const ids = users.map((user) => user.id)
    const resolved = secret.from('community_reports').update({ resolved_at: ago(91) })
    await resolved.in('reporter_id', ids).eq('is_upheld', false).throwOnError()
    await listAnother()
    await reportAll(users)
    expect(await isListed()).toBe(false)
  })

  test('by users who have hidden two others within a week, unless an admin agreed', async () => {
    const users = await createReporters(3)
    const first = id
    await reportAll(users)
    await listAnother()
    await reportAll(users)
    expect(await isListed()).toBe(false)
    await listAnother()
    await reportAll(users)
    expect(await isListed()).toBe(true)
    // With another user, the reports of the same users still don't count.
    await reportAll(await createReporters(2))
    expect(await isListed()).toBe(true)
    expect(await readQueue()).toEqual([id])

    const { updated_at: version } = await readCommunity(first)
    const hide = { community_id: first, version, reason: 'A scam.' }
    await admin.client.rpc('hide_community', hide).throwOnError()
    await listAnother()
    await reportAll(users)
    expect(await isListed()).toBe(false)
  })

  test('by the reports of one user', async () => {
    const [reporter] = three
    const answers = await reportAll(Array.from({ length: 3 }, () => reporter ?? stranger))
    expect(answers.flatMap(({ error }) => error?.code ?? [])).toEqual(['PT409', 'PT409'])
    expect(await isListed()).toBe(true)
  })
})

test('a new account counts with a join that is a week old', async () => {
  const fresh = await Promise.all([createUser(), createUser(), createUser()])
  const { id: other } = await createCommunity(owner, { status: 'approved' })
  const joins = fresh.map((user) => ({ community_id: other, user_id: user.id, joined_on: ago(7) }))
  await secret.from('community_joins').insert(joins).throwOnError()
  await reportAll(fresh)
  expect(await isListed()).toBe(false)
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

test('the queue lists reports, appeals, new links of dead ones, changes, new ones and places', async () => {
  const create = async (status?: 'approved' | 'rejected') =>
    (await createCommunity(owner, { ...(status && { status }) })).id
  const pending = await create()
  const place = await create('approved')
  await updateCommunity(owner, place, { requested_place: 'Lisboa Velha' }).throwOnError()
  const held = await create('approved')
  await updateCommunity(owner, held, { name: 'Changed' }).throwOnError()
  const dead = await create('approved')
  await updateCommunity(owner, dead, { whatsapp_link: newInviteLink() }).throwOnError()
  const links = secret.from('community_links').update({ state: 'dead', dead_since: '2026-01-01' })
  await links.eq('community_id', dead).throwOnError()
  const rejected = await create('rejected')
  const message = 'Please look again.'
  await owner.client.rpc('appeal_community', { community_id: rejected, message }).throwOnError()
  // Its changes are in the queue, too, but less urgent.
  await updateCommunity(owner, id, { name: 'Changed' }).throwOnError()
  await report(stranger).throwOnError()

  const expected = [id, rejected, dead, held, pending, place]
  expect(await readQueue(expected)).toEqual(expected)
  const { data } = await admin.client.rpc('count_review_queue').single().throwOnError()
  const all = Object.values(data).reduce((sum, count) => sum + count, 0)
  const queue = admin.client.rpc('list_review_queue', { page_size: 1000 }).select('id')
  expect((await queue.throwOnError()).data).toHaveLength(all)
})

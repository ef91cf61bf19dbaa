import { beforeEach, describe, expect, test } from 'vitest'
import { createApproved, createCommunity, updateCommunity } from '../support/communities.ts'
import {
  type TestUser,
  createSecretClient,
  createUser,
  createUsersAndAdmin,
} from '../support/users.ts'

let community: Awaited<ReturnType<typeof createCommunity>>

const [owner, reporter, admin] = await createUsersAndAdmin()
beforeEach(async () => {
  community = await createCommunity(owner, { status: 'approved' })
})

type Report = { reason?: 'dead_link' | 'spam' | 'misleading' | 'other'; comment?: string }
const report = (user: TestUser, { reason = 'spam', ...rest }: Report = {}, id = community.id) =>
  user.client.rpc('report_community', { community_id: id, reason, ...rest })

/** Returns the community's reports in the queue; undefined if it is not in the queue. */
async function readQueuedReports() {
  const { data } = await admin.client
    .rpc('list_review_queue', { page_size: 1000 })
    .select('id, reports:community_reports (reason, comment)')
    .is('reports.resolved_at', null)
    .throwOnError()
  return data.find(({ id }) => id === community.id)?.reports
}
const resolve = (seen_at = 'infinity') =>
  admin.client.rpc('resolve_reports', { community_id: community.id, seen_at })
const countReported = async () =>
  (await admin.client.rpc('count_review_queue').single().throwOnError()).data.reported

describe('a report', () => {
  test('adds the community to the queue, with its reason and comment', async () => {
    expect(await readQueuedReports()).toBeUndefined()
    const before = await countReported()
    await report(reporter, { reason: 'other', comment: '  They sell watches. ' }).throwOnError()
    await report(await createUser(), { reason: 'dead_link' }).throwOnError()
    expect(await readQueuedReports()).toEqual(
      expect.arrayContaining([
        { reason: 'other', comment: 'They sell watches.' },
        { reason: 'dead_link', comment: null },
      ]),
    )
    expect(await countReported()).toBe(before + 1)
  })

  test('can only be repeated after it is resolved', async () => {
    await report(reporter).throwOnError()
    expect((await report(reporter)).error).toMatchObject({
      code: 'PT409',
      message: 'You have already reported this community. Thank you.',
    })
    await resolve().throwOnError()
    expect((await report(reporter)).error).toBeNull()
  })

  test('needs a visible comment with the reason other, of at most 500 characters', async () => {
    for (const comment of ['', '   ', '\u200B']) {
      const { error } = await report(reporter, { reason: 'other', ...(comment && { comment }) })
      expect(error).toMatchObject({
        code: 'PT400',
        details: 'comment',
        message: 'Please say what is wrong.',
      })
    }
    expect((await report(reporter, { comment: 'x'.repeat(501) })).error?.code).toBe('23514')
    expect((await report(reporter, { comment: 'x'.repeat(500) })).error).toBeNull()
  })

  test('is refused for a pending community', async () => {
    const { id } = await createCommunity(owner)
    expect((await report(reporter, {}, id)).error).toMatchObject({ code: 'PT410' })
  })

  test('is refused after ten on the same day, also concurrently', async () => {
    const user = await createUser()
    const communities = Array.from({ length: 11 }, () => ({}))
    const ids = (await createApproved(owner, communities)).map(({ id }) => id)
    const answers = await Promise.all([...ids, ...ids].map((id) => report(user, {}, id)))
    expect(answers.filter(({ error }) => error === null)).toHaveLength(10)
    const codes = new Set(answers.map(({ error }) => error?.code))
    expect(codes).toEqual(new Set([undefined, 'PT409', 'PT429']))
    const rows = createSecretClient().from('community_reports')
    const { data } = await rows.select('community_id').eq('reporter_id', user.id).throwOnError()
    expect(data).toHaveLength(10)
    const other = ids.find((id) => data.every(({ community_id }) => community_id !== id))
    expect((await report(user, {}, other)).error).toMatchObject({
      code: 'PT429',
      message: 'You can report at most 10 communities a day. Please try again tomorrow.',
    })
    const lastYear = { created_at: '2025-01-01T00:00:00Z' }
    await rows.update(lastYear).eq('reporter_id', user.id).throwOnError()
    expect((await report(user, {}, other)).error).toBeNull()
  })
})

describe('resolving', () => {
  test('applies to all reports of the community, and the log records their number and reasons', async () => {
    await report(reporter).throwOnError()
    await report(await createUser()).throwOnError()
    await report(await createUser(), { reason: 'dead_link' }).throwOnError()
    await resolve().throwOnError()
    expect(await readQueuedReports()).toBeUndefined()
    const { data: entries } = await admin.client
      .from('audit_log')
      .select('action, subject, owner_id, actor_id, by_admin, before, after')
      .eq('subject_id', community.id)
      .eq('action', 'reports resolved')
      .throwOnError()
    expect(entries).toEqual([
      {
        action: 'reports resolved',
        subject: 'community',
        owner_id: owner.id,
        actor_id: admin.id,
        by_admin: true,
        before: { reports: 3, reasons: ['dead_link', 'spam'] },
        after: {},
      },
    ])
    const { data: resolved } = await admin.client
      .from('community_reports')
      .select('resolved_by')
      .eq('community_id', community.id)
      .throwOnError()
    expect(resolved.map(({ resolved_by }) => resolved_by)).toEqual([admin.id, admin.id, admin.id])
  })

  test('leaves a report open that the admin has not seen', async () => {
    await report(reporter).throwOnError()
    const { data: seen } = await admin.client
      .from('community_reports')
      .select('created_at')
      .eq('community_id', community.id)
      .single()
      .throwOnError()
    await report(await createUser(), { reason: 'dead_link' }).throwOnError()
    await resolve(seen.created_at).throwOnError()
    expect(await readQueuedReports()).toEqual([{ reason: 'dead_link', comment: null }])
    expect((await resolve(seen.created_at)).error).toMatchObject({
      code: 'PT409',
      message: 'The reports of this community are already resolved.',
    })
    expect(await readQueuedReports()).toEqual([{ reason: 'dead_link', comment: null }])
  })
})

test('a reported community with held changes is in the queue once, as a reported one', async () => {
  await report(reporter).throwOnError()
  const before = await countReported()
  await updateCommunity(owner, community.id, { name: 'Changed' }).throwOnError()
  expect(await countReported()).toBe(before)
  expect(await readQueuedReports()).toEqual([{ reason: 'spam', comment: null }])
})

import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newInviteLink } from '../support/communities.ts'
import type { TestUser } from '../support/users.ts'
import { getPath, respondWithGroup, respondWithStatus, startLinkBackend } from './link-backend.ts'

const backend = await startLinkBackend()
const { sql, secret, owner, admin, signUp, responses, requests, call } = backend
const { check, createApproved, clear, setPace } = backend
beforeEach(async () => {
  await clear()
  await setPace(1000)
})
afterAll(backend.stop)

const checkOwn = async (
  community: string,
  { accessToken }: Pick<TestUser, 'accessToken'> = owner,
) => {
  const body = JSON.stringify({ community })
  const response = await call('admin/check-own-link', { key: accessToken, body })
  return { status: response.status, body: await response.json() }
}
const changeLink = async (id: string, group: string) => {
  const link = newInviteLink()
  responses.set(getPath(link), respondWithGroup(group))
  await owner.client.from('communities').update({ whatsapp_link: link }).eq('id', id).throwOnError()
  return link
}
const readCommunity = async (id: string) =>
  (await secret.from('communities').select().eq('id', id).single().throwOnError()).data
const readNumber = async (query: string) => {
  const { rows } = await sql.query<{ value: string }>(query)
  return Number(rows[0]?.value)
}
/** Makes the accounts of users old, so that their checks of approved communities are not limited as new ones. */
const makeOld = (...users: TestUser[]) =>
  sql.query(`update public.profiles set created_at = '2025-01-01' where id = any ($1)`, [
    users.map((user) => user.id),
  ])
/** Creates users who each own an approved community. */
const createOwners = (count: number, isApproved = true) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const user = await signUp()
      const { id } = await createApproved(respondWithGroup('Swimmers'))
      await sql.query('update public.communities set owner_id = $1, status = $2 where id = $3', [
        user.id,
        isApproved ? 'approved' : 'pending',
        id,
      ])
      return { user, id, check: async () => (await checkOwn(id, user)).status }
    }),
  )
const countChecks = () => readNumber('select count(*) as value from private.link_checks')

describe('an owner who checks a changed link', () => {
  test('makes it live if it leads to the same group', async () => {
    const { id } = await createApproved(respondWithGroup('Sunrise Swimmers'))
    await check({ community: id })
    const link = await changeLink(id, 'Sunrise Swimmers!')
    expect(await checkOwn(id)).toEqual({
      status: 200,
      body: {
        state: 'live',
        is_proved: false,
        outcome: 'swapped',
        published: ['whatsapp_link'],
      },
    })
    expect(await readCommunity(id)).toMatchObject({ whatsapp_link: link, held_changes: null })
  })

  test('leaves it in review for another group, a dead link or no answer', async () => {
    const { id, whatsapp_link } = await createApproved(respondWithGroup('Sunrise Swimmers'))
    await check({ community: id })
    const link = await changeLink(id, 'Crypto Signals')
    expect((await checkOwn(id)).body).toMatchObject({ state: 'live', outcome: 'in review' })
    responses.set(getPath(link), respondWithStatus(404))
    expect((await checkOwn(id)).body).toMatchObject({ state: 'dead' })
    responses.set(getPath(link), respondWithStatus(429))
    expect((await checkOwn(id)).body).toMatchObject({ state: 'unknown' })
    expect(await readCommunity(id)).toMatchObject({ whatsapp_link })
  })

  test('is replaced by the schedule if the app did not check it', async () => {
    const { id } = await createApproved(respondWithGroup('Sunrise Swimmers'))
    await check({ community: id })
    const link = await changeLink(id, 'Sunrise Swimmers')
    expect((await check()).body).toMatchObject({ checked: 0 })
    await sql.exec("update private.reviewed_links set due_at = due_at - interval '3 minutes'")
    expect((await check()).body).toMatchObject({ checked: 1, live: 1 })
    expect((await readCommunity(id)).whatsapp_link).toBe(link)
  })
})

describe('a check of a link', () => {
  test('is refused with one answer for every community that the user may not check', async () => {
    const stranger = await signUp()
    const listed = await createApproved(respondWithGroup('Sunrise Swimmers'))
    const hidden = await createApproved(respondWithGroup('Sunrise Swimmers'))
    await sql.query(
      "insert into public.community_blocks (community_id, kind, reason) values ($1, 'admin', 'Spam.')",
      [hidden.id],
    )
    const answers = await Promise.all(
      [listed.id, hidden.id, crypto.randomUUID()].map((id) => checkOwn(id, stranger)),
    )
    const error = 'This community is no longer in the directory, or you have no code for it.'
    expect(answers).toEqual(answers.map(() => ({ status: 410, body: { error } })))
    // Admins have no other rights here.
    expect((await checkOwn(listed.id, admin)).status).toBe(410)
    expect(requests).toEqual([])
  })

  test('is refused for a suspended owner and for an invalid request', async () => {
    const { id } = await createApproved(respondWithGroup('Sunrise Swimmers'))
    expect((await checkOwn('x')).status).toBe(400)
    await sql.query("insert into public.suspensions (user_id, reason) values ($1, 'Spam.')", [
      owner.id,
    ])
    expect((await checkOwn(id)).status).toBe(403)
    await sql.exec('delete from public.suspensions')
    expect(requests).toEqual([])
  })

  test('is limited to five in ten minutes and twenty a day, also at the same time', async () => {
    const { id } = await createApproved(respondWithGroup('Sunrise Swimmers'))
    const answers = await Promise.all(Array.from({ length: 8 }, () => checkOwn(id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3)
    expect(requests).toHaveLength(5)
    await sql.query(
      `insert into private.link_checks (at, user_id) select now() - interval '1 hour', $1 from generate_series(1, 15)`,
      [owner.id],
    )
    await sql.exec("update private.link_checks set at = at - interval '11 minutes'")
    expect((await checkOwn(id)).body).toEqual({
      error: 'You can check links at most 20 times a day. Please try again tomorrow.',
    })
  })
})

describe('the pace', () => {
  test('is shared by the schedule, users and reviewers, and leaves some checks to people', async () => {
    await setPace(20)
    await makeOld(owner)
    for (let count = 0; count < 20; count += 1) await createApproved(respondWithGroup('Swimmers'))
    // A run takes a fifth of the schedule's share.
    expect((await check()).body).toMatchObject({ checked: 3 })
    for (let run = 0; run < 5; run += 1) await check()
    expect(await countChecks()).toBe(15)
    expect((await check()).body).toMatchObject({ checked: 0 })

    const { id } = await createApproved(respondWithGroup('Swimmers'))
    for (let count = 0; count < 3; count += 1) expect((await checkOwn(id)).status).toBe(200)
    expect((await checkOwn(id)).body).toEqual({
      error: 'Many links are being checked at the moment. Please try again in a few minutes.',
    })
    const review = () => check({ community: id }, admin.accessToken)
    expect((await review()).body).toEqual({ state: 'live', group_name: 'Swimmers' })
    await review()
    const requested = requests.length
    expect(requested).toBe(20)
    // The last known name, without a request.
    expect((await review()).body).toEqual({ state: 'unknown', group_name: 'Swimmers' })
    expect(requests).toHaveLength(requested)

    await sql.exec("update private.link_checks set at = at - interval '5 minutes'")
    expect((await check()).body).toMatchObject({ checked: 3 })
  })

  test('leaves checks to others when two new accounts, or owners of new communities, use theirs', async () => {
    await setPace(20)
    const [one, two, third] = await createOwners(3)
    const [old, oldOfPending] = [await createOwners(1), await createOwners(1, false)].flat()
    if (!one || !two || !third || !old || !oldOfPending) throw new Error('No owners')
    await makeOld(old.user, oldOfPending.user)
    for (const { check: checkAs } of [one, two]) {
      for (let count = 0; count < 5; count += 1) await checkAs()
    }
    // Every other user still gets the first check of the day.
    expect(await third.check()).toBe(200)
    // An old account that lists many communities counts as new.
    expect(await oldOfPending.check()).toBe(429)
    expect([await old.check(), await old.check()]).toEqual([200, 200])
  })

  test('keeps checks for users who have not checked a link today', async () => {
    await setPace(20)
    const owners = await createOwners(3)
    await makeOld(...owners.map(({ user }) => user))
    const [one, two, third] = owners
    for (const user of [one, two]) {
      for (let count = 0; count < 5; count += 1) await user?.check()
    }
    expect(await third?.check()).toBe(200)
  })

  test('is not exceeded by users who delete their account', async () => {
    await setPace(20)
    const owners = await createOwners(4)
    await makeOld(...owners.map(({ user }) => user))
    let checked = 0
    for (const { user, check: checkAs } of owners) {
      for (let count = 0; count < 5; count += 1) checked += Number((await checkAs()) === 200)
      await sql.query('delete from auth.users where id = $1', [user.id])
    }
    expect(checked).toBeLessThanOrEqual(8)
  })

  test("is not slowed down by users' inconclusive checks, but by those of the schedule", async () => {
    const own = [1, 2, 3].map(() => createApproved(respondWithStatus(429)))
    const [first, ...others] = await Promise.all(own)
    if (!first) throw new Error('No community')
    const setDue = (when: string) =>
      sql.query('update public.community_links set due_at = now() + $1::interval', [when])
    await setDue('1 hour')
    for (const { id } of [first, ...others]) await checkOwn(id)
    await setDue('-1 minute')
    expect((await check()).body).toMatchObject({ checked: 3, unknown: 3 })
    await setDue('-1 minute')
    expect((await check()).body).toMatchObject({ checked: 0 })
    // A user's inconclusive check does not end the pause, either.
    await checkOwn(first.id)
    expect((await check()).body).toMatchObject({ checked: 0 })
  })

  test('is never exceeded by concurrent runs and reviewers', async () => {
    await setPace(4)
    for (let count = 0; count < 6; count += 1) await createApproved(respondWithGroup('Swimmers'))
    const { id } = await createApproved(respondWithGroup('Swimmers'))
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => check(index % 2 ? {} : { community: id })),
    )
    expect(requests.length).toBeLessThanOrEqual(4)
    expect(await countChecks()).toBe(requests.length)
  })

  test('of an inconclusive check is within the hour, of another one within twelve', async () => {
    const { id } = await createApproved(respondWithStatus(429))
    const dueAfter = async () => {
      await sql.query("update public.community_links set due_at = now() - interval '1 minute'")
      await check()
      return readNumber(
        'select extract(epoch from due_at - checked_at) / 60 as value from public.community_links',
      )
    }
    const delays = [await dueAfter(), await dueAfter(), await dueAfter(), await dueAfter()]
    expect(delays).toEqual([15, 30, 60, 60])
    await sql.query("update public.community_links set linked_at = now() - interval '30 days'")
    responses.set(getPath((await readCommunity(id)).whatsapp_link), respondWithGroup('Swimmers'))
    expect(await dueAfter()).toBe(720)
  })
})

import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newInviteLink } from '../support/communities.ts'
import type { TestUser } from '../support/users.ts'
import { getPath, respondWithGroup, respondWithStatus, startLinkBackend } from './link-backend.ts'

/* Checks of links by their owners and by users who list a community, and the pace that all checks share. */

const backend = await startLinkBackend()
const { sql, secret, owner, admin, signUp, responses, requests } = backend
const { check, checkOwn, checkNew, createApproved, clear, setPace } = backend
const users = await Promise.all(Array.from({ length: 6 }, () => signUp()))
const [user, , , , , old] = users
if (!user || !old) throw new Error('No users')
beforeEach(async () => {
  await clear()
  await sql.exec(
    'delete from public.suspensions; update public.profiles set created_at = now() where not is_admin',
  )
})
afterAll(backend.stop)

const changeLink = async (id: string, group: string) => {
  const link = newInviteLink()
  responses.set(getPath(link), respondWithGroup(group))
  await owner.client.from('communities').update({ whatsapp_link: link }).eq('id', id).throwOnError()
  return link
}
const suspend = ({ id }: TestUser) =>
  sql.query("insert into public.suspensions (user_id, reason) values ($1, 'Spam.')", [id])
const readCommunity = async (id: string) =>
  (await secret.from('communities').select().eq('id', id).single().throwOnError()).data
const readNumber = async (query: string) => {
  const { rows } = await sql.query<{ value: string }>(query)
  return Number(rows[0]?.value)
}
const countChecks = () => readNumber('select count(*) as value from private.link_checks')
/** Makes the accounts of users old, so that their checks of approved communities are not limited as new ones. */
const makeOld = (...all: TestUser[]) =>
  sql.query(`update public.profiles set created_at = '2025-01-01' where id = any ($1)`, [
    all.map(({ id }) => id),
  ])
/** Gives an approved community to each user. Returns functions that check it as its owner. */
const giveCommunities = (owners: TestUser[], status = 'approved') =>
  Promise.all(
    owners.map(async (by) => {
      const { id } = await createApproved()
      await sql.query('update public.communities set owner_id = $1, status = $2 where id = $3', [
        by.id,
        status,
        id,
      ])
      return async () => (await checkOwn(id, by)).status
    }),
  )
/** Checks one after the other, and returns how many are allowed. */
async function countAllowed(attempts: number, attempt: () => Promise<number>) {
  let allowed = 0
  for (let count = 0; count < attempts; count += 1) allowed += Number((await attempt()) === 200)
  return allowed
}

describe('an owner who checks a changed link', () => {
  test('makes it live only if it leads to the same group', async () => {
    const { id, whatsapp_link } = await createApproved(respondWithGroup('Sunrise Swimmers'))
    await check({ community: id })
    const other = await changeLink(id, 'Crypto Signals')
    expect((await checkOwn(id)).body).toMatchObject({ state: 'live', outcome: 'in review' })
    for (const [status, state] of [
      [404, 'dead'],
      [429, 'unknown'],
    ] as const) {
      responses.set(getPath(other), respondWithStatus(status))
      expect((await checkOwn(id)).body).toMatchObject({ state })
    }
    expect(await readCommunity(id)).toMatchObject({ whatsapp_link })
    const link = await changeLink(id, 'Sunrise Swimmers!')
    const swapped = { state: 'live', outcome: 'swapped', published: ['whatsapp_link'] }
    expect(await checkOwn(id)).toEqual({ status: 200, body: { ...swapped, is_proved: false } })
    expect(await readCommunity(id)).toMatchObject({ whatsapp_link: link, held_changes: null })
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
    const [listed, hidden] = [await createApproved(), await createApproved()]
    await sql.query(
      "insert into public.community_blocks (community_id, kind, reason) values ($1, 'admin', 'Spam.')",
      [hidden.id],
    )
    const error = 'This community is no longer in the directory, or you have no code for it.'
    for (const id of [listed.id, hidden.id, crypto.randomUUID()])
      expect(await checkOwn(id, user)).toEqual({ status: 410, body: { error } })
    // Admins have no other rights here.
    expect((await checkOwn(listed.id, admin)).status).toBe(410)
    expect((await checkOwn('x')).status).toBe(400)
    await suspend(owner)
    expect((await checkOwn(listed.id)).status).toBe(403)
    expect(requests).toEqual([])
  })

  test('is limited to five in ten minutes and twenty a day, also at the same time', async () => {
    const { id } = await createApproved()
    const answers = await Promise.all(Array.from({ length: 8 }, () => checkOwn(id)))
    const isLimited = answers.map(({ status }) => status === 429)
    expect(isLimited.filter(Boolean)).toHaveLength(3)
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

describe('a check before a community is listed', () => {
  test('shows a signed-in user the name of the group, and stores nothing about the link', async () => {
    const link = newInviteLink()
    const answers = []
    for (const respond of [
      respondWithGroup('Lisbon Nomads'),
      respondWithStatus(404),
      respondWithStatus(429),
    ]) {
      responses.set(getPath(link), respond)
      answers.push((await checkNew(link, user)).body)
    }
    expect(answers).toEqual([
      { state: 'live', group_name: 'Lisbon Nomads' },
      { state: 'dead', group_name: null },
      { state: 'unknown', group_name: null },
    ])
    const { rows } = await sql.query('select user_id, source from private.link_checks')
    expect(rows).toEqual(answers.map(() => ({ user_id: user.id, source: 'new user' })))
  })

  test('opens only links in the stored form, whatever an attacker sends', async () => {
    const code = 'AbcdefghijKlmnopqrst12'
    for (const link of [
      `https://chat.whatsapp.com.evil.example/${code}`,
      `https://evil.example/chat.whatsapp.com/${code}`,
      `https://evil.example@chat.whatsapp.com/${code}`,
      `https://chat.whatsapp.com@169.254.169.254/${code}`,
      `https://chat.whatsapp.com:8443/${code}`,
      `https://chat.whatsapp.com//evil.example/${code}`,
      `https://chat.whatsapp.com/../${code}`,
      `https://chat.whatsapp.com/${code}?next=http://127.0.0.1/`,
      `https://chat.whatsapp.com/${code}\n`,
      `http://chat.whatsapp.com/${code}`,
      'http://127.0.0.1/',
      'file:///etc/passwd',
      '',
      null,
      { toString: 'https' },
    ]) {
      expect({ link, status: (await checkNew(link)).status }).toEqual({ link, status: 400 })
    }
    expect(requests).toEqual([])
  })

  test('has the limits of all checks, and is refused for signed-out and suspended users', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => checkNew(newInviteLink(), user)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect((await checkNew(newInviteLink(), user)).body).toEqual({
      error: 'You can check links at most 5 times in ten minutes. Please try again later.',
    })
    await suspend(old)
    expect((await checkNew(newInviteLink(), old)).status).toBe(403)
    expect((await checkNew(newInviteLink(), { ...old, accessToken: '' })).status).toBe(401)
    expect(requests).toHaveLength(5)
  })
})

describe('the pace', () => {
  test('is shared by the schedule, users and reviewers, and leaves some checks to people', async () => {
    await setPace(20)
    await makeOld(owner)
    for (let count = 0; count < 18; count += 1) await createApproved()
    const { id } = await createApproved()
    // A run takes a fifth of the schedule's share.
    expect((await check()).body).toMatchObject({ checked: 3 })
    for (let run = 0; run < 5; run += 1) await check()
    expect(await countChecks()).toBe(15)
    expect((await check()).body).toMatchObject({ checked: 0 })

    expect(await countAllowed(3, async () => (await checkOwn(id)).status)).toBe(3)
    expect((await checkOwn(id)).body).toEqual({
      error: 'Many links are being checked at the moment. Please try again in a few minutes.',
    })
    const review = () => check({ community: id }, admin.accessToken)
    expect((await review()).body).toEqual({ state: 'live', group_name: 'Swimmers' })
    await review()
    expect(requests).toHaveLength(20)
    // The last known name, without a request.
    expect((await review()).body).toEqual({ state: 'unknown', group_name: 'Swimmers' })
    expect(requests).toHaveLength(20)

    await sql.exec("update private.link_checks set at = at - interval '5 minutes'")
    expect((await check()).body).toMatchObject({ checked: 3 })
  })

  test('leaves checks to others when two new accounts, or owners of new communities, use theirs', async () => {
    await setPace(20)
    const [one, two, third] = await giveCommunities(users.slice(0, 3))
    const [oldOne, oldOfPending] = [
      await giveCommunities([old]),
      await giveCommunities([owner], 'pending'),
    ].flat()
    if (!one || !two || !third || !oldOne || !oldOfPending) throw new Error('No communities')
    await makeOld(old, owner)
    for (const checkAs of [one, two]) await countAllowed(5, checkAs)
    // Every other user still gets the first check of the day.
    expect(await third()).toBe(200)
    // An old account that lists many communities counts as new.
    expect(await oldOfPending()).toBe(429)
    expect(await countAllowed(2, oldOne)).toBe(2)
  })

  test('is not exceeded by old accounts, which leave a check for others, nor by users who delete theirs', async () => {
    await setPace(20)
    const leaving = await Promise.all([signUp(), signUp(), signUp()])
    await makeOld(...leaving, old)
    const [checkAs] = await giveCommunities([old])
    let allowed = 0
    for (const [index, attempt] of (await giveCommunities(leaving)).entries()) {
      allowed += await countAllowed(5, attempt)
      await sql.query('delete from auth.users where id = $1', [leaving[index]?.id])
    }
    expect(await checkAs?.()).toBe(200)
    expect(allowed + 1).toBeLessThanOrEqual(8)
  })

  test('of users who list communities leaves most of it to others', async () => {
    await setPace(20)
    for (const by of users)
      await countAllowed(2, async () => (await checkNew(newInviteLink(), by)).status)
    expect(requests).toHaveLength(4)
  })

  test("is not slowed down by users' inconclusive checks, but by those of the schedule", async () => {
    const own = [1, 2, 3].map(() => createApproved(respondWithStatus(429)))
    const all = await Promise.all(own)
    const setDue = (when: string) =>
      sql.query('update public.community_links set due_at = now() + $1::interval', [when])
    await setDue('1 hour')
    for (const { id } of all) await checkOwn(id)
    await setDue('-1 minute')
    expect((await check()).body).toMatchObject({ checked: 3, unknown: 3 })
    await setDue('-1 minute')
    expect((await check()).body).toMatchObject({ checked: 0 })
    // A user's inconclusive check does not end the pause, either.
    await checkOwn(all[0]?.id ?? '')
    expect((await check()).body).toMatchObject({ checked: 0 })
  })

  test('is never exceeded by concurrent runs and reviewers', async () => {
    await setPace(4)
    for (let count = 0; count < 6; count += 1) await createApproved()
    const { id } = await createApproved()
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

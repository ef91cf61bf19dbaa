import { describe, expect, test } from 'vitest'
import {
  createApproved,
  createCommunity,
  newInviteLink,
  updateCommunity,
} from '../support/communities.ts'
import {
  type TestUser,
  createSecretClient,
  createUser,
  createUsersAndAdmin,
} from '../support/users.ts'

const [owner, member, admin] = await createUsersAndAdmin()
const community = await createCommunity(owner, { status: 'approved' })

const join = (user: TestUser, id = community.id) =>
  user.client.rpc('join_community', { community_id: id })

/** Joins and then reads the link, like the app. */
async function openLink(user: TestUser, id = community.id): Promise<string> {
  await join(user, id).throwOnError()
  return (await readLink(user, id).throwOnError()).data
}
const readLink = (user: TestUser, id = community.id) =>
  user.client.rpc('get_invite_link', { community_id: id })

const joinsOf = async (user: TestUser) => {
  const { data } = await user.client.rpc('count_joins').throwOnError()
  return data.filter(({ community_id }) => community_id === community.id)
}
const today = () => new Date().toISOString().slice(0, 10)

describe('joining', () => {
  test('returns the link, and is counted once per user, community and day', async () => {
    const links = [await openLink(member), await openLink(member), await openLink(member)]
    for (const link of links) expect(link).toBe(community.whatsapp_link)
    expect(await joinsOf(owner)).toEqual([{ community_id: community.id, day: today(), joins: 1 }])
    await join(await createUser())
    expect(await joinsOf(owner)).toMatchObject([{ joins: 2 }])
  })

  test('returns the link to the owner without counting', async () => {
    const before = await joinsOf(owner)
    expect(await openLink(owner)).toBe(community.whatsapp_link)
    expect(await joinsOf(owner)).toEqual(before)
  })

  test('returns the approved link while a new one is held', async () => {
    await updateCommunity(owner, community.id, { whatsapp_link: newInviteLink() }).throwOnError()
    expect(await openLink(member)).toBe(community.whatsapp_link)
  })

  test('is limited to 30 communities a day, also concurrently, not counting those already joined', async () => {
    const user = await createUser()
    const communities = Array.from({ length: 31 }, () => ({}))
    const ids = (await createApproved(await createUser(), communities)).map(({ id }) => id)
    const rows = createSecretClient().from('community_joins')
    const joined = ids.slice(0, 29).map((community_id) => ({
      community_id,
      user_id: user.id,
      joined_on: today(),
    }))
    await rows.insert(joined).throwOnError()
    const answers = await Promise.all(
      [...ids.slice(28), ...ids.slice(28)].map((id) => join(user, id)),
    )
    const refused = answers.filter(({ error }) => error)
    expect(refused).toHaveLength(2)
    expect(refused[0]).toMatchObject({
      status: 429,
      error: {
        code: 'PT429',
        message: 'You can open at most 30 invite links a day. Please try again tomorrow.',
      },
    })
    const { data } = await rows.select('community_id').eq('user_id', user.id).throwOnError()
    expect(data).toHaveLength(30)
    const links = await Promise.all(ids.slice(29).map((id) => readLink(user, id)))
    expect(links.filter((link) => link.data !== null)).toHaveLength(1)
    await rows.update({ joined_on: '2026-01-01' }).eq('user_id', user.id).throwOnError()
    for (const id of ids.slice(29)) expect((await join(user, id)).error).toBeNull()
  })

  test('is not required of admins, who see the link on the admin screen', async () => {
    expect((await readLink(admin).throwOnError()).data).toBe(community.whatsapp_link)
  })

  test('is required on each day to read the link', async () => {
    const user = await createUser()
    const refused = { code: 'PT403', message: 'Join this community to get its invite link.' }
    expect((await readLink(user)).error).toMatchObject(refused)
    expect(await openLink(user)).toBe(community.whatsapp_link)
    await createSecretClient()
      .from('community_joins')
      .update({ joined_on: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10) })
      .eq('user_id', user.id)
      .throwOnError()
    expect((await readLink(user)).error).toMatchObject(refused)
  })

  test('returns no link after the community has left the directory', async () => {
    const { id } = await createCommunity(owner, { status: 'approved' })
    await join(member, id).throwOnError()
    await createSecretClient().from('communities').update({ status: 'rejected' }).eq('id', id)
    expect((await readLink(member, id)).error).toMatchObject({ code: 'PT410' })
  })

  test('is refused for a community that is not approved, even to its owner and to an admin', async () => {
    const { id } = await createCommunity(owner)
    const gone = { code: 'PT410', message: 'This community is no longer in the directory.' }
    for (const user of [member, owner, admin]) {
      expect((await join(user, id)).error).toMatchObject(gone)
      expect(await readLink(user, id)).toMatchObject({ data: null, error: gone })
    }
  })
})

describe('the joins per week', () => {
  const countWeekly = (user: TestUser, community_id: string) =>
    user.client.rpc('count_weekly_joins', { community_id })

  test('are those of twelve weeks, from Monday, without a trace of who joined', async () => {
    const { id } = await createCommunity(owner, { status: 'approved' })
    const [one, two] = await Promise.all([createUser(), createUser()])
    const monday = new Date(`${today()}T00:00:00Z`)
    monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
    const day = (offset: number) =>
      new Date(monday.getTime() + offset * 86_400_000).toISOString().slice(0, 10)
    const joins = [
      [one, 0],
      [two, -1],
      [one, -7],
      [two, -77],
      // Before the first of the twelve weeks.
      [one, -78],
    ] as const
    const rows = joins.map(([user, offset]) => ({
      community_id: id,
      user_id: user.id,
      joined_on: day(offset),
    }))
    await createSecretClient().from('community_joins').insert(rows).throwOnError()
    const weeks = Array.from({ length: 12 }, (_, index) => ({
      week: day(-77 + 7 * index),
      joins: 0,
    }))
    const expected = weeks
      .with(0, { week: day(-77), joins: 1 })
      .with(10, { week: day(-7), joins: 2 })
    expect((await countWeekly(owner, id).throwOnError()).data).toEqual(
      expected.with(11, { week: day(0), joins: 1 }),
    )
    await createSecretClient()
      .from('co_owners')
      .insert({ community_id: id, user_id: two.id })
      .throwOnError()
    expect((await countWeekly(two, id).throwOnError()).data).toHaveLength(12)
  })

  test('are hidden from members, other owners and admins, with one message for every id', async () => {
    for (const user of [member, admin, await createUser()]) {
      for (const id of [community.id, crypto.randomUUID()]) {
        expect(await countWeekly(user, id)).toMatchObject({
          data: null,
          error: {
            code: 'PT410',
            message: 'This community is not one of yours, or no longer exists.',
          },
        })
      }
    }
  })
})

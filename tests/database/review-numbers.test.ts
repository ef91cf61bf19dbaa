import { beforeEach, describe, expect, test } from 'vitest'
import { block, createCommunity, newCommunity, readCommunity } from '../support/communities.ts'
import {
  createSecretClient,
  createTestClient,
  createUser,
  createUsersAndAdmin,
  type TestUser,
} from '../support/users.ts'

const [owner, stranger] = await createUsersAndAdmin()
const secret = createSecretClient()
let admin: TestUser
beforeEach(async () => {
  admin = await createUser({ admin: true, name: `Nadia ${crypto.randomUUID()}` })
})

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

/** Returns the rows of a kind, for example of the admins. */
async function readNumbers(kind: string, days = 7) {
  const { data } = await admin.client.rpc('list_review_numbers', { days }).throwOnError()
  return data.filter((row) => row.kind === kind)
}
const readName = async ({ id }: TestUser) =>
  (await secret.from('profiles').select('name').eq('id', id).single().throwOnError()).data.name

/** Returns how many decisions of an admin count. */
async function readDecisions(user: TestUser, days = 7) {
  const name = await readName(user)
  return (await readNumbers('admin', days)).find((row) => row.name === name)?.amount
}

async function approve(id: string, { client } = admin) {
  const changes = { status: 'approved' as const }
  await client.from('communities').update(changes).eq('id', id).throwOnError()
}

describe('the numbers of the queue', () => {
  test('are for admins only', async () => {
    for (const { client } of [owner, stranger]) {
      expect((await client.rpc('list_review_numbers')).error).toMatchObject({ code: 'PT403' })
    }
    const visitor = createTestClient()
    expect((await visitor.rpc('list_review_numbers')).error).toMatchObject({ code: '42501' })
  })

  test('count what waits, with the time of the oldest', async () => {
    const pending = async () =>
      (await readNumbers('waiting')).find(({ name }) => name === 'pending')
    const before = (await pending())?.amount ?? 0
    const { id } = await createCommunity(owner)
    const created_at = '1999-01-01T00:00:00+00:00'
    await secret.from('communities').update({ created_at }).eq('id', id).throwOnError()
    expect(await pending()).toEqual({
      kind: 'waiting',
      name: 'pending',
      amount: before + 1,
      since: created_at,
    })
    await secret.from('communities').delete().eq('id', id).throwOnError()
    expect((await pending())?.amount ?? 0).toBe(before)
  })

  test('have the median seconds from the submission to the decision', async () => {
    // More than the decisions of the other tests, which are made at once.
    const others = (await readNumbers('admin')).reduce((sum, { amount }) => sum + amount, 0)
    const many = await createUser()
    const submitted = { name: `Median ${crypto.randomUUID()}`, owner_id: many.id }
    const rows = Array.from({ length: others + 50 }, () => newCommunity(submitted))
    const created = rows.map((row) => ({ ...row, created_at: ago(3) }))
    await secret.from('communities').insert(created).throwOnError()
    const approved = { status: 'approved' as const }
    const decided = admin.client.from('communities').update(approved, { count: 'exact' })
    expect((await decided.eq('name', submitted.name)).count).toBe(rows.length)
    const [median] = await readNumbers('decision time')
    expect(median?.amount).toBeGreaterThanOrEqual(3 * 3600 - 5)
    expect(median?.amount).toBeLessThan(3 * 3600 + 600)
  })

  test('count the decisions of each admin, and not those that were undone', async () => {
    const [first, second] = [await createCommunity(owner), await createCommunity(owner)]
    expect(await readDecisions(admin)).toBeUndefined()
    await approve(first.id)
    await approve(second.id)
    expect(await readDecisions(admin)).toBe(2)
    await admin.client.rpc('undo_decision', { community_id: second.id }).throwOnError()
    expect(await readDecisions(admin)).toBe(1)
    expect(await readDecisions(admin, 30)).toBe(1)
  })

  test('count a decision with several entries in the log once', async () => {
    const { id } = await createCommunity(owner, { status: 'approved' })
    const report = { community_id: id, reason: 'spam' as const }
    await stranger.client.rpc('report_community', report).throwOnError()
    const { updated_at: version } = await readCommunity(id)
    const hide = { community_id: id, version, reason: 'Spam.' }
    await admin.client.rpc('hide_community', hide).throwOnError()
    expect(await readDecisions(admin)).toBe(1)
  })

  test('count the accepted and the declined appeals', async () => {
    const counts = async () => {
      const rows = await readNumbers('appeals')
      return ['accepted', 'declined'].map(
        (outcome) => rows.find(({ name }) => name === outcome)?.amount ?? 0,
      )
    }
    const [accepted = 0, declined = 0] = await counts()
    const { id } = await createCommunity(owner, { status: 'approved' })
    await block(id, 'admin', 'Spam.')
    const appeal = { community_id: id, message: 'Please look again.' }
    await owner.client.rpc('appeal_community', appeal).throwOnError()
    const { data } = await secret.from('appeals').select('id').eq('community_id', id).throwOnError()
    const decision = { appeal_id: data[0]?.id ?? '', is_accepted: false, reason: 'Still spam.' }
    await admin.client.rpc('decide_appeal', decision).throwOnError()
    expect(await counts()).toEqual([accepted, declined + 1])
  })
})

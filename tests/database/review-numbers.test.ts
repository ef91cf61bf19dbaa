import { describe, expect, test } from 'vitest'
import { block, createCommunity, newCommunity, readCommunity } from '../support/communities.ts'
import {
  createSecretClient,
  createTestClient,
  createUser,
  createUsersAndAdmin,
  signUpAt,
} from '../support/users.ts'
import { local } from './closed-backend.ts'

const [owner, stranger] = await createUsersAndAdmin()
const secret = createSecretClient()
const adminName = `Nadia ${crypto.randomUUID()}`
const admin = await createUser({ admin: true, name: adminName })

/** Returns the rows of a kind, for example of the admins. */
async function readNumbers(kind: string, days = 7) {
  const { data } = await admin.client.rpc('list_review_numbers', { days }).throwOnError()
  return data.filter((row) => row.kind === kind)
}
/** Returns how many decisions of the admin count. */
const readDecisions = async (days = 7) =>
  (await readNumbers('admin', days)).find(({ name }) => name === adminName)?.amount

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
    // The only decisions of this backend.
    await local.connection.driver.exec('delete from public.audit_log')
    const [lister, reviewer] = [await signUpAt(local), await signUpAt(local, { admin: true })]
    const rows = [1, 3, 40].map((hours) => ({
      ...newCommunity({ owner_id: lister.id }),
      created_at: new Date(Date.now() - hours * 3_600_000).toISOString(),
    }))
    const inserted = createTestClient(local.secretKey, local.url).from('communities').insert(rows)
    const ids = (await inserted.select('id').throwOnError()).data.map(({ id }) => id)
    const approved = { status: 'approved' as const }
    await reviewer.client.from('communities').update(approved).in('id', ids).throwOnError()
    const { data } = await reviewer.client.rpc('list_review_numbers').throwOnError()
    const median = data.find(({ kind }) => kind === 'decision time')?.amount
    expect(median).toBeGreaterThanOrEqual(3 * 3600 - 5)
    expect(median).toBeLessThan(3 * 3600 + 600)
  })

  test('count the decisions of each admin once, and not those that were undone', async () => {
    const [first, second] = [await createCommunity(owner), await createCommunity(owner)]
    expect(await readDecisions()).toBeUndefined()
    await approve(first.id)
    await approve(second.id)
    expect(await readDecisions()).toBe(2)
    await admin.client.rpc('undo_decision', { community_id: second.id }).throwOnError()
    expect([await readDecisions(), await readDecisions(30)]).toEqual([1, 1])
    // One with several entries in the log.
    const report = { community_id: first.id, reason: 'spam' as const }
    await stranger.client.rpc('report_community', report).throwOnError()
    const { updated_at: version } = await readCommunity(first.id)
    const hide = { community_id: first.id, version, reason: 'Spam.' }
    await admin.client.rpc('hide_community', hide).throwOnError()
    expect(await readDecisions()).toBe(2)
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

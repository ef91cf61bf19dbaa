import { beforeEach, describe, expect, test } from 'vitest'
import { createCommunity } from '../support/communities.ts'
import {
  type Client,
  createSecretClient,
  createTestClient,
  createUser,
  createUsersAndAdmin,
} from '../support/users.ts'

const [owner, stranger, nadia] = await createUsersAndAdmin()
const bob = await createUser({ admin: true, name: 'Bob' })
const secret = createSecretClient()

let [first, second] = ['', '']
beforeEach(async () => {
  await secret.from('open_reviews').delete().gt('until', '2000-01-01').throwOnError()
  first = (await createCommunity(owner)).id
  second = (await createCommunity(owner)).id
})

const open = ({ client }: { client: Client }, community_id?: string) =>
  client.rpc('open_review', community_id === undefined ? {} : { community_id })

/** Returns which admin has which community open. */
async function readAll(client = secret) {
  const rows = client.from('open_reviews').select('community_id, admin_id').order('community_id')
  return (await rows.throwOnError()).data
}

describe('an open review', () => {
  test('is read and written by no user who is not an admin', async () => {
    await open(nadia, first).throwOnError()
    const before = await readAll()
    for (const user of [owner, stranger]) {
      expect((await open(user, first)).error).toMatchObject({ code: 'PT403' })
      expect((await open(user)).error).toMatchObject({ code: 'PT403' })
      expect(await readAll(user.client)).toEqual([])
    }
    const visitor = createTestClient()
    expect((await open({ client: visitor }, first)).error).toMatchObject({ code: '42501' })
    expect((await visitor.from('open_reviews').select()).error).toMatchObject({ code: '42501' })
    expect(await readAll()).toEqual(before)
  })

  test('is written by an admin for themselves only', async () => {
    await open(nadia, first).throwOnError()
    const rows = bob.client.from('open_reviews')
    const until = '2999-01-01T00:00:00Z'
    const row = { community_id: second, admin_id: nadia.id, until }
    expect((await rows.insert(row)).error).toMatchObject({ code: '42501' })
    const mine = { ...row, admin_id: bob.id }
    expect((await rows.insert(mine)).error).toMatchObject({ code: '42501' })
    expect((await rows.update({ until }).eq('admin_id', nadia.id)).error?.code).toBe('42501')
    expect((await rows.delete().eq('admin_id', nadia.id)).error?.code).toBe('42501')
    await open(bob).throwOnError()
    expect(await readAll(bob.client)).toEqual([{ community_id: first, admin_id: nadia.id }])
  })

  test('lasts two minutes, and longer when it is repeated', async () => {
    await open(nadia, first).throwOnError()
    const readUntil = async () =>
      Date.parse(
        (await secret.from('open_reviews').select('until').single().throwOnError()).data.until,
      )
    expect(Math.abs((await readUntil()) - Date.now() - 120_000)).toBeLessThan(20_000)
    const soon = new Date(Date.now() + 5000).toISOString()
    await secret
      .from('open_reviews')
      .update({ until: soon })
      .eq('admin_id', nadia.id)
      .throwOnError()
    await open(nadia, first).throwOnError()
    expect((await readUntil()) - Date.now()).toBeGreaterThan(60_000)
  })

  test('ends with the next one, by leaving the queue, and with the community', async () => {
    await open(nadia, first).throwOnError()
    await open(bob, first).throwOnError()
    await open(nadia, second).throwOnError()
    expect(await readAll()).toHaveLength(2)
    expect(await readAll()).toEqual(
      expect.arrayContaining([
        { community_id: second, admin_id: nadia.id },
        { community_id: first, admin_id: bob.id },
      ]),
    )
    await open(nadia).throwOnError()
    expect(await readAll()).toEqual([{ community_id: first, admin_id: bob.id }])
    await owner.client.from('communities').delete().eq('id', first).throwOnError()
    expect(await readAll()).toEqual([])
    await open(bob, first).throwOnError()
    expect(await readAll()).toEqual([])
  })

  test('is part of the copy of the data of the admin', async () => {
    await open(nadia, first).throwOnError()
    const { data } = await nadia.client.rpc('export_my_data').throwOnError()
    expect(data).toMatchObject({ open_reviews: [{ community_id: first }] })
  })
})

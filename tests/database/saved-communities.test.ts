import { afterAll, describe, expect, test } from 'vitest'
import { startFunctionBackend } from '../functions/backend.ts'
import { newCommunity } from '../support/communities.ts'
import { createTestClient, type TestUser } from '../support/users.ts'
import { sendRestRequest } from './rest-request.ts'

const backend = await startFunctionBackend()
const { local, sql, secret, owner, admin, signUp } = backend
afterAll(backend.stop)
const [member, attacker] = [await signUp(), await signUp()]

async function list(count: number, name = 'Sunrise Swimmers', status = 'approved' as const) {
  const rows = Array.from({ length: count }, () => newCommunity({ name, owner_id: owner.id }))
  const approved = rows.map((row) => ({ ...row, status }))
  const inserted = secret.from('communities').insert(approved).select('id')
  return (await inserted.throwOnError()).data.map(({ id }) => id)
}
const [saved = ''] = await list(1, 'Saved Sailors')
const [other = ''] = await list(1)
const { id: pending } = (
  await owner.client.from('communities').insert(newCommunity()).select('id').single().throwOnError()
).data

const save = ({ client }: TestUser, id: string) =>
  client.from('saved_communities').insert({ community_id: id })
const saveAll = ({ client }: TestUser, ids: string[]) =>
  client.rpc('save_communities', { community_ids: ids })
const send = (path: string, user?: TestUser, init?: RequestInit) =>
  sendRestRequest(path, init, user?.accessToken, local)

/** Reads what a user saved, with unrestricted access. */
async function savedBy({ id }: TestUser): Promise<string[]> {
  const rows = secret.from('saved_communities').select('community_id').eq('user_id', id)
  return (await rows.throwOnError()).data.map(({ community_id }) => community_id)
}

await save(member, saved).throwOnError()

describe('an attacker', () => {
  test('cannot read what a user saved, nor count how often a community is saved', async () => {
    for (const path of [
      'saved_communities?select=*',
      `saved_communities?select=saved_at&community_id=eq.${saved}`,
    ]) {
      expect((await send(path)).text).toContain('42501')
      for (const user of [attacker, owner, admin]) expect((await send(path, user)).text).toBe('[]')
    }
    for (const user of [owner, admin]) {
      const path = `communities?id=eq.${saved}&select=saved_communities(count)`
      expect(JSON.parse((await send(path, user)).text)).toEqual([
        { saved_communities: [{ count: 0 }] },
      ])
    }
  })

  test('cannot save for another user, or change or remove what they saved', async () => {
    const attacks: [method: string, query: string, body: object][] = [
      ['POST', '', { user_id: member.id, community_id: other }],
      // With a date.
      ['POST', '', { community_id: other, saved_at: '2001-01-01' }],
      ['PATCH', '?user_id=not.is.null', { user_id: member.id }],
      ['PATCH', `?user_id=eq.${member.id}`, { community_id: other }],
    ]
    for (const [method, query, body] of attacks) {
      const init = { method, body: JSON.stringify(body) }
      const { text } = await send(`saved_communities${query}`, attacker, init)
      expect([method, query, JSON.parse(text)]).toMatchObject([method, query, { code: '42501' }])
    }
    const removed = attacker.client.from('saved_communities').delete().eq('user_id', member.id)
    expect(await removed.select()).toMatchObject({ error: null, data: [] })
    expect([await savedBy(member), await savedBy(attacker)]).toEqual([[saved], []])
  })

  test('cannot save a community that is not listed, nor learn that it exists', async () => {
    for (const id of [pending, crypto.randomUUID()]) {
      expect((await save(attacker, id)).error).toMatchObject({ code: '42501' })
      expect(await saveAll(attacker, [id])).toMatchObject({ error: null })
    }
    expect(await savedBy(attacker)).toEqual([])
  })

  test('cannot read an unlisted community by its id, or more than 100 at once', async () => {
    const ids = [pending, saved, ...Array.from({ length: 98 }, () => crypto.randomUUID())]
    // A visitor reads as much.
    for (const client of [attacker.client, createTestClient(local.publishableKey, local.url)]) {
      const read = (community_ids: string[]) =>
        client.rpc('get_listed_communities', { community_ids }, { get: true }).select('id')
      expect((await read(ids)).data).toEqual([{ id: saved }])
      expect((await read([...ids, pending])).error).toMatchObject({ code: 'PT400' })
    }
  })
})

describe('saving', () => {
  test('the same community twice keeps one row, and removing it takes one call', async () => {
    const user = await signUp()
    await saveAll(user, [saved, other, pending, saved]).throwOnError()
    await saveAll(user, [saved]).throwOnError()
    expect(new Set(await savedBy(user))).toEqual(new Set([saved, other]))
    await user.client.from('saved_communities').delete().eq('community_id', other).throwOnError()
    expect(await savedBy(user)).toEqual([saved])
  })

  test('is limited to 500 communities, also in concurrent requests', async () => {
    const user = await signUp()
    const ids = await list(6)
    await sql.transaction(async (transaction) => {
      // Of communities that do not exist.
      await transaction.exec('set local session_replication_role = replica')
      await transaction.query(
        `insert into public.saved_communities (user_id, community_id)
         select $1, gen_random_uuid() from generate_series(1, 497)`,
        [user.id],
      )
    })
    const answers = await Promise.all(ids.map((id) => save(user, id)))
    const codes = answers.map(({ error }) => error?.code ?? 'saved').toSorted()
    expect(codes).toEqual(['PT400', 'PT400', 'PT400', 'saved', 'saved', 'saved'])
    const tooMany = Array.from({ length: 501 }, () => saved)
    expect((await saveAll(user, tooMany)).error?.code).toBe('PT400')
    expect(await savedBy(user)).toHaveLength(500)
    // Those that are saved already do not count again.
    const again = ids.filter((_, index) => answers[index]?.error === null)
    await saveAll(user, again).throwOnError()
    await sql.query('delete from public.saved_communities where user_id = $1', [user.id])
  })
})

test('an unlisted community stays in the list of its users without its content', async () => {
  const user = await signUp()
  const [id = ''] = await list(1, 'Hidden Harbor')
  await save(user, id).throwOnError()
  await user.client.rpc('join_community', { community_id: id }).throwOnError()
  const dead = { state: 'dead' as const, dead_since: '2026-11-20T00:00:00Z' }
  await secret.from('community_links').update(dead).eq('community_id', id).throwOnError()
  const rows = [
    (await user.client.from('saved_communities').select('community_id').throwOnError()).data,
    (await user.client.rpc('list_my_joins').throwOnError()).data,
    (await user.client.rpc('get_listed_communities', { community_ids: [id] }).throwOnError()).data,
  ]
  expect(rows).toMatchObject([[{ community_id: id }], [{ community_id: id }], []])
  const exported = JSON.stringify((await user.client.rpc('export_my_data').throwOnError()).data)
  expect(exported).toContain(id)
  expect(JSON.stringify(rows) + exported).not.toContain('Hidden Harbor')
})

test('what a user saved is in their export, and is erased with their account or the community', async () => {
  const user = await signUp()
  const [id = ''] = await list(1)
  await saveAll(user, [saved, id]).throwOnError()
  const { data } = await user.client.rpc('export_my_data').throwOnError()
  const row = { community_id: saved, community: 'Saved Sailors', saved_at: expect.any(String) }
  expect(data).toMatchObject({ saved_communities: expect.arrayContaining([row]) })
  await secret.from('communities').delete().eq('id', id).throwOnError()
  expect(await savedBy(user)).toEqual([saved])
  expect((await secret.auth.admin.deleteUser(user.id)).error).toBeNull()
  expect(await savedBy(user)).toEqual([])
})

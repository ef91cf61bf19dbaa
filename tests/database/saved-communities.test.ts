import { describe, expect, test } from 'vitest'
import { createApproved, createCommunity } from '../support/communities.ts'
import {
  createSecretClient,
  createTestClient,
  createUser,
  createUsersAndAdmin,
  type TestUser,
} from '../support/users.ts'
import { sendRestRequest } from './rest-request.ts'

const [owner, member, admin] = await createUsersAndAdmin()
const attacker = await createUser()
const secret = createSecretClient()
const community = await createCommunity(owner, { status: 'approved', name: 'Saved Sailors' })
const other = await createCommunity(owner, { status: 'approved' })
const pending = await createCommunity(owner)

const save = ({ client }: TestUser, id: string) =>
  client.from('saved_communities').insert({ community_id: id })
const times = (count: number, value: string) => Array.from({ length: count }, () => value)

const saveAll = ({ client }: TestUser, ids: string[]) =>
  client.rpc('save_communities', { community_ids: ids })

/** Reads what a user saved, with unrestricted access. */
async function savedBy({ id }: TestUser): Promise<string[]> {
  const rows = secret.from('saved_communities').select('community_id').eq('user_id', id)
  return (await rows.throwOnError()).data.map(({ community_id }) => community_id)
}

await save(member, community.id).throwOnError()

describe('an attacker', () => {
  test.each([
    ['a visitor', undefined, '42501'],
    ['another user', attacker, '[]'],
    ['the owner of the community', owner, '[]'],
    ['an admin', admin, '[]'],
  ])('as %s cannot read what a user saved', async (_who, user, answer) => {
    for (const path of [
      'saved_communities?select=*',
      `saved_communities?user_id=eq.${member.id}`,
      `saved_communities?select=saved_at&community_id=eq.${community.id}`,
    ]) {
      expect((await sendRestRequest(path, {}, user?.accessToken)).text).toContain(answer)
    }
  })

  test('as the owner or an admin cannot count how often a community is saved', async () => {
    for (const user of [owner, admin]) {
      const path = `communities?id=eq.${community.id}&select=saved_communities(count)`
      const { text } = await sendRestRequest(path, {}, user.accessToken)
      expect(JSON.parse(text)).toEqual([{ saved_communities: [{ count: 0 }] }])
    }
  })

  test.each([
    ['save for another user', 'POST', '', { user_id: member.id, community_id: other.id }],
    ['date what they save', 'POST', '', { community_id: other.id, saved_at: '2001-01-01' }],
    ['give another user what they saved', 'PATCH', '?user_id=not.is.null', { user_id: member.id }],
    [
      'change what another user saved',
      'PATCH',
      `?user_id=eq.${member.id}`,
      { community_id: other.id },
    ],
  ])('cannot %s', async (_what, method, query, body) => {
    const init = { method, body: JSON.stringify(body) }
    const { text } = await sendRestRequest(`saved_communities${query}`, init, attacker.accessToken)
    expect(JSON.parse(text)).toMatchObject({ code: '42501' })
    expect(await savedBy(member)).toEqual([community.id])
    expect(await savedBy(attacker)).toEqual([])
  })

  test('cannot remove what another user saved', async () => {
    const saved = attacker.client.from('saved_communities').delete().eq('user_id', member.id)
    expect(await saved.select()).toMatchObject({ error: null, data: [] })
    expect(await savedBy(member)).toEqual([community.id])
  })

  test('cannot save a community that is not listed, nor learn that it exists', async () => {
    for (const id of [pending.id, crypto.randomUUID()]) {
      expect((await save(attacker, id)).error).toMatchObject({ code: '42501' })
      expect(await saveAll(attacker, [id])).toMatchObject({ error: null })
    }
    expect(await savedBy(attacker)).toEqual([])
  })

  test('cannot read an unlisted community by its id, or more than 100 at once', async () => {
    const read = (ids: string[]) =>
      attacker.client.rpc('get_listed_communities', { community_ids: ids }, { get: true })
    expect((await read([pending.id])).data).toEqual([])
    const { error } = await read(Array.from({ length: 101 }, () => community.id))
    expect(error).toMatchObject({ code: 'PT400' })
    // A visitor reads as much.
    const visitor = createTestClient()
    const readAsVisitor = (ids: string[]) =>
      visitor.rpc('get_listed_communities', { community_ids: ids }, { get: true }).select('id')
    const ids = [pending.id, community.id, ...Array.from({ length: 98 }, () => crypto.randomUUID())]
    expect((await readAsVisitor(ids)).data).toEqual([{ id: community.id }])
    expect((await readAsVisitor([...ids, pending.id])).error).toMatchObject({ code: 'PT400' })
  })
})

describe('saving', () => {
  test('the same community twice keeps one row, and removing it takes one call', async () => {
    const user = await createUser()
    await saveAll(user, [community.id, other.id, pending.id, community.id]).throwOnError()
    await saveAll(user, [community.id]).throwOnError()
    expect(new Set(await savedBy(user))).toEqual(new Set([community.id, other.id]))
    await user.client.from('saved_communities').delete().eq('community_id', other.id).throwOnError()
    expect(await savedBy(user)).toEqual([community.id])
  })

  test('is limited to 500 communities, also in concurrent requests', async () => {
    const user = await createUser()
    const manyOwners = await Promise.all(Array.from({ length: 6 }, () => createUser()))
    const created = await Promise.all(
      manyOwners.map((one) =>
        createApproved(
          one,
          Array.from({ length: 85 }, () => ({})),
        ),
      ),
    )
    const ids = created.flat().map(({ id }) => id)
    await saveAll(user, ids.slice(0, 490)).throwOnError()
    const answers = await Promise.all(ids.slice(490, 510).map((id) => save(user, id)))
    const codes = answers.map(({ error }) => error?.code ?? 'saved').toSorted()
    expect(codes).toEqual([...times(10, 'PT400'), ...times(10, 'saved')])
    expect(await savedBy(user)).toHaveLength(500)

    const thousands = Array.from({ length: 5000 }, () => ({ community_id: community.id }))
    const { error } = await user.client.from('saved_communities').insert(thousands)
    expect(error).not.toBeNull()
    expect(
      (
        await saveAll(
          user,
          thousands.map(() => community.id),
        )
      ).error?.code,
    ).toBe('PT400')
    expect(await savedBy(user)).toHaveLength(500)
    // Those that are saved already do not count again.
    await saveAll(user, ids.slice(0, 5)).throwOnError()
  }, 60_000)
})

test('an unlisted community stays in the list of its users without its content', async () => {
  const user = await createUser()
  const { id } = await createCommunity(owner, { status: 'approved', name: 'Hidden Harbor' })
  await save(user, id).throwOnError()
  await user.client.rpc('join_community', { community_id: id }).throwOnError()
  await secret
    .from('community_links')
    .update({ state: 'dead', dead_since: '2026-11-20T00:00:00Z' })
    .eq('community_id', id)
    .throwOnError()
  const read = async () => [
    (await user.client.from('saved_communities').select('community_id').throwOnError()).data,
    (await user.client.rpc('list_my_joins').throwOnError()).data,
    (await user.client.rpc('get_listed_communities', { community_ids: [id] }).throwOnError()).data,
  ]
  const rows = await read()
  expect(rows).toMatchObject([[{ community_id: id }], [{ community_id: id }], []])
  const exported = JSON.stringify((await user.client.rpc('export_my_data').throwOnError()).data)
  expect(exported).toContain(id)
  expect(JSON.stringify(rows) + exported).not.toContain('Hidden Harbor')
})

test('what a user saved is in their export, and is erased with their account or the community', async () => {
  const user = await createUser()
  const { id } = await createCommunity(owner, { status: 'approved' })
  await saveAll(user, [community.id, id]).throwOnError()
  const { data } = await user.client.rpc('export_my_data').throwOnError()
  expect(data).toMatchObject({
    saved_communities: expect.arrayContaining([
      { community_id: community.id, community: 'Saved Sailors', saved_at: expect.any(String) },
    ]),
  })
  await secret.from('communities').delete().eq('id', id).throwOnError()
  expect(await savedBy(user)).toEqual([community.id])
  const deletion = await secret.auth.admin.deleteUser(user.id)
  expect(deletion.error).toBeNull()
  expect(await savedBy(user)).toEqual([])
})

import { afterAll, beforeEach, expect, test } from 'vitest'
import { startFunctionBackend } from '../functions/backend.ts'
import { newCommunity } from '../support/communities.ts'
import { createTestClient } from '../support/users.ts'

/* The order 'Most joined here': who counts, when, and what visitors can tell from it. */

const backend = await startFunctionBackend()
const { local, sql, secret, owner, signUp } = backend
const visitor = createTestClient(local.publishableKey, local.url)
const members = await Promise.all(Array.from({ length: 5 }, () => signUp()))
const everyone = [...members, owner].map((user) => user.id)
afterAll(backend.stop)

let id = ''
beforeEach(async () => {
  await sql.exec('delete from public.communities')
  id = await list('Quiet')
})

async function list(name: string): Promise<string> {
  const row = { ...newCommunity({ name }), owner_id: owner.id, status: 'approved' as const }
  return (await secret.from('communities').insert(row).select('id').single().throwOnError()).data.id
}

const addJoins = (users: string[], daysAgo: number[], community = id) =>
  sql.query(
    `insert into public.community_joins (community_id, user_id, joined_on)
     select $1, member, private.today() - days
     from unnest($2::uuid[]) as member, unnest($3::integer[]) as days`,
    [community, users, daysAgo],
  )
const update = () =>
  sql.query('select private.update_recent_joins(part) from generate_series(0, 255) as part')

async function search(sort: string) {
  return (await visitor.rpc('search_directory', { sort }, { get: true }).throwOnError()).data
}
const readJoins = async () => (await search('newest')).find((row) => row.id === id)?.joins

test('joins count of five users other than the owner, from yesterday to 89 days ago', async () => {
  const five = everyone.slice(0, 5)
  const cases: Record<string, [users: string[], daysAgo: number[], expected: number]> = {
    five: [five, [1], 5],
    'five, 89 days ago': [five, [89], 5],
    'four, on five days': [five.slice(1), [1, 2, 3, 4, 5], 0],
    'four and the owner': [everyone.slice(1), [1], 0],
    'five, today': [five, [0], 0],
    'five, 90 days ago': [five, [90], 0],
  }
  for (const [name, [users, daysAgo]] of Object.entries(cases))
    await addJoins(users, daysAgo, await list(name))
  await update()
  const found = (await search('newest')).map(({ name, joins }) => [name, joins])
  const expected = Object.entries(cases).map(([name, [, , joins]]) => [name, joins])
  expect(Object.fromEntries(found)).toEqual({ Quiet: 0, ...Object.fromEntries(expected) })
})

const readLife = async () => {
  const { data } = await visitor.rpc('get_directory_community', { community_id: id }, { get: true })
  const [row] = data ?? []
  return [row?.joins_this_month, row?.is_active]
}
const confirm = (interval: string) =>
  sql.query(
    `update public.signs_of_life as s set confirmed_at = d.approval_date + $2::interval
     from public.directory_communities as d where d.id = s.community_id and d.id = $1`,
    [id, interval],
  )

test('signs of life are the joins of 30 days in steps, and what the owner did after the approval', async () => {
  await update()
  // The approval alone is no sign.
  expect(await readLife()).toEqual([0, false])
  await addJoins(everyone.slice(0, 4), [1])
  await update()
  expect(await readLife()).toEqual([0, false])
  await addJoins(everyone.slice(4, 5), [30])
  expect(await readLife()).toEqual([0, false])
  await update()
  expect(await readLife()).toEqual([5, true])
  await sql.exec('update public.community_joins set joined_on = joined_on - 30')
  await update()
  expect(await readLife()).toEqual([0, false])
  expect(await readJoins()).toBe(5)
  await confirm('1 second')
  await update()
  expect(await readLife()).toEqual([0, true])
  await sql.exec(`update public.communities set approval_date = now() - interval '40 days'`)
  await confirm('9 days')
  await update()
  expect(await readLife()).toEqual([0, false])
})

test('joins of a co-owner do not count, in the daily update and after an edit', async () => {
  await addJoins(everyone, [1])
  const co_owner = { community_id: id, user_id: members[0]?.id ?? '' }
  await secret.from('co_owners').insert(co_owner).throwOnError()
  await update()
  expect(await readJoins()).toBe(0)
  await secret.from('communities').update({ name: 'Renamed' }).eq('id', id).throwOnError()
  expect(await readJoins()).toBe(0)
})

test('a join drops out after 90 days', async () => {
  await addJoins(everyone, [89])
  await update()
  await sql.exec('update public.community_joins set joined_on = joined_on - 1')
  await update()
  expect(await readJoins()).toBe(0)
})

test('an edit keeps the joins, and a community that returns to the directory has its own again', async () => {
  await addJoins(everyone, [1])
  await update()
  const community = secret.from('communities')
  await community.update({ name: 'Renamed' }).eq('id', id).throwOnError()
  expect(await readJoins()).toBe(5)
  await secret.from('community_blocks').insert({ community_id: id, kind: 'paused' }).throwOnError()
  expect(await readJoins()).toBeUndefined()
  await secret.from('community_blocks').delete().eq('community_id', id).throwOnError()
  expect(await readJoins()).toBe(5)
})

test('joins come first, whatever the member counts, also for a client of the previous release', async () => {
  await addJoins(everyone, [1])
  await update()
  const louder = newCommunity({ name: 'Loud', member_count: 9_000_000 })
  const row = { ...louder, owner_id: owner.id, status: 'approved' as const }
  await secret.from('communities').insert(row).throwOnError()
  for (const sort of ['joined', 'members']) {
    expect((await search(sort)).map(({ name }) => name)).toEqual(['Quiet', 'Loud'])
  }
  const [first] = await search('members')
  const rest = {
    sort: 'members',
    after_key: String(first?.member_count),
    after_id: first?.id ?? '',
  }
  for (const [after_id, names] of [
    [rest.after_id, ['Loud']],
    // Removed since the client loaded it.
    [crypto.randomUUID(), []],
  ] as const) {
    const page = await visitor.rpc('search_directory', { ...rest, after_id }).throwOnError()
    expect(page.data.map(({ name }) => name)).toEqual(names)
  }
})

test('visitors cannot observe a join: nothing changes before the next day, and then in steps', async () => {
  await addJoins(everyone.slice(0, 4), [1])
  await update()
  const before = await search('joined')
  await members[4]?.client.rpc('join_community', { community_id: id }).throwOnError()
  await update()
  expect(await search('joined')).toEqual(before)

  const counts = [0, 4, 5, 9, 10, 19, 20, 50, 99, 100, 1234, 987_654]
  const { rows } = await sql.query<{ step: number }>(
    'select private.to_join_step(count) as step from unnest($1::bigint[]) as count',
    [counts],
  )
  expect(rows.map(({ step }) => step)).toEqual([0, 0, 5, 5, 10, 10, 20, 50, 50, 100, 1000, 500_000])
})

import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Database } from '../../src/supabase/database.types.ts'
import {
  createCommunity,
  newCommunity,
  newInviteLink,
  updateCommunity,
} from '../support/communities.ts'
import { createSecretClient, createTestClient, createUser } from '../support/users.ts'

/* Communities of one owner, one of each kind, whose name has a word of its own. */

type ListArguments = Database['public']['Functions']['list_review_queue']['Args']

const secret = createSecretClient()
const word = `w${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
const [admin, owner, stranger] = await Promise.all([
  createUser({ admin: true }),
  createUser({ name: `Olive ${word}` }),
  createUser({ name: 'Sid Stranger' }),
])

/** Of all kinds, the most urgent first. */
const kinds = ['reports', 'appeals', 'renamed', 'claims', 'changes', 'new', 'imports', 'places']
const nameOf = (kind: string) => `Kind ${kind} ${word}`

const create = (kind: string, status: 'pending' | 'approved' | 'rejected') =>
  createCommunity(owner, { name: nameOf(kind), status })

/** Imports communities and hands them over to the owner. Returns the id of the import. */
async function importNamed(names: string[]): Promise<string> {
  const import_id = crypto.randomUUID()
  const ids = names.map(() => crypto.randomUUID())
  const rows = names.map((name, index) => ({
    ...newCommunity({ name, id: ids[index] }),
    groups: [],
  }))
  await admin.client.rpc('import_communities', { rows, import_id }).throwOnError()
  const communities = secret.from('communities').update({ owner_id: owner.id })
  await communities.in('id', ids).throwOnError()
  return import_id
}

beforeAll(async () => {
  const reported = await create('reports', 'approved')
  // Waits for two reasons: it is listed under the more urgent one.
  await updateCommunity(owner, reported.id, { whatsapp_link: newInviteLink() }).throwOnError()
  const report = { community_id: reported.id, reason: 'spam' as const }
  await stranger.client.rpc('report_community', report).throwOnError()
  const { id: refused } = await create('appeals', 'rejected')
  const appeal = { community_id: refused, message: 'It is not.' }
  await owner.client.rpc('appeal_community', appeal).throwOnError()
  const { id: renamed } = await create('renamed', 'approved')
  const rename = { approved_name: 'Old', group_name: 'New', renamed_at: '2020-01-01T00:00:00Z' }
  await secret.from('community_links').update(rename).eq('community_id', renamed).throwOnError()
  const { id: claimed } = await create('claims', 'approved')
  const claim = { community_id: claimed, claimant_id: stranger.id, answer_due_at: '2021-01-01' }
  await secret.from('claims').insert(claim).throwOnError()
  const { id: changed } = await create('changes', 'approved')
  await updateCommunity(owner, changed, { description: 'Changed.' }).throwOnError()
  const { id: pending } = await create('new', 'pending')
  const created_at = '2019-01-01T00:00:00Z'
  await secret.from('communities').update({ created_at }).eq('id', pending).throwOnError()
  await importNamed([nameOf('imports')])
  const { id: placeless } = await create('places', 'approved')
  const request = { requested_place: 'Atlantis' }
  await secret.from('communities').update(request).eq('id', placeless).throwOnError()
})

afterAll(async () => {
  await secret.from('communities').delete().eq('owner_id', owner.id).throwOnError()
})

async function list(args: ListArguments): Promise<string[]> {
  const rows = admin.client.rpc('list_review_queue', { search: word, ...args }).select('name')
  return (await rows.throwOnError()).data.map(({ name }) => name)
}

test('a search of the queue finds names and owners, the most urgent first', async () => {
  expect(await list({})).toEqual(kinds.map(nameOf))
  expect(await list({ search: `${word} olive` })).toEqual(kinds.map(nameOf))
  expect(await list({ search: `claims ${word}` })).toEqual([nameOf('claims')])
  expect(await list({ search: `${word} nobody` })).toEqual([])
  const sneaky = `${word}') or true or q.id in (select c.id from public.communities as c where ('`
  expect(await list({ search: sneaky })).toEqual([])
})

test('each kind lists its own, a community with two reasons only under the more urgent one', async () => {
  for (const kind of kinds) expect([kind, await list({ kind })]).toEqual([kind, [nameOf(kind)]])
  expect(await list({ kind: "new' or true --" })).toEqual([])
})

test('an import is one item, which the whole queue leaves out; its id lists its communities', async () => {
  const before = (await summarize('').throwOnError()).data
  const counted = (await admin.client.rpc('count_review_queue').single().throwOnError()).data
  const names = [`First import ${word}`, `Second import ${word}`, `Third import ${word}`]
  const id = await importNamed(names)
  expect((await list({ import_id: id })).toSorted()).toEqual(names)
  expect(await list({ import_id: id, search: `second ${word}` })).toEqual([names[1]])
  expect(await list({ import_id: crypto.randomUUID() })).toEqual([])
  expect((await list({ kind: 'imports' })).toSorted()).toEqual(
    [...names, nameOf('imports')].toSorted(),
  )
  // Of other tests, some have the same names.
  const whole = admin.client.rpc('list_review_queue', { page_size: 1000 }).like('name', `%${word}`)
  const listed = (await whole.select('name').throwOnError()).data.map(({ name }) => name)
  expect(listed).toEqual(kinds.filter((kind) => kind !== 'imports').map(nameOf))
  const find = (rows: typeof before, kind: string) => rows.find((one) => one.kind === kind)
  const after = (await summarize('').throwOnError()).data
  expect(find(after, 'new')).toEqual(find(before, 'new'))
  expect(find(after, 'imports')?.items).toBe((find(before, 'imports')?.items ?? 0) + 1)
  expect(find(after, 'imports')?.communities).toBe((find(before, 'imports')?.communities ?? 0) + 3)
  const { data: ofImport } = await summarize('', id).throwOnError()
  expect(find(ofImport, 'imports')).toMatchObject({
    items: find(after, 'imports')?.items,
    communities: 3,
  })
  const counts = (await admin.client.rpc('count_review_queue').single().throwOnError()).data
  expect(counts).toEqual({ ...counted, imports: counted.imports + 1 })

  // Later reviews are those of any other community.
  const refusal = { status: 'rejected', rejection_reason: 'No.' } as const
  const rejected = admin.client.from('communities').update(refusal)
  await rejected.eq('name', names[0] ?? '').throwOnError()
  const edited = owner.client.from('communities').update({ description: 'Better.' })
  await edited.eq('name', names[0] ?? '').throwOnError()
  expect(await list({ import_id: id })).toHaveLength(2)
  expect(await list({ kind: 'new' })).toContain(names[0])
  await secret.from('communities').delete().in('name', names).throwOnError()
})

test('the queue is sorted by age in both directions, and pages follow the order', async () => {
  const oldest = await list({ sort: 'oldest' })
  expect(oldest.slice(0, 3)).toEqual([nameOf('new'), nameOf('renamed'), nameOf('claims')])
  expect(await list({ sort: 'newest' })).toEqual(oldest.toReversed())
  expect(await list({ sort: 'oldest', page_size: 2, page: 2 })).toEqual(oldest.slice(2, 4))
  expect(await list({ sort: "name' desc" })).toEqual(kinds.map(nameOf))
})

const summarize = (search: string, import_id?: string) =>
  admin.client.rpc('summarize_review_queue', { search, import_id })

test('the summary counts each kind and has the age of its oldest', async () => {
  const { data } = await summarize(word).throwOnError()
  const counted = Object.fromEntries(data.map(({ kind, communities }) => [kind, communities]))
  expect(counted).toEqual(Object.fromEntries(kinds.map((kind) => [kind, 1])))
  const pending = data.find(({ kind }) => kind === 'new')
  expect(Date.parse(pending?.oldest ?? '')).toBe(Date.UTC(2019, 0, 1))
  const all = (await summarize('').throwOnError()).data
  const count = (await admin.client.rpc('count_review_queue').single().throwOnError()).data
  expect(all.find(({ kind }) => kind === 'claims')?.communities).toBe(count.claimed)
})

test('the age leaves out owners who are suspended, whose communities come last in any order', async () => {
  const other = await createCommunity(stranger, { name: `Other ${word}` })
  const suspension = { user_id: owner.id, reason: 'Spam.' }
  await admin.client.rpc('suspend_user', suspension).throwOnError()
  for (const sort of ['urgent', 'oldest', 'newest']) {
    expect((await list({ sort }))[0]).toBe(other.name)
  }
  const { data } = await summarize(word).throwOnError()
  expect(data.find(({ kind }) => kind === 'new')?.communities).toBe(2)
  expect(data.map(({ kind, oldest }) => [kind, oldest !== null]).filter(([, has]) => has)).toEqual([
    ['new', true],
  ])
  await admin.client.rpc('end_suspension', { user_id: owner.id }).throwOnError()
})

test('only an admin reads the queue and its numbers', async () => {
  for (const { client } of [owner, stranger]) {
    const rows = await client.rpc('list_review_queue', { search: word, kind: 'new' })
    expect([rows.error?.code, rows.data]).toEqual(['PT403', null])
    const numbers = await client.rpc('summarize_review_queue', { search: word })
    expect([numbers.error?.code, numbers.data]).toEqual(['PT403', null])
  }
  const signedOut = createTestClient(inject('publishableKey'))
  const rows = await signedOut.rpc('list_review_queue', { search: word })
  const numbers = await signedOut.rpc('summarize_review_queue')
  expect([rows.error?.code, numbers.error?.code]).toEqual(['42501', '42501'])
})

import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/supabase/database.types.ts'
import {
  createApproved,
  createCommunity,
  newInviteLink,
  updateCommunity,
} from '../support/communities.ts'
import { type TestUser, createUser } from '../support/users.ts'

type ListArguments = Database['public']['Functions']['list_communities']['Args']

const admin = await createUser({ admin: true })
let owner: TestUser
const startWithNewOwner = async () => {
  owner = await createUser({ name: 'Quentin Quill' })
}

/** Returns the names of the owner's communities, in the order of the list. */
async function list(args: ListArguments): Promise<string[]> {
  const { data } = await admin.client
    .rpc('list_communities', { owner_id: owner.id, ...args })
    .select('name')
    .throwOnError()
  return data.map(({ name }) => name)
}

describe('a search', () => {
  beforeAll(startWithNewOwner)

  test('finds every word, in any order, in name, location, link and owner', async () => {
    const community = await createCommunity(owner, { name: 'Lake Walkers', location: 'Zürich' })
    await createCommunity(owner, { name: 'Elsewhere', location: 'Bali' })
    for (const search of [
      'lake',
      'WALKERS lake',
      'walk zurich',
      'zürich walk',
      'switzerland lake',
      'quill lake',
      owner.email.slice(0, 13) + ' lake',
      community.whatsapp_link,
      community.whatsapp_link.slice(-22),
    ]) {
      expect([search, await list({ search })]).toEqual([search, ['Lake Walkers']])
    }
    expect(await list({ search: 'lake bali' })).toEqual([])
    expect(await list({ search: '' })).toEqual(['Elsewhere', 'Lake Walkers'])
    expect(await list({ search: '   ' })).toEqual(['Elsewhere', 'Lake Walkers'])
    // It is truncated after 200 characters.
    expect(await list({ search: `${'lake '.repeat(39)}else` })).toEqual([])
    expect(await list({ search: `${'lake '.repeat(40)}elsewhere` })).toEqual(['Lake Walkers'])
  })

  test('matches special characters literally', async () => {
    const special = ['%', '_', '\\', "'", '"', "'; drop table communities; --", '$1', '{}', '()']
    const odd = special.map((character) => ({ name: `Odd ${character} name` }))
    await createApproved(owner, [...odd, { name: 'Plain' }])
    for (const search of special) {
      const found = special.filter((one) => one.includes(search)).map((one) => `Odd ${one} name`)
      expect([search, (await list({ search })).toSorted()]).toEqual([search, found.toSorted()])
    }
    expect(await list({ search: 'word '.repeat(400) })).toEqual([])
  })

  test("finds the owner's new name, and not the old one", async () => {
    const profile = owner.client.from('profiles')
    await profile.update({ name: 'Zelda Zimmer' }).eq('id', owner.id).throwOnError()
    expect(await list({ search: 'zimmer lake' })).toEqual(['Lake Walkers'])
    expect(await list({ search: 'quill' })).toEqual([])
  })
})

describe('the list of communities', () => {
  beforeAll(async () => {
    await startWithNewOwner()
    for (const [name, location, category] of [
      ['B', 'Bali', 'Sports'],
      ['D', 'Zürich', 'Culture'],
      ['A', 'Bali', 'Culture'],
      ['C', 'Koh Phangan', 'Sports'],
    ] as const) {
      await createCommunity(owner, { name, location, category })
    }
  })

  test('is sorted in both directions, by date if the order is unknown', async () => {
    expect(await list({ sort: 'name', descending: false })).toEqual(['A', 'B', 'C', 'D'])
    expect(await list({ sort: 'name', descending: true })).toEqual(['D', 'C', 'B', 'A'])
    expect(await list({ sort: 'created', descending: false })).toEqual(['B', 'D', 'A', 'C'])
    expect(await list({ sort: 'name; drop table communities' })).toEqual(['C', 'A', 'D', 'B'])
  })

  test('has pages without gaps or repetitions', async () => {
    for (const sort of ['created', 'name', 'owner', 'status']) {
      for (const descending of [true, false]) {
        const whole = await list({ sort, descending })
        const page = (number: number) => list({ sort, descending, page_size: 3, page: number })
        expect([...(await page(1)), ...(await page(2))]).toEqual(whole)
        expect(await page(3)).toEqual([])
      }
    }
  })

  test('clamps invalid page numbers and sizes', async () => {
    for (const page_size of [0, -5]) {
      const page = (number: number) => list({ sort: 'created', page_size, page: number })
      expect([await page(1), await page(2)]).toEqual([['C'], ['A']])
    }
    expect(await list({ page_size: 100_000 })).toHaveLength(4)
    expect(await list({ page: 0 })).toHaveLength(4)
    expect(await list({ page: -3 })).toHaveLength(4)
    expect(await list({ page_size: 2_147_483_647, page: 2_147_483_647 })).toEqual([])
  })

  test('is exported in pages that continue after the last row', async () => {
    const page = async (from = {}) => {
      const { data } = await admin.client
        .rpc('export_communities', { owner_id: owner.id, ...from })
        .select('id, name, created_at')
        .throwOnError()
      return data
    }
    const all = await page()
    expect(all.map(({ name }) => name)).toEqual(['C', 'A', 'D', 'B'])
    const second = all[1]
    const rest = await page({ before_created_at: second?.created_at, before_id: second?.id })
    expect(rest.map(({ name }) => name)).toEqual(['D', 'B'])
  })

  test('is filtered by status, category and country, and counted by status', async () => {
    await createCommunity(owner, { name: 'E', location: 'Bali', status: 'approved' })
    expect(await list({ status: 'approved' })).toEqual(['E'])
    expect(await list({ category: 'Culture' })).toEqual(['A', 'D'])
    expect(await list({ country: 'Indonesia' })).toEqual(['E', 'A', 'B'])
    const filter = { country: 'Indonesia', category: 'Sports', status: 'pending' } as const
    expect(await list(filter)).toEqual(['B'])
    expect(await list({ country: 'Narnia' })).toEqual([])
    const counted = { owner_id: owner.id, country: 'Indonesia' }
    const { data } = await admin.client.rpc('count_communities', counted).throwOnError()
    expect(data.toSorted((one, other) => one.status.localeCompare(other.status))).toEqual([
      { status: 'approved', communities: 1 },
      { status: 'pending', communities: 2 },
    ])
  })
})

test('the queue lists held changes, then pending communities, each oldest first', async () => {
  const first = await createCommunity(owner, { name: 'Pending 1' })
  const held = await createCommunity(owner, { name: 'Held 1', status: 'approved' })
  const later = await createCommunity(owner, { name: 'Held 2', status: 'approved' })
  const last = await createCommunity(owner, { name: 'Pending 2' })
  for (const { id } of [held, later]) {
    await updateCommunity(owner, id, { description: 'Changed.' }).throwOnError()
  }
  const own = [held, later, first, last].map(({ id }) => id)
  const queue = admin.client.rpc('list_review_queue', { page_size: 1000 }).in('id', own)
  const { data: found } = await queue.select('id').throwOnError()
  expect(found.map(({ id }) => id)).toEqual(own)
  const { data } = await admin.client.rpc('count_review_queue').single().throwOnError()
  expect(data.pending).toBeGreaterThanOrEqual(2)
  expect(data.held).toBeGreaterThanOrEqual(2)
})

describe('a possible duplicate', () => {
  beforeAll(startWithNewOwner)

  async function similar(id: string) {
    const { data } = await admin.client
      .rpc('similar_communities', { community_id: id })
      .select('id')
      .throwOnError()
    return data.map((row) => row.id)
  }

  test('has the same link, even if it is rejected or held', async () => {
    const whatsapp_link = newInviteLink()
    const rejected = await createCommunity(owner, { whatsapp_link, status: 'rejected' })
    const other = await createCommunity(owner, { name: 'Other name', status: 'approved' })
    // Similar names must not push the same link out of the result.
    await createApproved(
      owner,
      Array.from({ length: 6 }, () => ({ name: rejected.name })),
    )
    await updateCommunity(owner, other.id, { whatsapp_link }).throwOnError()
    expect(await similar(rejected.id)).toContain(other.id)
    expect(await similar(other.id)).toContain(rejected.id)
    expect(await similar(other.id)).not.toContain(other.id)
  })

  test('has a similar name in the same location', async () => {
    const word = crypto.randomUUID().slice(0, 8)
    const name = `Sunrise Swimmers ${word}`
    const community = await createCommunity(owner, { name, location: 'Bali' })
    const typo = await createCommunity(owner, {
      name: `Sunrise Swimers ${word}`,
      location: 'Bali',
      status: 'approved',
    })
    const elsewhere = await createCommunity(owner, { name, location: 'Medellín' })
    const rejected = await createCommunity(owner, { name, location: 'Bali', status: 'rejected' })
    const different = await createCommunity(owner, { name: `Chess ${word}`, location: 'Bali' })
    const found = await similar(community.id)
    expect(found).toContain(typo.id)
    for (const { id } of [elsewhere, rejected, different, community]) {
      expect(found).not.toContain(id)
    }
  })
})

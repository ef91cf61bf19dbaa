import { beforeEach, describe, expect, test } from 'vitest'
import {
  addGroup,
  createCommunity,
  decideHeldChanges,
  newInviteLink,
  readCommunity,
  stockPhoto,
  updateCommunity,
} from '../support/communities.ts'
import { type TestUser, createTestClient, createUser } from '../support/users.ts'

/* What visitors see of a community. The directory of this backend is live. */

type Community = Awaited<ReturnType<typeof createCommunity>>

let community: Community
const visitor = createTestClient()

const [owner, admin] = await Promise.all([
  createUser({ name: 'Hidden Owner' }),
  createUser({ admin: true }),
])

/** Returns the community as visitors see it; undefined if they do not. */
async function readAsVisitor() {
  const { data } = await visitor
    .rpc('get_directory_community', { community_id: community.id }, { get: true })
    .throwOnError()
  return data[0]
}

/** Whether a search finds the community. */
async function isFoundBy(q: string) {
  const { data } = await visitor
    .rpc('search_directory', { search: q, page_size: 48 }, { get: true })
    .throwOnError()
  return data.some(({ id }) => id === community.id)
}

const change = (user: TestUser, changes: object) =>
  updateCommunity(user, community.id, changes).single().throwOnError()
const decide = (status: 'approved' | 'rejected') => change(admin, { status })
const undo = () => admin.client.rpc('undo_decision', { community_id: community.id }).throwOnError()
const add = (user: TestUser, name: string) => addGroup(user, community.id, name).throwOnError()

test('a community is listed while it is approved, without its link and its owner', async () => {
  community = await createCommunity(owner, {
    name: 'Quokka Watchers',
    description: 'Quokkas, and nothing but quokkas.',
  })
  const expectUnlisted = async () => {
    expect(await readAsVisitor()).toBeUndefined()
    expect(await isFoundBy('quokka')).toBe(false)
  }
  await expectUnlisted()
  await decide('rejected')
  await expectUnlisted()
  await undo()
  await decide('approved')
  await undo()
  await expectUnlisted()

  const { data } = await decide('approved')
  expect(await isFoundBy('quokka')).toBe(true)
  const row = await readAsVisitor()
  const listedAt = new Date(row?.approval_date ?? '').toISOString()
  expect(listedAt).toBe(new Date(data.approval_date ?? '').toISOString())
  const code = community.whatsapp_link.split('/').at(-1) ?? ''
  for (const secret of [code, owner.id, owner.email, 'Hidden Owner']) {
    expect(JSON.stringify(row)).not.toContain(secret)
  }
  expect(await isFoundBy(code)).toBe(false)
  expect(await isFoundBy('Hidden Owner')).toBe(false)
  await owner.client.from('communities').delete().eq('id', community.id).throwOnError()
  await expectUnlisted()
})

describe('an approved community', () => {
  beforeEach(async () => {
    community = await createCommunity(owner, { name: 'Numbat Circle', member_count: 3 })
    await add(owner, 'Early risers')
    await decide('approved')
  })

  const held = () => ({
    name: 'Axolotl Circle',
    description: 'Axolotls now.',
    host_name: 'Xochitl',
    host_intro: 'Feeds them.',
    whatsapp_link: newInviteLink(),
    image_url: `${stockPhoto}?w=99`,
  })

  test('keeps its approved version until held changes are accepted', async () => {
    const before = await readAsVisitor()
    await change(owner, held())
    expect(await readAsVisitor()).toEqual(before)
    expect(await isFoundBy('axolotl')).toBe(false)
    expect(await isFoundBy('numbat')).toBe(true)
    await change(owner, { held_changes: null })
    expect(await readAsVisitor()).toEqual(before)

    await change(owner, held())
    await decideHeldChanges(admin, community.id, 'accept')
    expect(await readAsVisitor()).toMatchObject({
      name: 'Axolotl Circle',
      description: 'Axolotls now.',
      host_name: 'Xochitl',
      host_intro: 'Feeds them.',
    })
    expect(await isFoundBy('axolotl xochitl')).toBe(true)
    expect(await isFoundBy('numbat')).toBe(false)

    await undo()
    expect(await readAsVisitor()).toEqual(before)
  })

  test('shows changes to unreviewed fields immediately', async () => {
    const languages = ['ku', 'ar']
    const changes = { member_count: 44, join_type: 'request', location: 'Bali', languages }
    await change(owner, changes)
    expect(await readAsVisitor()).toMatchObject(changes)
    expect(await isFoundBy('numbat indonesia')).toBe(true)
  })

  test('shows only groups that an admin has reviewed or added', async () => {
    const early = { name: 'Early risers', description: '' }
    expect(await readAsVisitor()).toMatchObject({ groups: [early], group_count: 1 })
    await add(owner, 'Buy my crypto')
    // Writes the community to the directory again.
    await change(owner, { member_count: 4 })
    expect(await readAsVisitor()).toMatchObject({ groups: [early], group_count: 1 })
    expect(await isFoundBy('risers')).toBe(true)
    expect(await isFoundBy('crypto')).toBe(false)
    const { groups_changed_at } = await readCommunity(community.id)
    await admin.client
      .rpc('confirm_groups', { community_id: community.id, seen_at: groups_changed_at ?? '' })
      .throwOnError()
    expect(await readAsVisitor()).toMatchObject({ group_count: 2 })
    expect(await isFoundBy('numbat crypto')).toBe(true)

    // An admin's changes need no review.
    await change(admin, { name: 'Bilby Circle' })
    await add(admin, 'Late bilbies')
    expect(await readAsVisitor()).toMatchObject({ name: 'Bilby Circle', group_count: 3 })
    expect(await isFoundBy('bilby')).toBe(true)
  })
})

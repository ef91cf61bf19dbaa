import { describe, expect, test } from 'vitest'
import { readProperty } from '../../src/lib/read-property.ts'
import {
  addGroup,
  createCommunity,
  newInviteLink,
  newCommunity,
  readCommunity,
  updateCommunity,
} from '../support/communities.ts'
import { uploadImage } from '../support/images.ts'
import {
  type TestUser,
  createSecretClient,
  createUser,
  createUsersAndAdmin,
} from '../support/users.ts'
import { sendRestRequest } from './rest-request.ts'

/* What owners and admins save. attacks.test.ts tries what they must not save. */

const [owner, stranger, admin] = await createUsersAndAdmin()

const list = (user: TestUser, changes: Parameters<typeof newCommunity>[0]) =>
  user.client.from('communities').insert(newCommunity(changes))

/** Inserts a row with the given preference of PostgREST. */
async function insertAs({ accessToken }: TestUser, row: object, prefer: string) {
  const init = { method: 'POST', body: JSON.stringify(row), headers: { prefer } }
  const { status, text } = await sendRestRequest('communities', init, accessToken)
  return { status, body: text && JSON.parse(text) }
}

describe('a new community', () => {
  test('is pending and undecided, belongs to its sender, and has timestamps that every browser can parse', async () => {
    const community = await createCommunity(owner)
    const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/)
    expect(community).toMatchObject({
      owner_id: owner.id,
      status: 'pending',
      approval_date: null,
      approved_by: null,
      held_changes: null,
      created_at: timestamp,
      updated_at: timestamp,
    })
    const { data: listed } = await admin.client.rpc('list_communities', { owner_id: owner.id })
    expect(listed?.find(({ id }) => id === community.id)).toMatchObject({
      created_at: timestamp,
      updated_at: timestamp,
    })
  })

  const preferences = [
    'return=representation',
    'resolution=merge-duplicates',
    'resolution=ignore-duplicates',
  ]

  test('that is sent again is refused and changes nothing, not even if it is the same', async () => {
    for (const status of ['pending', 'approved', 'rejected'] as const) {
      const row = newCommunity({ id: crypto.randomUUID() })
      const before = await createCommunity(owner, { ...row, status })
      for (const prefer of preferences) {
        for (const sent of [row, { ...row, name: 'Another' }, newCommunity({ id: row.id })]) {
          const { body, ...answer } = await insertAs(owner, sent, prefer)
          expect([status, prefer, answer.status]).toEqual([status, prefer, 409])
          expect(body).toMatchObject({
            code: 'PT409',
            message: 'You have already submitted this community.',
          })
        }
      }
      expect(await readCommunity(before.id)).toEqual(before)
    }
  })

  test("with the id of another owner's community changes nothing, not even for an admin", async () => {
    const before = await createCommunity(owner, { status: 'approved' })
    for (const prefer of preferences) {
      for (const user of [stranger, admin]) {
        const { body } = await insertAs(user, newCommunity({ id: before.id }), prefer)
        // Without an error, the row was ignored as a duplicate.
        const refusal = readProperty(body, 'code') ?? JSON.stringify(body)
        expect(refusal).toMatch(/^(42501|23505|PT409|\[\]|"")$/)
        expect(JSON.stringify(body)).not.toContain(before.name)
      }
    }
    expect(await readCommunity(before.id)).toEqual(before)
  })

  test('that two tabs submit at the same moment is stored as one of them sent it', async () => {
    const id = crypto.randomUUID()
    const rows = ['One', 'Two', 'Three', 'Four'].map((name) => newCommunity({ id, name }))
    const results = await Promise.all(
      rows.map((row) => insertAs(owner, row, 'resolution=merge-duplicates')),
    )
    expect(results.map(({ status }) => status).filter((status) => status === 409)).toHaveLength(3)
    const first = results.findIndex(({ status }) => status === 201)
    expect(await readCommunity(id)).toMatchObject({ name: rows[first]?.name })
  })
})

describe('limits', () => {
  const communitiesOf = async ({ id }: TestUser) =>
    (await createSecretClient().from('communities').select('id').eq('owner_id', id)).data
  const groupsOf = async (id: string) =>
    (await createSecretClient().from('community_groups').select('name').eq('community_id', id)).data

  test('an owner lists at most 100 communities, which others cannot detect', async () => {
    const full = await createUser()
    const listMany = (length: number) =>
      full.client.from('communities').insert(Array.from({ length }, () => newCommunity()))
    const message = 'You can list at most 100 communities.'
    await listMany(99).throwOnError()
    expect((await listMany(2)).error?.message).toBe(message)
    expect(await communitiesOf(full)).toHaveLength(99)
    await listMany(1).throwOnError()
    expect((await listMany(1)).error?.message).toBe(message)
    expect(await communitiesOf(full)).toHaveLength(100)
    const [one, other] = [
      await list(stranger, { owner_id: full.id }),
      await list(stranger, { owner_id: owner.id }),
    ]
    expect(one.error?.code).toBe('PT403')
    expect(one.error).toEqual(other.error)
  })

  test('a community has at most 50 groups, which can be upserted, and which others cannot detect', async () => {
    const { id } = await createCommunity(owner)
    const groups = Array.from({ length: 51 }, (_, index) => ({
      id: crypto.randomUUID(),
      community_id: id,
      name: `Group ${index}`,
    }))
    const rows = owner.client.from('community_groups')
    expect((await rows.insert(groups)).error?.message).toBe(
      'A community can have at most 50 groups.',
    )
    expect(await groupsOf(id)).toEqual([])
    await rows.insert(groups.slice(1)).throwOnError()
    await rows.upsert({ ...groups[50], community_id: id, name: 'Saved again' }).throwOnError()
    expect(await groupsOf(id)).toHaveLength(50)
    expect(await groupsOf(id)).toContainEqual({ name: 'Saved again' })
    const [one, other] = [
      await addGroup(stranger, id),
      await addGroup(stranger, crypto.randomUUID()),
    ]
    expect(one.error?.code).toBe('42501')
    expect(one.error).toEqual(other.error)
  })
})

describe('a WhatsApp link', () => {
  const refusal = {
    code: 'PT409',
    details: 'whatsapp_link',
    message: 'This WhatsApp link is already listed in the directory.',
  }

  test('can be listed only once, by any owner', async () => {
    const { whatsapp_link } = await createCommunity(owner)
    expect((await list(stranger, { whatsapp_link })).error).toMatchObject(refusal)
    const { data } = await stranger.client.rpc('is_whatsapp_link_listed', { link: whatsapp_link })
    expect(data).toBe(true)
  })

  test('can be listed again after a rejection, by the first owner who lists it', async () => {
    const rejected = await createCommunity(owner, { status: 'rejected' })
    await createCommunity(stranger, { whatsapp_link: rejected.whatsapp_link })
    const { error } = await updateCommunity(owner, rejected.id, { name: 'Trying again' })
    expect(error).toMatchObject(refusal)
    expect(await readCommunity(rejected.id)).toEqual(rejected)
  })

  test('that is held for review cannot be listed by another owner', async () => {
    const { id } = await createCommunity(owner, { status: 'approved' })
    const whatsapp_link = newInviteLink()
    await updateCommunity(owner, id, { whatsapp_link }).throwOnError()
    expect((await list(stranger, { whatsapp_link })).error).toMatchObject(refusal)
  })
})

describe('a decision', () => {
  test('is signed and dated by the database, whatever the admin sends', async () => {
    const { id } = await createCommunity(owner)
    const before = Date.now()
    await updateCommunity(admin, id, {
      status: 'rejected',
      rejection_reason: 'The link is dead.',
      approval_date: '2001-01-01',
      approved_by: stranger.id,
    }).throwOnError()
    const rejected = await readCommunity(id)
    expect(rejected).toMatchObject({
      status: 'rejected',
      rejection_reason: 'The link is dead.',
      approved_by: admin.id,
    })
    expect(new Date(rejected.approval_date ?? 0).getTime()).toBeGreaterThan(before - 60_000)
  })

  test('is cleared when the owner edits a rejected community, which is pending again', async () => {
    const { id } = await createCommunity(owner, {
      status: 'rejected',
      rejection_reason: 'No.',
      approved_by: admin.id,
    })
    await updateCommunity(owner, id, { member_count: 50 }).throwOnError()
    expect(await readCommunity(id)).toMatchObject({
      status: 'pending',
      rejection_reason: null,
      approval_date: null,
      approved_by: null,
      member_count: 50,
    })
  })
})

describe('an edit', () => {
  test('of the current version is saved, and one of an older version refused', async () => {
    const { id, updated_at } = await createCommunity(owner)
    const saved = await updateCommunity(owner, id, { name: 'New name', updated_at })
    expect(saved.data).toMatchObject([{ name: 'New name' }])
    const late = await updateCommunity(owner, id, { name: 'Too late', updated_at })
    expect(late).toMatchObject({ status: 412, error: { code: 'PT412' } })
    expect(await readCommunity(id)).toMatchObject(saved.data?.[0] ?? {})
  })

  test('keeps the category Social if an admin chose it, which an owner cannot', async () => {
    expect((await list(owner, { category: 'Social' })).error).toMatchObject({
      code: 'PT403',
      details: 'category',
    })
    const { id } = await createCommunity(owner)
    await updateCommunity(admin, id, { category: 'Social' }).throwOnError()
    await updateCommunity(owner, id, { category: 'Social', member_count: 9 }).throwOnError()
    expect(await readCommunity(id)).toMatchObject({ category: 'Social', member_count: 9 })
  })
})

describe('held changes of an approved community', () => {
  test('add up, unless the owner replaces them', async () => {
    const { id } = await createCommunity(owner, { status: 'approved', name: 'As approved' })
    const hold = async (changes: object) =>
      (await updateCommunity(owner, id, changes).single().throwOnError()).data.held_changes
    await hold({ name: 'First' })
    expect(await hold({ description: 'Second' })).toEqual({ name: 'First', description: 'Second' })
    const replaced = { name: 'As approved', description: 'Third', held_changes: null }
    expect(await hold(replaced)).toEqual({ description: 'Third' })
  })

  test('follow the rules of their columns', async () => {
    const community = await createCommunity(owner, { status: 'approved' })
    for (const changes of [
      { name: '' },
      { name: 'x'.repeat(1000) },
      { name: null },
      { description: null },
      { whatsapp_link: null },
      { image_url: null },
      { whatsapp_link: 'https://evil.example/' },
      { image_url: 'https://evil.example/x.png' },
    ]) {
      const { error } = await updateCommunity(owner, community.id, changes)
      expect([changes, error?.code]).toEqual([changes, expect.stringMatching(/^(23514|PT400)$/)])
    }
    expect(await readCommunity(community.id)).toEqual(community)
  })
})

describe('an image', () => {
  const storedBy = async (user: TestUser) => (await uploadImage(user)).url

  test("is accepted if it is in the owner's folder, and refused otherwise", async () => {
    const stored = await storedBy(owner)
    const community = await createCommunity(owner, { image_url: stored })
    expect(community.image_url).toBe(stored)
    const id = crypto.randomUUID()
    for (const image_url of [
      // Never uploaded, and in the storage of another host.
      stored.replace(/\d+-compressed\.jpg/, '1000000000000-compressed.jpg'),
      stored.replace(/^https?:\/\/[^/]+/, 'https://evil.example'),
      await storedBy(stranger),
      'data:image/svg+xml,<svg onload=alert(1)>',
    ]) {
      const listed = await list(owner, { id, image_url })
      const edited = await updateCommunity(owner, community.id, { image_url })
      const refusal = { code: 'PT400', details: 'image_url', message: 'Invalid image URL' }
      expect([image_url, listed.error, edited.error]).toMatchObject([image_url, refusal, refusal])
    }
    expect(await readCommunity(community.id)).toEqual(community)
    const { data } = await createSecretClient().from('communities').select('id').eq('id', id)
    expect(data).toEqual([])
  })

  test("is not revealed to belong to another user, by listing it in that user's name", async () => {
    const known = await storedBy(owner)
    const unknown = known.replace(/\d+-compressed/, '1763600000123-compressed')
    const [one, other] = [
      await list(stranger, { owner_id: owner.id, image_url: known }),
      await list(stranger, { owner_id: owner.id, image_url: unknown }),
    ]
    expect(one.error?.code).toBe('PT403')
    expect(one.error).toEqual(other.error)
  })
})

test('an admin edits the groups of any community, but no group moves or changes its id', async () => {
  const [{ id: community_id }, second] = [
    await createCommunity(owner),
    await createCommunity(owner),
  ]
  const { data: group } = await addGroup(owner, community_id).throwOnError()
  const update = (user: TestUser, changes: object) =>
    user.client.from('community_groups').update(changes).eq('id', group.id).select('name')
  expect((await update(admin, { name: 'Newcomers' })).data).toEqual([{ name: 'Newcomers' }])
  for (const changes of [{ community_id: second.id }, { id: crypto.randomUUID() }]) {
    expect((await update(owner, changes)).error?.code).toBe('PT403')
  }
  const { data } = await createSecretClient().from('community_groups').select().eq('id', group.id)
  expect(data).toMatchObject([{ name: 'Newcomers', community_id }])
})

import { beforeAll, describe, expect, test } from 'vitest'
import { readProperty } from '../../src/lib/read-property.ts'
import { isOnRealServices } from '../../tooling/real-services/environment.ts'
import { createCommunity, newInviteLink, newCommunity, stockPhoto } from '../support/communities.ts'
import { uploadImage } from '../support/images.ts'
import { type TestUser, createSecretClient, createUser } from '../support/users.ts'
import { sendRestRequest } from './rest-request.ts'

let owner: TestUser
let stranger: TestUser
let admin: TestUser

beforeAll(async () => {
  ;[owner, stranger, admin] = await Promise.all([
    createUser(),
    createUser(),
    createUser({ admin: true }),
  ])
})

/** Reads the row with the secret key, which bypasses row-level security. */
async function reread(id: string) {
  const { data, error } = await createSecretClient()
    .from('communities')
    .select('*')
    .eq('id', id)
    .maybeSingle()
  if (error) throw error
  return data
}

/** Inserts a row with the given preference of PostgREST. */
async function insertAs({ accessToken }: TestUser, row: object, prefer: string) {
  const init = { method: 'POST', body: JSON.stringify(row), headers: { prefer } }
  const { status, text } = await sendRestRequest('communities', init, accessToken)
  return { status, body: text && JSON.parse(text) }
}

describe('a new community', () => {
  test('is pending and undecided, and belongs to its sender', async () => {
    const community = await createCommunity(owner)
    expect(community).toMatchObject({
      owner_id: owner.id,
      status: 'pending',
      approval_date: null,
      approved_by: null,
      held_changes: null,
    })
  })

  test('has timestamps that every browser can parse', async () => {
    const { id } = await createCommunity(owner)
    const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/)
    const { data: row } = await owner.client
      .from('communities')
      .select('created_at, updated_at, profiles!owner_id (created_at)')
      .eq('id', id)
      .single()
    expect(row).toEqual({
      created_at: timestamp,
      updated_at: timestamp,
      profiles: { created_at: timestamp },
    })
    const { data: listed } = await admin.client.rpc('list_communities', { owner_id: owner.id })
    expect(listed?.find((community) => community.id === id)).toMatchObject({
      created_at: timestamp,
      updated_at: timestamp,
    })
  })

  test.each([
    ['approved at once', { status: 'approved' as const }],
    ['with a forged approval', { approved_by: '00000000-0000-4000-8000-000000000000' }],
    ['with a forged date', { created_at: '2020-01-01T00:00:00Z' }],
  ])('cannot be listed %s', async (_what, forged) => {
    const id = crypto.randomUUID()
    const { error } = await owner.client.from('communities').insert(newCommunity({ id, ...forged }))
    expect(error?.code).toBe('42501')
    expect(await reread(id)).toBeNull()
  })

  test("cannot be listed in another user's name", async () => {
    const id = crypto.randomUUID()
    const { error } = await stranger.client
      .from('communities')
      .insert(newCommunity({ id, owner_id: owner.id }))
    expect(error?.code).toBe('PT403')
    expect(await reread(id)).toBeNull()
  })

  test.each([
    ['an empty name', { name: '  ' }],
    ['a name of a megabyte', { name: 'x'.repeat(1_000_000) }],
    ['a name of invisible characters', { name: '\u202E\u200E\u200B' }],
    ['an empty description', { description: '\n' }],
    ['a negative member count', { member_count: -1 }],
    ['a plain http link', { whatsapp_link: newInviteLink().replace('https', 'http') }],
    [
      'a look-alike host',
      { whatsapp_link: `https://chat.whatsapp.com.evil.example/${'a'.repeat(22)}` },
    ],
    [
      'a host behind user info',
      { whatsapp_link: `https://chat.whatsapp.com@evil.example/${'a'.repeat(22)}` },
    ],
    ['a phone number', { whatsapp_link: 'https://wa.me/4915112345678' }],
    ['a script', { whatsapp_link: 'javascript:alert(1)' }],
    ['an image of another host', { image_url: 'https://evil.example/photo-1.jpg' }],
    ['an image in a data URL', { image_url: 'data:image/png;base64,AAAA' }],
    [
      'an image host behind user info',
      { image_url: 'https://images.unsplash.com@evil.example/photo-1' },
    ],
    ['a stock photo over http', { image_url: stockPhoto.replace('https', 'http') }],
  ])('with %s is rejected', async (_what, bad) => {
    const id = crypto.randomUUID()
    const { error } = await owner.client.from('communities').insert(newCommunity({ id, ...bad }))
    expect(error?.code).toMatch(/^(23514|PT400)$/)
    expect(await reread(id)).toBeNull()
  })

  test('with a NUL character in its name is rejected', async () => {
    const id = crypto.randomUUID()
    const { error } = await owner.client
      .from('communities')
      .insert(newCommunity({ id, name: 'Nul\u0000l' }))
    // By the embedded gateway or by PostgreSQL.
    expect(error?.code).toBe(isOnRealServices ? '22P05' : '22021')
    expect(await reread(id)).toBeNull()
  })

  describe.each([
    ['inserted', 'return=representation'],
    ['merged', 'resolution=merge-duplicates'],
    ['inserted if it is new', 'resolution=ignore-duplicates'],
  ])('that is %s again', (_how, prefer) => {
    test.each(['pending', 'approved', 'rejected'] as const)(
      'after it was stored (%s) is refused and changes nothing, not even if it is the same',
      async (status) => {
        const row = newCommunity({ id: crypto.randomUUID() })
        const before = await createCommunity(owner, { ...row, status })
        for (const sent of [row, { ...row, name: 'Another' }, newCommunity({ id: row.id })]) {
          const { status: http, body } = await insertAs(owner, sent, prefer)
          expect([http, body]).toEqual([
            409,
            expect.objectContaining({
              code: 'PT409',
              message: 'You have already submitted this community.',
            }),
          ])
        }
        expect(await reread(before.id)).toEqual(before)
      },
    )

    test("with the id of another owner's community changes nothing, not even for an admin", async () => {
      const before = await createCommunity(owner, { status: 'approved' })
      for (const user of [stranger, admin]) {
        const { body } = await insertAs(user, newCommunity({ id: before.id }), prefer)
        // Without an error, the row was ignored as a duplicate.
        const refusal = readProperty(body, 'code') ?? JSON.stringify(body)
        expect(refusal).toMatch(/^(42501|23505|PT409|\[\]|"")$/)
        expect(JSON.stringify(body)).not.toContain(before.name)
      }
      expect(await reread(before.id)).toEqual(before)
    })
  })

  test('that two tabs submit at the same moment is stored as one of them sent it', async () => {
    const id = crypto.randomUUID()
    const rows = ['One', 'Two', 'Three', 'Four'].map((name) => newCommunity({ id, name }))
    const results = await Promise.all(
      rows.map((row) => insertAs(owner, row, 'resolution=merge-duplicates')),
    )
    expect(results.map(({ status }) => status).filter((status) => status === 409)).toHaveLength(3)
    const first = results.findIndex(({ status }) => status === 201)
    expect(await reread(id)).toMatchObject({ name: rows[first]?.name })
  })

  test("with the id of another owner's community neither changes nor returns that community", async () => {
    const community = await createCommunity(owner)
    const { data, error } = await stranger.client
      .from('communities')
      .upsert(newCommunity({ id: community.id }))
      .select()
    expect(data).toBeNull()
    expect(error?.code).toBe('42501')
    expect(JSON.stringify(error)).not.toContain(community.name)
    expect(await reread(community.id)).toEqual(community)
  })

  test('is in the category Social only if an admin lists it', async () => {
    const refused = await owner.client
      .from('communities')
      .insert(newCommunity({ category: 'Social' }))
    expect(refused.error).toMatchObject({ code: 'PT403', details: 'category' })
    const allowed = await admin.client
      .from('communities')
      .insert(newCommunity({ category: 'Social' }))
    expect(allowed.error).toBeNull()
  })
})

describe('limits', () => {
  const rowsOf = async (table: 'communities' | 'community_groups', column: string, id: string) => {
    const { data } = await createSecretClient().from(table).select('id').eq(column, id)
    return data
  }

  test('an owner lists at most 100 communities', async () => {
    const newOwner = await createUser()
    const { error } = await newOwner.client
      .from('communities')
      .insert(Array.from({ length: 101 }, () => newCommunity()))
    expect(error?.message).toBe('You can list at most 100 communities.')
    expect(await rowsOf('communities', 'owner_id', newOwner.id)).toEqual([])
  })

  test('a community has at most 50 groups', async () => {
    const { id } = await createCommunity(owner)
    const { error } = await owner.client
      .from('community_groups')
      .insert(Array.from({ length: 51 }, (_, n) => ({ community_id: id, name: `Group ${n}` })))
    expect(error?.message).toBe('A community can have at most 50 groups.')
    expect(await rowsOf('community_groups', 'community_id', id)).toEqual([])
  })
})

describe('upserting a row at the limit', () => {
  test('updates the fiftieth group', async () => {
    const { id: community_id } = await createCommunity(owner)
    const groups = Array.from({ length: 50 }, (_, n) => ({
      id: crypto.randomUUID(),
      community_id,
      name: `Group ${n}`,
    }))
    await owner.client.from('community_groups').insert(groups).throwOnError()
    const id = groups[49]?.id ?? ''
    const { error } = await owner.client
      .from('community_groups')
      .upsert({ id, community_id, name: 'Saved again' })
    expect(error).toBeNull()
    const { data } = await createSecretClient()
      .from('community_groups')
      .select('id')
      .eq('name', 'Saved again')
      .eq('community_id', community_id)
    expect(data).toEqual([{ id }])
  })
})

describe('a WhatsApp link', () => {
  test('can be listed only once, by any owner', async () => {
    const { whatsapp_link } = await createCommunity(owner)
    const again = await stranger.client.from('communities').insert(newCommunity({ whatsapp_link }))
    expect(again.error).toMatchObject({
      code: 'PT409',
      details: 'whatsapp_link',
      message: 'This WhatsApp link is already listed in the directory.',
    })
    const { data } = await stranger.client.rpc('is_whatsapp_link_listed', { link: whatsapp_link })
    expect(data).toBe(true)
  })

  test('can be listed again after a rejection, by the first owner who lists it', async () => {
    const rejected = await createCommunity(owner, { status: 'rejected' })
    const { whatsapp_link } = rejected
    await createCommunity(stranger, { whatsapp_link })
    const resubmitted = await owner.client
      .from('communities')
      .update({ name: 'Trying again' })
      .eq('id', rejected.id)
    expect(resubmitted.error?.code).toBe('PT409')
    expect(await reread(rejected.id)).toMatchObject({ status: 'rejected', name: rejected.name })
  })

  test('that is held for review cannot be listed by another owner', async () => {
    const approved = await createCommunity(owner, { status: 'approved' })
    const whatsapp_link = newInviteLink()
    await owner.client.from('communities').update({ whatsapp_link }).eq('id', approved.id)
    const taken = await stranger.client.from('communities').insert(newCommunity({ whatsapp_link }))
    expect(taken.error?.code).toBe('PT409')
  })

  test('cannot be looked up by anonymous visitors', async () => {
    const { client } = await createUser()
    await client.auth.signOut()
    const { error } = await client.rpc('is_whatsapp_link_listed', { link: newInviteLink() })
    expect(error?.code).toBe('42501')
  })
})

describe("another owner's community", () => {
  test('cannot be read, edited or deleted', async () => {
    const community = await createCommunity(owner)
    const seen = await stranger.client.from('communities').select().eq('id', community.id)
    expect(seen.data).toEqual([])
    const edited = await stranger.client
      .from('communities')
      .update({ name: 'Mine now' })
      .eq('id', community.id)
      .select()
    expect(edited.data).toEqual([])
    const deleted = await stranger.client
      .from('communities')
      .delete()
      .eq('id', community.id)
      .select()
    expect(deleted.data).toEqual([])
    expect(await reread(community.id)).toEqual(community)
  })
})

describe('moderation', () => {
  test('an owner cannot decide on their own community', async () => {
    const community = await createCommunity(owner)
    for (const forged of [
      { status: 'approved' as const },
      { approval_date: new Date().toISOString() },
      { approved_by: owner.id },
      { rejection_reason: 'none' },
    ]) {
      const { error } = await owner.client.from('communities').update(forged).eq('id', community.id)
      expect(error?.code).toMatch(/^(42501|PT403)$/)
    }
    expect(await reread(community.id)).toEqual(community)
  })

  test('the database signs and dates a decision, whatever the admin sends', async () => {
    const community = await createCommunity(owner)
    const before = Date.now()
    const { error } = await admin.client
      .from('communities')
      .update({ status: 'approved', approval_date: '2001-01-01', approved_by: stranger.id })
      .eq('id', community.id)
    expect(error).toBeNull()
    const approved = await reread(community.id)
    expect(approved).toMatchObject({ status: 'approved', approved_by: admin.id })
    expect(new Date(approved?.approval_date ?? 0).getTime()).toBeGreaterThan(before - 60_000)
  })

  test('a rejection keeps its reason', async () => {
    const community = await createCommunity(owner)
    await admin.client
      .from('communities')
      .update({ status: 'rejected', rejection_reason: 'The link is dead.' })
      .eq('id', community.id)
    expect(await reread(community.id)).toMatchObject({
      status: 'rejected',
      rejection_reason: 'The link is dead.',
      approved_by: admin.id,
    })
  })

  test('a second admin who acts on a stale row gets an error that names the status', async () => {
    const community = await createCommunity(owner)
    const second = await createUser({ admin: true })
    const decision = { status: 'rejected' as const, approval_date: new Date().toISOString() }
    await admin.client.from('communities').update({ status: 'approved' }).eq('id', community.id)
    const { error } = await second.client
      .from('communities')
      .update(decision)
      .eq('id', community.id)
    expect(error).toMatchObject({ code: 'PT409', message: 'This community is already approved.' })
    expect(await reread(community.id)).toMatchObject({ status: 'approved', approved_by: admin.id })
  })

  test('a former admin cannot decide', async () => {
    const former = await createUser({ admin: true })
    const community = await createCommunity(owner)
    await createSecretClient().from('profiles').update({ is_admin: false }).eq('id', former.id)
    const { data } = await former.client
      .from('communities')
      .update({ status: 'approved' })
      .eq('id', community.id)
      .select()
    expect(data).toEqual([])
    expect(await reread(community.id)).toEqual(community)
  })
})

describe('an edit by the owner', () => {
  test('cannot change the owner, the creation date or the id', async () => {
    const community = await createCommunity(owner)
    for (const forged of [
      { owner_id: stranger.id },
      { created_at: '2020-01-01T00:00:00Z' },
      { id: crypto.randomUUID() },
    ]) {
      const { error } = await owner.client.from('communities').update(forged).eq('id', community.id)
      expect(error?.code).toMatch(/^(42501|PT403)$/)
    }
    expect(await reread(community.id)).toEqual(community)
  })

  test('of an older version is rejected', async () => {
    const loaded = await createCommunity(owner)
    await admin.client.from('communities').update({ name: 'Admin was here' }).eq('id', loaded.id)
    const { error, status } = await owner.client
      .from('communities')
      .update({ name: 'Too late', updated_at: loaded.updated_at })
      .eq('id', loaded.id)
    expect(error?.code).toBe('PT412')
    expect(status).toBe(412)
    expect(await reread(loaded.id)).toMatchObject({ name: 'Admin was here' })
  })

  test('of the current version is saved', async () => {
    const loaded = await createCommunity(owner)
    const saved = await owner.client
      .from('communities')
      .update({ name: 'New name', updated_at: loaded.updated_at })
      .eq('id', loaded.id)
      .select()
      .single()
    expect(saved.data?.name).toBe('New name')
    expect(saved.data?.updated_at).not.toBe(loaded.updated_at)
  })

  test('sends a rejected community back to pending', async () => {
    const community = await createCommunity(owner, {
      status: 'rejected',
      rejection_reason: 'No.',
      approved_by: admin.id,
    })
    await owner.client.from('communities').update({ member_count: 50 }).eq('id', community.id)
    expect(await reread(community.id)).toMatchObject({
      status: 'pending',
      rejection_reason: null,
      approval_date: null,
      approved_by: null,
      member_count: 50,
    })
  })

  test('keeps Social if an admin chose it', async () => {
    const community = await createCommunity(owner)
    await admin.client.from('communities').update({ category: 'Social' }).eq('id', community.id)
    const { error } = await owner.client
      .from('communities')
      .update({ category: 'Social', member_count: 9 })
      .eq('id', community.id)
    expect(error).toBeNull()
    expect(await reread(community.id)).toMatchObject({ category: 'Social', member_count: 9 })
  })
})

describe('held changes of an approved community', () => {
  const approved = () => createCommunity(owner, { status: 'approved', name: 'As approved' })

  test('wait for review, while the approved version stays live', async () => {
    const community = await approved()
    const whatsapp_link = newInviteLink()
    const { data } = await owner.client
      .from('communities')
      .update({ name: 'Switched', description: 'Bait', whatsapp_link, member_count: 77 })
      .eq('id', community.id)
      .select()
      .single()
    expect(data).toMatchObject({
      status: 'approved',
      name: 'As approved',
      description: community.description,
      whatsapp_link: community.whatsapp_link,
      member_count: 77,
      held_changes: { name: 'Switched', description: 'Bait', whatsapp_link },
    })
    expect(data?.held_at).not.toBeNull()
  })

  test('add up, unless the owner replaces them', async () => {
    const community = await approved()
    const edit = (changes: object) =>
      owner.client.from('communities').update(changes).eq('id', community.id).select().single()
    await edit({ name: 'First' })
    const both = await edit({ description: 'Second' })
    expect(both.data?.held_changes).toEqual({ name: 'First', description: 'Second' })
    const replaced = await edit({
      name: 'As approved',
      description: 'Third',
      held_changes: null,
    })
    expect(replaced.data?.held_changes).toEqual({ description: 'Third' })
  })

  test('can be withdrawn by the owner', async () => {
    const community = await approved()
    await owner.client.from('communities').update({ name: 'Oops' }).eq('id', community.id)
    await owner.client.from('communities').update({ held_changes: null }).eq('id', community.id)
    expect(await reread(community.id)).toMatchObject({
      name: 'As approved',
      held_changes: null,
      held_at: null,
    })
  })

  test('follow the rules of their columns, and cannot be written directly', async () => {
    const community = await approved()
    const reviewed = ['name', 'description', 'whatsapp_link', 'image_url'] as const
    for (const bad of [
      { name: '' },
      { name: 'x'.repeat(1000) },
      ...reviewed.map((field) => ({ [field]: null })),
      { whatsapp_link: 'https://evil.example/' },
      { image_url: 'https://evil.example/x.png' },
    ]) {
      const { error } = await owner.client.from('communities').update(bad).eq('id', community.id)
      expect(error?.code).toMatch(/^(23514|PT400)$/)
    }
    const direct = await owner.client
      .from('communities')
      .update({ held_changes: { status: 'approved' } })
      .eq('id', community.id)
    expect(direct.error?.code).toBe('PT403')
    expect(await reread(community.id)).toEqual(community)
  })

  test("do not include an admin's own edit", async () => {
    const community = await approved()
    await admin.client.from('communities').update({ name: 'By the admin' }).eq('id', community.id)
    expect(await reread(community.id)).toMatchObject({ name: 'By the admin', held_changes: null })
  })
})

describe('an image in our storage', () => {
  test("is accepted in the owner's folder", async () => {
    const image = await uploadImage(owner)
    const { data, error } = await owner.client
      .from('communities')
      .insert(newCommunity({ image_url: image.url }))
      .select()
      .single()
    expect(error).toBeNull()
    expect(data?.image_url).toBe(image.url)
  })

  test.each([
    [
      'that was never uploaded',
      (url: string) => url.replace(/\d+-compressed/, '1000000000000-compressed'),
    ],
    ['of another host', (url: string) => url.replace(/^https?:\/\/[^/]+/, 'https://evil.example')],
  ])('%s is rejected', async (_what, forge) => {
    const image = await uploadImage(owner)
    const { error } = await owner.client
      .from('communities')
      .insert(newCommunity({ image_url: forge(image.url) }))
    expect(error).toMatchObject({
      code: 'PT400',
      details: 'image_url',
      message: 'Invalid image URL',
    })
  })

  test("in another user's folder is rejected", async () => {
    const image = await uploadImage(stranger)
    const { error } = await owner.client
      .from('communities')
      .insert(newCommunity({ image_url: image.url }))
    expect(error).toMatchObject({ code: 'PT400', details: 'image_url' })
  })
})

describe('groups', () => {
  test('are added, renamed and deleted only by users who may edit the community', async () => {
    const community = await createCommunity(owner)
    const group = { community_id: community.id, name: 'Beginners' }
    const added = await owner.client.from('community_groups').insert(group).select().single()
    expect(added.error).toBeNull()
    const id = added.data?.id ?? ''

    const forged = await stranger.client.from('community_groups').insert(group)
    expect(forged.error?.code).toBe('42501')
    const renamed = await stranger.client
      .from('community_groups')
      .update({ name: 'Mine' })
      .eq('id', id)
      .select()
    expect(renamed.data).toEqual([])
    const removed = await stranger.client.from('community_groups').delete().eq('id', id).select()
    expect(removed.data).toEqual([])

    const byAdmin = await admin.client
      .from('community_groups')
      .update({ name: 'Newcomers' })
      .eq('id', id)
      .select()
    expect(byAdmin.data).toHaveLength(1)
    const kept = await createSecretClient().from('community_groups').select().eq('id', id).single()
    expect(kept.data).toMatchObject({ name: 'Newcomers', community_id: community.id })
  })

  test('need a name and never move to another community', async () => {
    const [community, other] = await Promise.all([
      createCommunity(owner),
      createCommunity(stranger),
    ])
    const nameless = await owner.client
      .from('community_groups')
      .insert({ community_id: community.id, name: ' ' })
    expect(nameless.error?.code).toBe('23514')
    const { data } = await owner.client
      .from('community_groups')
      .insert({ community_id: community.id, name: 'Kept' })
      .select()
      .single()
    const id = data?.id ?? ''
    const second = await createCommunity(owner)
    for (const forged of [
      { community_id: other.id },
      { community_id: second.id },
      { id: crypto.randomUUID() },
    ]) {
      const { error } = await owner.client.from('community_groups').update(forged).eq('id', id)
      expect(error?.code).toBe('PT403')
    }
    const kept = await createSecretClient().from('community_groups').select().eq('id', id).single()
    expect(kept.data).toMatchObject({ name: 'Kept', community_id: community.id })
  })

  test('cannot be taken over by upserting the id of a group of another owner', async () => {
    const [community, own] = await Promise.all([createCommunity(owner), createCommunity(stranger)])
    const id = crypto.randomUUID()
    const group = { id, community_id: community.id, name: 'Kept' }
    await owner.client.from('community_groups').insert(group).throwOnError()
    for (const community_id of [community.id, own.id]) {
      const { error } = await stranger.client
        .from('community_groups')
        .upsert({ id, community_id, name: 'Mine' })
      expect(error?.code).toBe('42501')
    }
    const kept = await createSecretClient().from('community_groups').select().eq('id', id).single()
    expect(kept.data).toMatchObject({ name: 'Kept', community_id: community.id })
  })
})

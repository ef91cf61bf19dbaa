import { describe, expect, inject, test } from 'vitest'
import { newCommunity } from '../support/communities.ts'
import { readImageFolder, uploadImage } from '../support/images.ts'
import { createSecretClient, createTestClient, createUser } from '../support/users.ts'

const [user, stranger, admin] = await Promise.all([
  createUser(),
  createUser(),
  createUser({ admin: true }),
])

/** Reads a profile with unrestricted access. */
async function reread(id: string) {
  const { data, error } = await createSecretClient()
    .from('profiles')
    .select('*')
    .eq('id', id)
    .maybeSingle()
  if (error) throw error
  return data
}

describe('signing up', () => {
  test('creates a profile with three credits, without the admin role', async () => {
    const other = await createUser({ name: 'Ada Lovelace' })
    expect(await reread(other.id)).toMatchObject({
      name: 'Ada Lovelace',
      email: other.email,
      phone: '',
      credits: 3,
      is_admin: false,
    })
  })

  test.each([
    ['no name', ''],
    ['only spaces', '   '],
    ['only control characters', '\u0001\u0002'],
    ['only a right-to-left override', '\u202E'],
  ])('with %s as the name takes the name from the email', async (_what, name) => {
    const other = await createUser({ name })
    expect((await reread(other.id))?.name).toBe(other.email.split('@')[0])
  })

  test('cleans the name', async () => {
    const other = await createUser({ name: '\u200FAnna\u202E\nLi\u061C' })
    expect((await reread(other.id))?.name).toBe('Anna Li')
  })

  test('truncates a name of a megabyte', async () => {
    const other = await createUser({ name: 'x'.repeat(1_000_000) })
    expect((await reread(other.id))?.name).toBe('x'.repeat(100))
  })

  test('ignores an admin role and credits in the metadata', async () => {
    const client = createTestClient()
    const { data } = await client.auth.signUp({
      email: `${crypto.randomUUID()}@example.com`,
      password: 'correct-horse-7',
      options: { data: { name: 'Eve', is_admin: true, credits: 1000 } },
    })
    expect(await reread(data.user?.id ?? '')).toMatchObject({ is_admin: false, credits: 3 })
  })
})

describe('a user', () => {
  test('edits their own name, email and phone', async () => {
    const { data } = await user.client
      .from('profiles')
      .update({ name: 'New Name', email: 'new@example.com', phone: '+1 555 0100' })
      .eq('id', user.id)
      .select('name, email, phone')
      .single()
    expect(data).toEqual({ name: 'New Name', email: 'new@example.com', phone: '+1 555 0100' })
  })

  test('cannot change their own credits or admin role', async () => {
    const before = await reread(user.id)
    const credits = await user.client.from('profiles').update({ credits: 99 }).eq('id', user.id)
    expect(credits.error?.code).toBe('PT403')
    const role = await user.client.from('profiles').update({ is_admin: true }).eq('id', user.id)
    expect(role.error?.code).toBe('42501')
    expect(await reread(user.id)).toEqual(before)
  })

  test('cannot read or edit other profiles', async () => {
    const seen = await stranger.client.from('profiles').select('id')
    expect(seen.data).toEqual([{ id: stranger.id }])
    const before = await reread(user.id)
    const edited = await stranger.client
      .from('profiles')
      .update({ name: 'Mallory' })
      .eq('id', user.id)
      .select('id')
    expect(edited.data).toEqual([])
    expect(await reread(user.id)).toEqual(before)
  })

  test('cannot delete their own profile', async () => {
    const { error } = await user.client.from('profiles').delete().eq('id', user.id)
    expect(error?.code).toBe('42501')
    expect(await reread(user.id)).not.toBeNull()
  })

  test("can restore a missing profile with the app's upsert, without privileges", async () => {
    const other = await createUser()
    await createSecretClient().from('profiles').delete().eq('id', other.id)
    const row = { id: other.id, name: 'Back', email: other.email, phone: '' }
    const withCredits = await other.client
      .from('profiles')
      .upsert({ ...row, credits: 50 }, { ignoreDuplicates: true })
    expect(withCredits.error?.code).toBe('42501')
    expect(await reread(other.id)).toBeNull()
    const plain = await other.client.from('profiles').upsert(row, { ignoreDuplicates: true })
    expect(plain.error).toBeNull()
    expect(await reread(other.id)).toMatchObject({ name: 'Back', credits: 3, is_admin: false })
  })

  test('cannot create a profile for another user', async () => {
    const other = await createUser()
    await createSecretClient().from('profiles').delete().eq('id', other.id)
    const { error } = await stranger.client.from('profiles').insert({ id: other.id, name: 'Mine' })
    expect(error?.code).toBe('42501')
    expect(await reread(other.id)).toBeNull()
  })

  test.each([
    ['an empty name', { name: ' ' }],
    ['a name of invisible characters', { name: '\u200E\u202E\u200B' }],
    ['100,000 interests that are null', { interests: Array(100_000).fill(null) }],
    ['an interest that is null', { interests: ['Surfing', null] }],
    ['51 interests', { interests: Array(51).fill('Surfing') }],
    ['an interest of a megabyte', { interests: ['x'.repeat(1_000_000)] }],
  ])('cannot save %s', async (_what, bad) => {
    const before = await reread(user.id)
    const { error } = await user.client.from('profiles').update(bad).eq('id', user.id)
    expect(error?.code).toBe('23514')
    expect(await reread(user.id)).toEqual(before)
  })
})

test('line breaks and invisible characters are cleaned before the limits apply', async () => {
  const { data, error } = await user.client
    .from('profiles')
    .update({
      name: `\u202E${'x'.repeat(100)}\u200F`,
      email: '\u202Ame@example.com\u202C\nbcc: all@example.com',
      phone: 'tel:+٤٩\u200E (151) 23456–78',
      country: 'Peru\nBolivia',
      interests: ['Sur\u00ADfing'],
    })
    .eq('id', user.id)
    .select('name, email, phone, country, interests')
    .single()
  expect(error).toBeNull()
  expect(data).toEqual({
    name: 'x'.repeat(100),
    email: 'me@example.com bcc: all@example.com',
    phone: '+49 (151) 23456-78',
    country: 'Peru Bolivia',
    interests: ['Surfing'],
  })
})

test.each(['call me', '1\n2', '+---', '1'.repeat(1_000_000)])(
  'an unreadable phone number is refused with an explanation',
  async (phone) => {
    const before = await reread(user.id)
    const { error } = await user.client.from('profiles').update({ phone }).eq('id', user.id)
    expect(error).toMatchObject({
      code: 'PT400',
      details: 'phone',
      message: 'Please enter a phone number such as +49 151 2345678',
    })
    expect(await reread(user.id)).toEqual(before)
  },
)

describe('an update of a profile', () => {
  const save = (version: string | undefined, values: object) =>
    user.client
      .from('profiles')
      .update({ ...values, updated_at: version })
      .eq('id', user.id)
      .select('updated_at')

  test('of an older version is refused and changes nothing', async () => {
    const loaded = await reread(user.id)
    const newer = await save(loaded?.updated_at, { name: 'Saved first' })
    expect(newer.error).toBeNull()
    const before = await reread(user.id)
    for (const values of [{ name: 'Too late' }, { phone: '+1 555 0199' }, { country: 'Peru' }]) {
      const { error, status } = await save(loaded?.updated_at, values)
      expect([status, error]).toEqual([
        412,
        expect.objectContaining({
          code: 'PT412',
          message: expect.stringContaining('Your profile was changed in the meantime'),
        }),
      ])
    }
    expect(await reread(user.id)).toEqual(before)
    expect((await save(newer.data?.[0]?.updated_at, { name: 'In time' })).error).toBeNull()
  })

  test('without a version is saved, as direct calls are', async () => {
    const { error } = await save(undefined, { name: 'Direct' })
    expect(error).toBeNull()
    expect(await reread(user.id)).toMatchObject({ name: 'Direct' })
  })

  test('is not refused because credits or email preferences have changed', async () => {
    const loaded = await reread(user.id)
    await admin.client.from('profiles').update({ credits: 7 }).eq('id', user.id).throwOnError()
    await user.client
      .from('profiles')
      .update({ wants_summary_emails: false })
      .eq('id', user.id)
      .throwOnError()
    expect((await save(loaded?.updated_at, { name: 'Not refused' })).error).toBeNull()
    expect(await reread(user.id)).toMatchObject({ name: 'Not refused', credits: 7 })
  })
})

describe('an admin', () => {
  test('reads all profiles and changes credits, down to zero', async () => {
    const { count } = await admin.client
      .from('profiles')
      .select('id', { count: 'exact', head: true })
    expect(count).toBeGreaterThan(2)
    await admin.client.from('profiles').update({ credits: 0 }).eq('id', stranger.id).throwOnError()
    expect(await reread(stranger.id)).toMatchObject({ credits: 0 })
    const below = await admin.client.from('profiles').update({ credits: -1 }).eq('id', stranger.id)
    expect(below.error?.code).toBe('23514')
    expect(await reread(stranger.id)).toMatchObject({ credits: 0 })
  })

  test('cannot grant the admin role through the API', async () => {
    const { error } = await admin.client
      .from('profiles')
      .update({ is_admin: true })
      .eq('id', stranger.id)
    expect(error?.code).toBe('42501')
    expect(await reread(stranger.id)).toMatchObject({ is_admin: false })
  })

  test('loses all privileges together with the role', async () => {
    const former = await createUser({ admin: true })
    await createSecretClient().from('profiles').update({ is_admin: false }).eq('id', former.id)
    const seen = await former.client.from('profiles').select('id')
    expect(seen.data).toEqual([{ id: former.id }])
    const credits = await former.client.from('profiles').update({ credits: 9 }).eq('id', former.id)
    expect(credits.error?.code).toBe('PT403')
    expect(await reread(former.id)).toMatchObject({ credits: 3 })
  })
})

describe('a deleted user whose token is still valid', () => {
  test('can write nothing', async () => {
    const deleted = await createUser()
    const folder = await readImageFolder(deleted)
    await createSecretClient().auth.admin.deleteUser(deleted.id)

    const profile = await deleted.client
      .from('profiles')
      .insert({ id: deleted.id, name: 'Deleted' })
    expect(profile.error?.code).toBe('42501')
    const community = newCommunity({ id: crypto.randomUUID() })
    const listed = await deleted.client.from('communities').insert(community)
    expect(listed.error?.code).toBe('PT403')
    await expect(uploadImage(deleted, { folder })).rejects.toMatchObject({
      message: /policy|Unauthorized/,
    })

    expect(await reread(deleted.id)).toBeNull()
    const rows = await createSecretClient()
      .from('communities')
      .select('id')
      .eq('id', community.id ?? '')
    expect(rows.data).toEqual([])
    const files = await createSecretClient().storage.from('community-images').list(folder)
    expect(files.data).toEqual([])
  })
})

describe('an anonymous visitor', () => {
  const send = (table: string, method: string) =>
    fetch(`${inject('supabaseUrl')}/rest/v1/${table}?id=eq.${user.id}`, {
      method,
      headers: { apikey: inject('publishableKey'), 'content-type': 'application/json' },
      ...(['POST', 'PATCH'].includes(method) && { body: JSON.stringify({ name: 'Mallory' }) }),
    })

  test.each(
    ['profiles', 'communities', 'community_groups'].flatMap((table) =>
      ['GET', 'POST', 'PATCH', 'DELETE'].map((method) => [method, table] as const),
    ),
  )('is refused %s on %s', async (method, table) => {
    const answer = await send(table, method)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ code: '42501' })
  })
})

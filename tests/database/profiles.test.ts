import { describe, expect, test } from 'vitest'
import { createCommunity, readCommunity, updateCommunity } from '../support/communities.ts'
import {
  createSecretClient,
  createTestClient,
  createUser,
  createUsersAndAdmin,
} from '../support/users.ts'

/* Profiles of users. attacks.test.ts tries what users must not change. */

const [user, stranger, admin] = await createUsersAndAdmin()

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
  test('creates a profile with three credits, whatever role and credits are in the metadata', async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const { data } = await createTestClient().auth.signUp({
      email,
      password: 'correct-horse-7',
      options: { data: { name: 'Eve', is_admin: true, credits: 1000 } },
    })
    expect(await reread(data.user?.id ?? '')).toMatchObject({
      name: 'Eve',
      email,
      phone: '',
      credits: 3,
      is_admin: false,
    })
  })

  test('with an invalid name stores a valid one, if necessary from the email', async () => {
    for (const [name, stored] of [
      ['', ''],
      ['   ', ''],
      ['\u0001\u0002', ''],
      ['\u200FAnna\u202E\nLi\u061C', 'Anna Li'],
      ['x'.repeat(100_000), 'x'.repeat(100)],
    ] as const) {
      const other = await createUser({ name })
      expect((await reread(other.id))?.name).toBe(stored || other.email.split('@')[0])
    }
  })
})

describe('a user', () => {
  test("can restore only their own missing profile with the app's upsert, without privileges", async () => {
    const other = await createUser()
    await createSecretClient().from('profiles').delete().eq('id', other.id)
    const row = { id: other.id, name: 'Back', email: other.email, phone: '' }
    const withCredits = await other.client
      .from('profiles')
      .upsert({ ...row, credits: 50 }, { ignoreDuplicates: true })
    expect(withCredits.error?.code).toBe('42501')
    const asStranger = await stranger.client.from('profiles').insert(row)
    expect(asStranger.error?.code).toBe('42501')
    expect(await reread(other.id)).toBeNull()
    const plain = await other.client.from('profiles').upsert(row, { ignoreDuplicates: true })
    expect(plain.error).toBeNull()
    expect(await reread(other.id)).toMatchObject({ name: 'Back', credits: 3, is_admin: false })
  })

  test('cannot save too many, too long or missing interests', async () => {
    const before = await reread(user.id)
    for (const interests of [
      Array(100_000).fill(null),
      ['Surfing', null],
      Array(51).fill('Surfing'),
      ['x'.repeat(101)],
    ]) {
      const { error } = await user.client.from('profiles').update({ interests }).eq('id', user.id)
      expect(error?.code).toBe('23514')
    }
    expect(await reread(user.id)).toEqual(before)
  })
})

test('a user edits their profile, which is cleaned before the limits apply', async () => {
  const { data, error } = await user.client
    .from('profiles')
    .update({
      name: `\u202E${'x'.repeat(100)}\u200F`,
      email: '\u202AMe\u202C <me@example.com>;\n',
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
    email: 'me@example.com',
    phone: '+49 (151) 23456-78',
    country: 'Peru Bolivia',
    interests: ['Surfing'],
  })
})

test('an invalid phone number or email address is refused with an explanation', async () => {
  const before = await reread(user.id)
  for (const [column, value, message] of [
    ['phone', 'call me', 'Please enter a phone number such as +49 151 2345678'],
    ['phone', '+---', 'Please enter a phone number such as +49 151 2345678'],
    ['email', 'me', 'Please enter an email address such as name@example.com'],
    ['email', 'me@example.com\nbcc: all@example.com', 'Please enter only one email address'],
  ] as const) {
    const changed = user.client
      .from('profiles')
      .update(column === 'phone' ? { phone: value } : { email: value })
    const { error } = await changed.eq('id', user.id)
    expect(error).toMatchObject({ code: 'PT400', details: column, message })
  }
  expect(await reread(user.id)).toEqual(before)
})

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
      expect(await save(loaded?.updated_at, values)).toMatchObject({
        status: 412,
        error: {
          code: 'PT412',
          message: expect.stringContaining('Your profile was changed in the meantime'),
        },
      })
    }
    expect(await reread(user.id)).toEqual(before)
    expect((await save(newer.data?.[0]?.updated_at, { name: 'In time' })).error).toBeNull()
    // Direct calls send no version.
    await save(undefined, { name: 'Direct' }).throwOnError()
    expect(await reread(user.id)).toMatchObject({ name: 'Direct' })
  })

  test('is not refused because credits or email preferences have changed', async () => {
    const loaded = await reread(user.id)
    await admin.client.from('profiles').update({ credits: 7 }).eq('id', user.id).throwOnError()
    await save(undefined, { wants_summary_emails: false }).throwOnError()
    expect((await save(loaded?.updated_at, { name: 'Not refused' })).error).toBeNull()
    expect(await reread(user.id)).toMatchObject({ name: 'Not refused', credits: 7 })
  })
})

describe('an admin', () => {
  test('reads all profiles and changes credits, down to zero, but neither the role nor email preferences', async () => {
    const { count } = await admin.client
      .from('profiles')
      .select('id', { count: 'exact', head: true })
    expect(count).toBeGreaterThan(2)
    const update = (changes: object) =>
      admin.client.from('profiles').update(changes).eq('id', stranger.id)
    await update({ credits: 0 }).throwOnError()
    expect((await update({ credits: -1 })).error?.code).toBe('23514')
    expect((await update({ is_admin: true })).error?.code).toBe('42501')
    expect((await update({ wants_alert_emails: false })).error?.code).toBe('PT403')
    expect(await reread(stranger.id)).toMatchObject({
      credits: 0,
      is_admin: false,
      wants_alert_emails: true,
    })
  })

  test('loses all privileges together with the role', async () => {
    const former = await createUser({ admin: true })
    await createSecretClient().from('profiles').update({ is_admin: false }).eq('id', former.id)
    const seen = await former.client.from('profiles').select('id')
    expect(seen.data).toEqual([{ id: former.id }])
    const credits = await former.client.from('profiles').update({ credits: 9 }).eq('id', former.id)
    expect(credits.error?.code).toBe('PT403')
    expect(await reread(former.id)).toMatchObject({ credits: 3 })
    const community = await createCommunity(user)
    const decided = await updateCommunity(former, community.id, { status: 'approved' })
    expect(decided).toMatchObject({ error: null, data: [] })
    expect(await readCommunity(community.id)).toEqual(community)
  })
})

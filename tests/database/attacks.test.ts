import { describe, expect, test } from 'vitest'
import { callFunction } from '../functions/call.ts'
import {
  addGroup,
  createCommunity,
  newInviteLink,
  newCommunity,
  readCommunity,
  updateCommunity,
} from '../support/communities.ts'
import { readImageFolder, uploadImage } from '../support/images.ts'
import { recordGroupName, recordProof } from '../support/group-pages.ts'
import {
  createSecretClient,
  createTestClient,
  createUser,
  createUsersAndAdmin,
} from '../support/users.ts'
import { createRefusalCheck, createRefusalsCheck, sendAs } from './refusals.ts'

/*
 * Attacks without the app: the server refuses each request, and no data has changed afterwards. grants.test.ts lists the
 * columns and functions that users have no right to.
 */

const [victim, attacker, admin] = await createUsersAndAdmin()
const community = await createCommunity(victim, { status: 'approved' })
const own = await createCommunity(attacker)
const { data: group } = await addGroup(victim, community.id).throwOnError()
const { data: ownGroup } = await addGroup(attacker, own.id).throwOnError()

/** Checks that no row that these attacks target has changed, with unrestricted access. */
const snapshot = async () => {
  const secret = createSecretClient()
  const userIds = [victim.id, attacker.id, admin.id]
  const ids = [community.id, own.id]
  const [profiles, communities, groups] = await Promise.all([
    secret.from('profiles').select('*').in('id', userIds).order('id').throwOnError(),
    secret.from('communities').select('*').in('owner_id', userIds).order('id').throwOnError(),
    secret.from('community_groups').select('*').in('community_id', ids).order('id').throwOnError(),
  ])
  return [profiles.data, communities.data, groups.data]
}
const expectRefused = createRefusalCheck(snapshot)
const expectAllRefused = createRefusalsCheck(snapshot)

const list = (changes: Parameters<typeof newCommunity>[0]) =>
  attacker.client.from('communities').insert(newCommunity(changes))
const changeGroup = (id: string, changes: object) => () =>
  attacker.client.from('community_groups').update(changes).eq('id', id).select()
const changeProfile = (id: string, changes: object) => () =>
  attacker.client.from('profiles').update(changes).eq('id', id).select()

test('a user cannot gain privileges', async () => {
  await attacker.client.auth.updateUser({ data: { is_admin: true, role: 'service_role' } })
  await expectAllRefused([
    [
      'through the metadata of their account',
      'PT403',
      () => attacker.client.rpc('count_review_queue'),
    ],
    ['by updating is_admin', '42501', changeProfile(attacker.id, { is_admin: true })],
    ['by updating their credits', 'PT403', changeProfile(attacker.id, { credits: 9 })],
    ["by updating another user's profile", 'no rows', changeProfile(victim.id, { name: 'Mine' })],
    ["by taking another user's id", '42501', changeProfile(attacker.id, { id: admin.id })],
    [
      "by reading another user's groups",
      'no rows',
      () => attacker.client.from('community_groups').select().eq('community_id', community.id),
    ],
    [
      'with a forged role in the token',
      '401',
      () => sendAs(forgeToken({ sub: admin.id, role: 'service_role' }), 'GET', 'profiles'),
    ],
    [
      'with a changed expiry of their token',
      '401',
      () => sendAs(prolongToken(), 'GET', 'profiles'),
    ],
  ])
})

test('a community cannot be published or changed', async () => {
  const update = (changes: object) => () => updateCommunity(attacker, own.id, changes)
  await expectAllRefused([
    ['by inserting it as approved', '42501', () => list({ status: 'approved' })],
    ['by inserting it for another owner', 'PT403', () => list({ owner_id: victim.id })],
    ['by linking to another site', '23514', () => list({ whatsapp_link: 'https://evil.example' })],
    [
      'by showing an image that is not a photo',
      '23514',
      () => list({ image_url: 'https://images.unsplash.com/evil.svg' }),
    ],
    ['by updating its status', 'PT403', update({ status: 'approved' })],
    ['by updating approved_by', 'PT403', update({ approved_by: admin.id })],
    ['by updating approval_date', 'PT403', update({ approval_date: '2026-01-01' })],
    ['by updating rejection_reason', 'PT403', update({ rejection_reason: 'None' })],
    ['by writing held_changes', 'PT403', update({ held_changes: { status: 'approved' } })],
    ['by updating its id', 'PT403', update({ id: crypto.randomUUID() })],
    ['by transferring it to another user', '42501', update({ owner_id: victim.id })],
    [
      'by a stranger who renames it',
      'no rows',
      () => updateCommunity(attacker, community.id, { name: 'Mine now' }),
    ],
    [
      'by a stranger who deletes it',
      'no rows',
      () => attacker.client.from('communities').delete().eq('id', community.id).select(),
    ],
    ['by a stranger who adds a group', '42501', () => addGroup(attacker, community.id)],
    ['by a stranger who renames a group', 'no rows', changeGroup(group.id, { name: 'Mine' })],
    [
      'by a stranger who deletes a group',
      'no rows',
      () => attacker.client.from('community_groups').delete().eq('id', group.id).select(),
    ],
    [
      'by a stranger who moves a group to it',
      'PT403',
      changeGroup(ownGroup.id, { community_id: community.id }),
    ],
    [
      'by a stranger who upserts a group of it',
      '42501',
      () =>
        attacker.client
          .from('community_groups')
          .upsert({ id: group.id, community_id: own.id, name: 'Mine' }),
    ],
  ])
})

describe('a verified owner cannot publish a name and a link', () => {
  const held = { name: 'Sunset Swimmers', whatsapp_link: newInviteLink() }
  /** Returns a community whose owner has proved its group, which has the name that an admin has approved. */
  const createVerified = async () => {
    const listed = await createCommunity(attacker)
    await recordGroupName(listed, 'Sunrise Swimmers', 'reviewer')
    await updateCommunity(admin, listed.id, { status: 'approved' }).throwOnError()
    expect((await recordProof(attacker, listed)).data).toMatchObject({ is_proved: true })
    return listed
  }
  type Listed = Awaited<ReturnType<typeof createVerified>>
  /** What visitors see, and what an admin reviews. */
  const readAll = async ({ id }: Listed) => {
    const listed = createTestClient().rpc('get_directory_community', { community_id: id })
    const [stored, directory] = await Promise.all([readCommunity(id), listed.throwOnError()])
    const { name, whatsapp_link, held_changes } = stored
    return { name, whatsapp_link, held_changes, listed: directory.data.map((row) => row.name) }
  }
  const prove = async ({ id }: Listed, group_name: string) => {
    await updateCommunity(attacker, id, held).throwOnError()
    const link = { id, whatsapp_link: held.whatsapp_link }
    expect((await recordProof(attacker, link, group_name)).error).toBeNull()
    // The schedule reads the same page.
    await recordGroupName(link, group_name)
  }
  const version = async ({ id: community_id }: Listed) => ({
    community_id,
    version: (await readCommunity(community_id)).updated_at,
  })

  test.each<[string, string, boolean, (listed: Listed) => PromiseLike<unknown>]>([
    ['of another group', 'Crypto Signals VIP', true, async () => {}],
    [
      'while a claim is open',
      'Sunrise Swimmers',
      true,
      async (listed) => expect((await recordProof(victim, listed)).error).toBeNull(),
    ],
    [
      'while a report is open',
      'Sunrise Swimmers',
      true,
      ({ id: community_id }) =>
        victim.client.rpc('report_community', { community_id, reason: 'scam' }).throwOnError(),
    ],
    [
      'while a rename waits',
      'Sunrise Swimmers',
      true,
      (listed) => recordGroupName(listed, 'Sunrise Signals'),
    ],
    [
      'while an admin hides it',
      'Sunrise Swimmers',
      false,
      async (listed) =>
        admin.client
          .rpc('hide_community', { ...(await version(listed)), reason: 'Spam.' })
          .throwOnError(),
    ],
    [
      'on the day of another change',
      'Sunrise Swimmers',
      true,
      async (listed) => {
        await updateCommunity(attacker, listed.id, { name: 'Early Swimmers' }).throwOnError()
        await recordProof(attacker, listed)
        const { name_changed_at } = await readCommunity(listed.id)
        const name = { community_id: listed.id, seen_at: name_changed_at ?? '' }
        await admin.client.rpc('confirm_name', name).throwOnError()
      },
    ],
    [
      'while an earlier name waits',
      'Sunrise Swimmers',
      true,
      async (listed) => {
        await updateCommunity(attacker, listed.id, { name: 'Early Swimmers' }).throwOnError()
        await recordProof(attacker, listed)
      },
    ],
  ])('%s', async (_how, group_name, isListed, prepare) => {
    held.whatsapp_link = newInviteLink()
    const listed = await createVerified()
    await prepare(listed)
    const { name, whatsapp_link } = await readAll(listed)
    await prove(listed, group_name)
    expect(await readAll(listed)).toEqual({
      name,
      whatsapp_link,
      held_changes: held,
      listed: isListed ? [name] : [],
    })
    // The claim is still there for the admins.
    const claims = createSecretClient()
      .from('claims')
      .select('outcome')
      .eq('community_id', listed.id)
    expect((await claims.throwOnError()).data.every(({ outcome }) => outcome === null)).toBe(true)
    const waiting = admin.client.rpc('list_review_queue', { page_size: 1000 }).eq('id', listed.id)
    expect((await waiting.select('id').throwOnError()).data).toEqual([{ id: listed.id }])
  })

  test('that has nothing to do with the group', async () => {
    const listed = await createVerified()
    await updateCommunity(attacker, listed.id, { name: 'Crypto Signals VIP' }).throwOnError()
    expect((await recordProof(attacker, listed)).data).toMatchObject({ is_proved: true })
    expect(await readAll(listed)).toMatchObject({
      name: 'Sunrise Swimmers',
      held_changes: { name: 'Crypto Signals VIP' },
      listed: ['Sunrise Swimmers'],
    })
  })
})

test('an upsert cannot change or list what an insert cannot', async () => {
  const upsert = (body: object, query = '', resolution = 'merge-duplicates') =>
    sendAs(attacker, 'POST', `communities${query}`, body, {
      prefer: `resolution=${resolution},missing=default`,
    })
  await expectAllRefused([
    [
      "overwrite another user's community in a list",
      '42501',
      () => upsert([newCommunity({ id: crypto.randomUUID() }), newCommunity({ id: community.id })]),
    ],
    [
      'overwrite the community with the same link',
      '42P10',
      () => upsert(newCommunity({ id: own.id }), '?on_conflict=whatsapp_link'),
    ],
    [
      'approve a community',
      '42501',
      () => upsert({ ...newCommunity({ id: own.id }), status: 'approved', approved_by: admin.id }),
    ],
    [
      'list the same link twice',
      'PT409',
      () => {
        const whatsapp_link = newInviteLink()
        const twice = [newCommunity({ whatsapp_link }), newCommunity({ whatsapp_link })]
        return upsert(twice, '', 'ignore-duplicates')
      },
    ],
  ])
})

test('a change without a filter does not reach the rows of other users', async () => {
  const [other, stranger] = await Promise.all([createUser(), createUser()])
  const { id } = await createCommunity(other)
  await addGroup(other, id).throwOnError()
  const read = async () => {
    const [profile, groups] = await Promise.all([
      other.client.from('profiles').select('*').single().throwOnError(),
      other.client.from('community_groups').select('*').throwOnError(),
    ])
    return [await readCommunity(id), profile.data, groups.data]
  }
  const before = await read()
  // A filter would also apply the policies for reading.
  await sendAs(stranger, 'PATCH', 'profiles', { country: 'Mine' })
  await sendAs(stranger, 'PATCH', 'communities', { description: 'Mine' })
  await sendAs(stranger, 'PATCH', 'community_groups', { description: 'Mine' })
  await sendAs(stranger, 'DELETE', 'community_groups')
  await sendAs(stranger, 'DELETE', 'communities')
  expect(await read()).toEqual(before)
})

test("the id of another user's deleted community cannot be reused", async () => {
  const { id } = await createCommunity(victim, { status: 'approved' })
  await victim.client.from('communities').delete().eq('id', id).throwOnError()
  await expectRefused('PT410', () => list({ id }))
  const again = await victim.client.from('communities').insert(newCommunity({ id }))
  expect(again.error).toBeNull()
})

describe('an old token', () => {
  test('does not refresh after signing out', async () => {
    const { client, email, password } = await createUser()
    const { data } = await client.auth.signInWithPassword({ email, password })
    const refresh_token = data.session?.refresh_token ?? ''
    await client.auth.signOut()
    const { error } = await createTestClient().auth.refreshSession({ refresh_token })
    expect(error?.code).toBe('refresh_token_not_found')
  })

  test('of a deleted user grants no access', async () => {
    const deleted = await createUser()
    const folder = await readImageFolder(deleted)
    await callFunction('delete-user', { body: { userId: deleted.id }, token: deleted.accessToken })
    const rows = deleted.client.from('communities')
    for (const whatsapp_link of [newInviteLink(), community.whatsapp_link]) {
      await expectRefused('PT403', () => rows.insert(newCommunity({ whatsapp_link })))
      const { error } = await rows.upsert(newCommunity({ whatsapp_link }))
      expect(error?.message).toBe('This account no longer exists.')
    }
    await expectRefused('42501', () =>
      deleted.client.from('profiles').insert({ id: deleted.id, name: 'Back' }),
    )
    await expectRefused('PT403', () =>
      deleted.client.rpc('is_whatsapp_link_listed', { link: newInviteLink() }),
    )
    await expect(uploadImage(deleted, { folder })).rejects.toThrow(/row-level security|foreign key/)
    const secret = createSecretClient()
    const { data } = await secret.from('communities').select('id').eq('owner_id', deleted.id)
    expect(data).toEqual([])
    const files = await secret.storage.from('community-images').list(folder)
    expect(files.data).toEqual([])
  })
})

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Creates an unsigned token. */
function forgeToken(claims: object) {
  const exp = Math.floor(Date.now() / 1000) + 3600
  const body = encode({ role: 'authenticated', exp, ...claims })
  return { accessToken: `${encode({ alg: 'none', typ: 'JWT' })}.${body}.` }
}

/** Changes the expiry of the attacker's token, but not its signature. */
function prolongToken() {
  const [head = '', body = '', signature = ''] = attacker.accessToken.split('.')
  const claims: unknown = JSON.parse(Buffer.from(body, 'base64url').toString())
  const later = encode({ ...Object(claims), exp: 4_102_444_800 })
  return { accessToken: `${head}.${later}.${signature}` }
}

import { describe, expect, test } from 'vitest'
import { addGroup, createCommunity, newCommunity, updateCommunity } from '../support/communities.ts'
import { uploadImage } from '../support/images.ts'
import {
  type Client,
  createSecretClient,
  createUser,
  createUsersAndAdmin,
  type TestUser,
} from '../support/users.ts'
import { sendRestRequest } from './rest-request.ts'

/* Attacks by suspended users, with the access tokens that they got before. */

const [owner, stranger, admin] = await createUsersAndAdmin()
const [suspendedAdmin, other] = [await createUser({ admin: true }), await createUser()]
const secret = createSecretClient()
const reason = 'Your communities\nsell <followers>.'
const refused = {
  code: 'PT403',
  message: 'Your account is suspended. Your profile page says why.',
}

const suspend = (user: { id: string }, { by = admin, until = null as string | null } = {}) =>
  by.client.rpc('suspend_user', { user_id: user.id, reason, ...(until && { until }) })
const endSuspension = (user: TestUser, by = admin) =>
  by.client.rpc('end_suspension', { user_id: user.id })
const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString()

const community = await createCommunity(owner, { status: 'approved', name: 'Followers Club' })
const pending = await createCommunity(owner)
const group = (await addGroup(owner, community.id).throwOnError()).data
const listed = await createCommunity(stranger, { status: 'approved', name: 'Honest Hikers' })
const images = [await uploadImage(owner), await uploadImage(owner)]
await owner.client.from('saved_communities').insert({ community_id: listed.id }).throwOnError()
await owner.client.from('alerts').insert({ user_id: owner.id, search: 'hikers' }).throwOnError()
await owner.client.rpc('join_community', { community_id: listed.id }).throwOnError()

const isListed = async ({ id }: { id: string }) =>
  (await secret.rpc('get_directory_community', { community_id: id }).throwOnError()).data.length > 0

/** Reads every row that the attacks below try to change. */
async function snapshot() {
  const own = (
    table: 'communities' | 'alerts' | 'saved_communities' | 'community_joins',
    column: string,
  ) => secret.from(table).select().in(column, [owner.id, suspendedAdmin.id]).throwOnError()
  const users = [owner.id, stranger.id, suspendedAdmin.id]
  const rows = await Promise.all([
    secret.from('profiles').select().in('id', users).throwOnError(),
    own('communities', 'owner_id'),
    own('alerts', 'user_id'),
    own('saved_communities', 'user_id'),
    own('community_joins', 'user_id'),
    secret
      .from('community_groups')
      .select()
      .in('community_id', [community.id, pending.id])
      .throwOnError(),
    secret.from('community_reports').select().eq('reporter_id', owner.id).throwOnError(),
    // Not those of other tests, which may end.
    secret.from('suspensions').select().in('user_id', users).throwOnError(),
    secret.from('synonyms').select().throwOnError(),
  ])
  const files = await Promise.all(images.map(async ({ url }) => (await fetch(url)).status))
  return { rows: rows.map(({ data }) => data), files }
}

type Attack = [what: string, run: (client: Client) => PromiseLike<{ error: unknown }>]

async function expectRefused(client: Client, attacks: Attack[]) {
  const before = await snapshot()
  for (const [what, run] of attacks)
    expect([what, (await run(client)).error]).toMatchObject([what, refused])
  expect(await snapshot()).toEqual(before)
}

describe('a suspended user', () => {
  test('loses the communities in the directory, and keeps them', async () => {
    expect(await isListed(community)).toBe(true)
    await suspend(owner, { until: inDays(7) }).throwOnError()
    expect(await isListed(community)).toBe(false)
    const found = await stranger.client.rpc('search_directory', { search: 'followers' })
    expect(found.data).toEqual([])
    const approved = { status: 'approved' as const }
    await secret.from('communities').update(approved).eq('id', pending.id).throwOnError()
    expect(await isListed(pending)).toBe(false)
    const { data } = await owner.client.from('communities').select('id, status')
    expect(data).toHaveLength(2)
  })

  test('can write nothing', async () => {
    const communities = (client: Client) => client.from('communities')
    const groups = (client: Client) => client.from('community_groups')
    const user_id = owner.id
    const community_id = listed.id
    await expectRefused(owner.client, [
      ['rename', (client) => client.from('profiles').update({ name: 'B' }).eq('id', user_id)],
      ['restore', (client) => client.from('profiles').insert({ id: user_id, name: 'B' })],
      ['list', (client) => communities(client).insert(newCommunity())],
      ['edit', (client) => communities(client).update({ member_count: 1 }).eq('id', community.id)],
      ['edit no row', (client) => communities(client).update({ name: 'B' }).eq('id', listed.id)],
      ['delete', (client) => communities(client).delete().eq('id', pending.id)],
      ['add a group', (client) => addGroup({ client }, community.id, 'Late birds')],
      ['edit a group', (client) => groups(client).update({ name: 'Late' }).eq('id', group.id)],
      ['delete a group', (client) => groups(client).delete().eq('id', group.id)],
      ['save', (client) => client.rpc('save_communities', { community_ids: [community_id] })],
      ['unsave', (client) => client.from('saved_communities').delete().match({ community_id })],
      ['add an alert', (client) => client.from('alerts').insert({ user_id, search: 'surf' })],
      ['delete an alert', (client) => client.from('alerts').delete().match({ user_id })],
      ['join', (client) => client.rpc('join_community', { community_id })],
      // Joined earlier on this day.
      ['read a link', (client) => client.rpc('get_invite_link', { community_id })],
      [
        'pause',
        (client) =>
          client.rpc('set_community_paused', { community_id: community.id, is_paused: true }),
      ],
      [
        'appeal',
        (client) => client.rpc('appeal_community', { community_id: pending.id, message: 'Why?' }),
      ],
      ['report', (client) => client.rpc('report_community', { community_id, reason: 'spam' })],
    ])
  })

  test('can neither upload nor delete an image', async () => {
    await expect(uploadImage(owner)).rejects.toThrow(refused.message)
    const before = await snapshot()
    const bucket = owner.client.storage.from('community-images')
    await bucket.remove(images.map(({ path }) => path))
    expect(await snapshot()).toEqual(before)
  })

  test('reads the reason and the end, but not who suspended them, and no other suspension', async () => {
    await suspend(other).throwOnError()
    const own = owner.client.from('suspensions').select('user_id, reason, until')
    const { data } = await own.throwOnError()
    expect(data).toEqual([{ user_id: owner.id, reason, until: expect.any(String) }])
    const { error } = await owner.client.from('suspensions').select('suspended_by')
    expect(error).toMatchObject({ code: '42501' })
    for (const [path, token] of [
      ['suspensions?select=user_id', stranger.accessToken],
      ['profiles?select=id,suspensions!suspensions_user_id_fkey(reason)', stranger.accessToken],
    ]) {
      const { text } = await sendRestRequest(path ?? '', {}, token)
      expect(text).not.toMatch(/sell|user_id/)
    }
    expect((await sendRestRequest('suspensions?select=user_id')).text).toContain('42501')
    await endSuspension(other).throwOnError()
  })

  test('downloads their data, with the suspension', async () => {
    const { data } = await owner.client.rpc('export_my_data').throwOnError()
    expect(data).toMatchObject({
      suspension: { reason, until: expect.any(String), suspended_at: expect.any(String) },
      emails: expect.arrayContaining([expect.objectContaining({ kind: 'suspended', reason })]),
      log: expect.arrayContaining([
        expect.objectContaining({ action: 'suspended', by_admin: true }),
      ]),
    })
    expect(JSON.stringify(data)).not.toContain(admin.id)
  })

  test('gets everything back when an admin ends the suspension', async () => {
    await endSuspension(owner).throwOnError()
    expect([await isListed(community), await isListed(pending)]).toEqual([true, true])
    expect((await owner.client.from('suspensions').select('reason')).data).toEqual([])
    await owner.client.from('profiles').update({ name: 'Back' }).eq('id', owner.id).throwOnError()
    const log = admin.client.from('audit_log').select('action, actor_id, before, after')
    const { data } = await log.eq('subject_id', owner.id).order('id').throwOnError()
    expect(data).toEqual([
      {
        action: 'suspended',
        actor_id: admin.id,
        before: {},
        after: { reason, until: expect.any(String) },
      },
      {
        action: 'suspension ended',
        actor_id: admin.id,
        before: { reason, until: expect.any(String) },
        after: {},
      },
    ])
  })

  test('has communities that admins find, and that are the last ones in the review queue', async () => {
    const [waiting, held, idle] = [
      await createCommunity(owner, { name: 'First in the queue' }),
      await createCommunity(owner, { status: 'approved', name: 'Edited' }),
      await createCommunity(owner, { status: 'approved', name: 'Not waiting' }),
    ]
    await updateCommunity(owner, held.id, { description: 'New.' }).throwOnError()
    const later = await createCommunity(stranger, { name: 'Later' })
    const readQueue = async () => {
      const names = new Set([waiting.name, held.name, later.name])
      const found: string[] = []
      // Other tests have communities in the queue, too.
      for (let page = 1; found.length < names.size; page += 1) {
        const queue = admin.client.rpc('list_review_queue', { page, page_size: 100 })
        const { data } = await queue.select('name').throwOnError()
        if (data.length === 0) break
        found.push(...data.map(({ name }) => name).filter((name) => names.has(name)))
      }
      return found
    }
    const find = async (search: string) => {
      const found = admin.client.rpc('list_communities', { search, owner_id: owner.id })
      return (await found.select('name').throwOnError()).data.map(({ name }) => name).toSorted()
    }
    const inTurn = [held.name, waiting.name, later.name]
    expect(await readQueue()).toEqual(inTurn)
    expect(await find('is:suspended')).toEqual([])
    await suspend(owner).throwOnError()
    expect(await readQueue()).toEqual([later.name, held.name, waiting.name])
    expect(await find('is:suspended')).toEqual(
      expect.arrayContaining([held.name, waiting.name, idle.name]),
    )
    const both = [held.name, waiting.name].toSorted()
    expect(await find('is:suspended is:waiting')).toEqual(expect.arrayContaining(both))
    expect(await find('is:suspended is:waiting')).not.toContain(idle.name)
    expect(await find('IS:suspended edited')).toEqual([held.name])
    // An end that has passed no longer counts, even before the job deletes it.
    const past = { until: inDays(-1) }
    await secret.from('suspensions').update(past).eq('user_id', owner.id).throwOnError()
    expect(await readQueue()).toEqual(inTurn)
    expect(await find('is:suspended')).toEqual([])
    expect((await owner.client.from('suspensions').select('reason')).data).toEqual([])
    await owner.client.from('profiles').update({ name: 'Free' }).eq('id', owner.id).throwOnError()
    const created = [waiting.id, held.id, idle.id, later.id]
    await secret.from('communities').delete().in('id', created).throwOnError()
  })

  test('leaves nothing of the suspension behind when the account is deleted', async () => {
    const leaving = await createUser()
    await createCommunity(leaving, { status: 'approved' })
    await suspend(leaving).throwOnError()
    expect((await secret.auth.admin.deleteUser(leaving.id)).error).toBeNull()
    const log = secret.from('audit_log').select('action, owner_id, before, after')
    const { data } = await log.eq('actor_id', admin.id).order('id', { ascending: false }).limit(1)
    expect(data).toEqual([{ action: 'suspended', owner_id: null, before: {}, after: {} }])
    const ended = secret.from('audit_log').select('id').eq('subject_id', leaving.id)
    expect((await ended.throwOnError()).data).toEqual([])
  })
})

test('a suspended admin has no rights of an admin from one moment to the next', async () => {
  const { id, client } = suspendedAdmin
  const audit = () => client.from('audit_log').select('id').limit(1)
  expect((await audit()).data).toHaveLength(1)
  await suspend(suspendedAdmin).throwOnError()
  expect((await audit()).data).toEqual([])
  expect((await client.from('profiles').select('id')).data).toEqual([{ id }])
  const rejected = { status: 'rejected' as const }
  await expectRefused(client, [
    ['decide', () => client.from('communities').update(rejected).eq('id', community.id)],
    ['list communities', () => client.rpc('list_communities')],
    ['suspend', () => client.rpc('suspend_user', { user_id: stranger.id, reason })],
    ['end the suspension', () => client.rpc('end_suspension', { user_id: id })],
    ['get the role of an admin', () => client.rpc('get_my_role')],
    ['import communities', () => client.rpc('import_communities', { rows: [] })],
    ['add synonyms', () => client.from('synonyms').insert({ terms: ['hike', 'walk'] })],
  ])
})

describe('a suspension', () => {
  test('is refused of oneself, without a reason or an end in the future, and by others', async () => {
    const target = { user_id: stranger.id, reason }
    const cases: [args: object, message: string, by?: TestUser][] = [
      [target, 'Only an admin may do that.', stranger],
      [{ ...target, user_id: admin.id }, 'You cannot suspend yourself.'],
      [{ ...target, user_id: crypto.randomUUID() }, 'This user has no profile'],
      [{ ...target, user_id: suspendedAdmin.id }, 'already suspended'],
      [{ ...target, reason: ' \u200B' }, 'Please enter a reason'],
      [{ ...target, reason: 'a'.repeat(501) }, 'suspensions_reason_check'],
      [{ ...target, until: '2026-01-01T00:00:00Z' }, 'Please choose an end'],
      [{ ...target, until: 'infinity' }, 'Please choose an end'],
      [{ reason }, 'Could not find the function'],
    ]
    for (const [args, message, by = admin] of cases) {
      const init = { method: 'POST', body: JSON.stringify(args) }
      const { text } = await sendRestRequest('rpc/suspend_user', init, by.accessToken)
      expect(text).toContain(message)
    }
    const found = secret.from('suspensions').select().in('user_id', [stranger.id, admin.id])
    expect((await found.throwOnError()).data).toEqual([])
  })

  test('that is not active cannot be ended, nor by its user', async () => {
    expect((await endSuspension(stranger)).error).toMatchObject({ code: 'PT409' })
    await suspend(other).throwOnError()
    expect((await endSuspension(other, other)).error).toMatchObject({ code: 'PT403' })
    expect((await endSuspension(other, stranger)).error).toMatchObject({ code: 'PT403' })
    await endSuspension(other).throwOnError()
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import {
  addGroup,
  createCommunity,
  decideHeldChanges,
  newInviteLink,
  readCommunity,
  updateCommunity,
} from '../support/communities.ts'
import {
  createSecretClient,
  createTestClient,
  createUser,
  createUsersAndAdmin,
  type TestUser,
} from '../support/users.ts'

/* Communities that are hidden, paused, or of a suspended owner, while something else happens to them. */

const [owner, stranger, admin] = await createUsersAndAdmin()
const secret = createSecretClient()
const visitor = createTestClient()

let id: string
beforeEach(async () => {
  ;({ id } = await createCommunity(owner, { status: 'approved' }))
})

const isListed = async () =>
  (await visitor.rpc('get_directory_community', { community_id: id }).throwOnError()).data
    .length === 1
const loadVersion = async () => (await readCommunity(id)).updated_at
const hide = async ({ client } = admin) => {
  const args = { community_id: id, version: await loadVersion(), reason: 'Spam.' }
  await client.rpc('hide_community', args).throwOnError()
}
const show = async () => {
  const args = { community_id: id, version: await loadVersion() }
  await admin.client.rpc('show_community', args).throwOnError()
}
const setPaused = (is_paused: boolean) =>
  owner.client.rpc('set_community_paused', { community_id: id, is_paused }).throwOnError()
const suspend = () =>
  admin.client.rpc('suspend_user', { user_id: owner.id, reason: 'Spam.' }).throwOnError()
const endSuspension = () => admin.client.rpc('end_suspension', { user_id: owner.id }).throwOnError()
const undo = ({ client } = admin) => client.rpc('undo_decision', { community_id: id })
const report = ({ client }: TestUser) =>
  client.rpc('report_community', { community_id: id, reason: 'scam' })

const states: [string, () => PromiseLike<unknown>, () => PromiseLike<unknown>][] = [
  ['hidden', hide, show],
  ['paused', () => setPaused(true), () => setPaused(false)],
  ['suspended', suspend, endSuspension],
]

test.each(states)(
  'a %s community does not exist for others, and only its end lists it again',
  async (_state, start, end) => {
    const whatsapp_link = newInviteLink()
    await updateCommunity(owner, id, { name: 'Changed', whatsapp_link }).throwOnError()
    await addGroup(owner, id).throwOnError()
    await stranger.client.from('saved_communities').insert({ community_id: id }).throwOnError()
    await stranger.client.rpc('join_community', { community_id: id }).throwOnError()
    await start()

    await decideHeldChanges(admin, id, 'accept')
    await updateCommunity(admin, id, { member_count: 77 }).throwOnError()
    for (const answer of ['dead', 'live'] as const) {
      const check = { community_id: id, link: whatsapp_link, answer }
      await secret.rpc('record_link_check', check).throwOnError()
    }
    const version = await loadVersion()
    const attack = ({ client }: Pick<TestUser, 'client'>, community_id: string) => {
      const count = { count: 'exact' } as const
      return Promise.all([
        client.rpc('get_directory_community', { community_id }),
        client.rpc('get_listed_communities', { community_ids: [community_id] }),
        client.rpc('join_community', { community_id }),
        client.rpc('get_invite_link', { community_id }),
        client.rpc('report_community', { community_id, reason: 'other' }),
        client.rpc('appeal_community', { community_id, message: 'Why?' }),
        client.rpc('set_community_paused', { community_id, is_paused: false }),
        client.rpc('show_community', { community_id, version }),
        client.rpc('return_to_pending', { community_id, version }),
        client.rpc('resolve_reports', { community_id, seen_at: version }),
        client.rpc('undo_decision', { community_id }),
        client.rpc('similar_communities', { community_id }),
        client.from('saved_communities').insert({ community_id }),
        client.from('communities').select('status', count).eq('id', community_id),
        client.from('community_blocks').select('kind', count).eq('community_id', community_id),
        client.from('communities').delete(count).eq('id', community_id),
        client.from('appeals').select('id', count).eq('community_id', community_id),
      ])
    }
    for (const user of [stranger, { client: visitor }])
      expect(await attack(user, id)).toEqual(await attack(user, crypto.randomUUID()))
    const found = visitor.rpc('search_directory', { search: 'Changed' }).select('id')
    expect((await found.throwOnError()).data).not.toContainEqual({ id })

    await end()
    const shown = visitor.rpc('get_directory_community', { community_id: id })
    expect((await shown.throwOnError()).data).toMatchObject([
      { name: 'Changed', member_count: 77, groups: [{ name: 'Early birds' }] },
    ])
  },
)

test('a community returns when the last of three reasons ends, whatever the order', async () => {
  await setPaused(true)
  await hide()
  await suspend()
  for (const answer of [await undo(), await report(stranger)]) {
    expect(answer.error?.code ?? 'done').toMatch(/done|PT410/)
  }
  // The undo has shown it.
  expect((await readCommunity(id)).community_blocks).toMatchObject([{ kind: 'paused' }])
  expect(await isListed()).toBe(false)
  await endSuspension()
  expect(await isListed()).toBe(false)
  await setPaused(false)
  expect(await isListed()).toBe(true)
})

test('a community of a suspended owner that an admin approves is listed after the suspension', async () => {
  const args = { community_id: id, version: await loadVersion() }
  await admin.client.rpc('return_to_pending', args).throwOnError()
  await suspend()
  await undo().throwOnError()
  expect(await isListed()).toBe(false)
  await endSuspension()
  expect(await isListed()).toBe(true)
})

describe('reports', () => {
  test('are upheld when an admin resolves them while the owner is suspended', async () => {
    await report(stranger).throwOnError()
    await suspend()
    const resolve = { community_id: id, seen_at: 'infinity' }
    await admin.client.rpc('resolve_reports', resolve).throwOnError()
    await endSuspension()
    const reports = secret.from('community_reports').select('is_upheld').eq('community_id', id)
    expect((await reports.throwOnError()).data).toEqual([{ is_upheld: true }])
    expect(await isListed()).toBe(true)
  })

  test('of users who are suspended afterwards do not count', async () => {
    const users = await Promise.all([createUser(), createUser(), createUser()])
    const old = { created_at: '2025-01-01T00:00:00Z' }
    const ids = users.map((user) => user.id)
    await secret.from('profiles').update(old).in('id', ids).throwOnError()
    const [first, second, third] = users
    if (!first || !second || !third) throw new Error('No users')
    await report(first).throwOnError()
    await report(second).throwOnError()
    await admin.client.rpc('suspend_user', { user_id: first.id, reason: 'Spam.' }).throwOnError()
    expect((await report(first)).error).toMatchObject({ code: 'PT403' })
    await report(third).throwOnError()
    expect(await isListed()).toBe(true)
  })
})

describe('deleting an account', () => {
  const appeal = () =>
    owner.client.rpc('appeal_community', { community_id: id, message: 'Look again.' })

  test('of the deciding admin keeps the community hidden, and its appeal open', async () => {
    const leaving = await createUser({ admin: true })
    await hide(leaving)
    await appeal().throwOnError()
    expect((await secret.auth.admin.deleteUser(leaving.id)).error).toBeNull()
    expect((await readCommunity(id)).community_blocks).toMatchObject([
      { kind: 'admin', reason: 'Spam.', created_by: null },
    ])
    expect(await isListed()).toBe(false)
    expect((await appeal()).error).toMatchObject({ code: 'PT409' })
    const open = secret.from('appeals').select('id, outcome').eq('community_id', id).single()
    const { data } = await open.throwOnError()
    expect(data.outcome).toBeNull()
    await admin.client
      .rpc('decide_appeal', { appeal_id: data.id, is_accepted: true })
      .throwOnError()
    expect(await isListed()).toBe(true)
  })

  test('of an earlier admin does not prevent the undo of a later decision', async () => {
    const leaving = await createUser({ admin: true })
    ;({ id } = await createCommunity(owner))
    await updateCommunity(leaving, id, { status: 'approved' }).throwOnError()
    await hide(leaving)
    const args = { community_id: id, version: await loadVersion() }
    await admin.client.rpc('return_to_pending', args).throwOnError()
    expect((await secret.auth.admin.deleteUser(leaving.id)).error).toBeNull()
    await undo().throwOnError()
    expect(await readCommunity(id)).toMatchObject({
      status: 'approved',
      approved_by: null,
      community_blocks: [{ kind: 'admin', reason: 'Spam.', created_by: null }],
    })
    expect(await isListed()).toBe(false)
  })

  test('of an owner leaves no appeal, report or text behind, and tells the reporter', async () => {
    const leaving = await createUser()
    ;({ id } = await createCommunity(leaving, { status: 'approved', name: 'Zanzibar Zebras' }))
    await report(stranger).throwOnError()
    const hidden = await createCommunity(leaving, { status: 'rejected', name: 'Zanzibar Zebus' })
    const message = 'Zanzibar is lovely.'
    const args = { community_id: hidden.id, message }
    await leaving.client.rpc('appeal_community', args).throwOnError()
    expect((await secret.auth.admin.deleteUser(leaving.id)).error).toBeNull()
    for (const table of ['appeals', 'community_reports'] as const) {
      const left = secret.from(table).select('id').in('community_id', [id, hidden.id])
      expect((await left.throwOnError()).data).toEqual([])
    }
    const log = secret.from('audit_log').select('*').in('subject_id', [id, hidden.id])
    expect(JSON.stringify((await log.throwOnError()).data)).not.toMatch(/Zanzibar|lovely/)
    const exported = (await stranger.client.rpc('export_my_data').throwOnError()).data
    expect(exported).toMatchObject({
      emails: expect.arrayContaining([
        expect.objectContaining({ kind: 'report_outcome', is_upheld: null }),
      ]),
    })
  })
})

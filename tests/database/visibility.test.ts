import { beforeEach, describe, expect, test } from 'vitest'
import { readProperty } from '../../src/lib/read-property.ts'
import {
  addGroup,
  createCommunity,
  readCommunity,
  updateCommunity,
} from '../support/communities.ts'
import {
  type TestUser,
  createSecretClient,
  createTestClient,
  createUsersAndAdmin,
} from '../support/users.ts'
import { createRefusalsCheck } from './refusals.ts'

/* Hiding, pausing and returning an approved community to pending: who may do it, and what visitors see. */

const [owner, stranger, admin] = await createUsersAndAdmin()
const secret = createSecretClient()
const visitor = createTestClient()

let id: string
let version: string
beforeEach(async () => {
  ;({ id, updated_at: version } = await createCommunity(owner, { status: 'approved' }))
})

const loadVersion = async () => (version = (await readCommunity(id)).updated_at)
const reason = 'Too much advertising.'
const hide = ({ client } = admin, given = reason) =>
  client.rpc('hide_community', { community_id: id, version, reason: given })
const show = ({ client } = admin) => client.rpc('show_community', { community_id: id, version })
const returnToPending = ({ client } = admin) =>
  client.rpc('return_to_pending', { community_id: id, version })
const undo = ({ client } = admin) => client.rpc('undo_decision', { community_id: id })
const setPaused = (is_paused: boolean, { client } = owner) =>
  client.rpc('set_community_paused', { community_id: id, is_paused })
const isListed = async () =>
  (await visitor.rpc('get_directory_community', { community_id: id }).throwOnError()).data
    .length === 1
const readLog = async () => {
  const entries = secret.from('audit_log').select('action, actor_id, by_admin, before, after')
  return (await entries.eq('subject_id', id).order('id').throwOnError()).data
}
const readAll = async () => [await readCommunity(id), await readLog()]
const expectAllRefused = createRefusalsCheck(readAll)

describe('a hidden community', () => {
  test('leaves the directory at once, with its link, until it is shown again', async () => {
    const join = () => stranger.client.rpc('join_community', { community_id: id })
    const readLink = () => stranger.client.rpc('get_invite_link', { community_id: id })
    await join().throwOnError()
    expect((await readLink()).error).toBeNull()
    await hide().throwOnError()
    expect(await isListed()).toBe(false)
    for (const refused of [await join(), await readLink()]) {
      expect(refused.error).toMatchObject({ code: 'PT410' })
    }
    await loadVersion()
    await show().throwOnError()
    expect(await isListed()).toBe(true)
    expect((await readLink()).error).toBeNull()
    expect(await readLog()).toMatchObject([
      { action: 'approved' },
      { action: 'hidden', actor_id: admin.id, before: {}, after: { block_admin: { reason } } },
      { action: 'shown', actor_id: admin.id, before: { block_admin: { reason } }, after: {} },
    ])
  })

  test('tells its owner why, and not who decided', async () => {
    await hide(admin, '  Too much\u200b advertising. ').throwOnError()
    const blocks = owner.client.from('community_blocks').select('kind, since, reason')
    expect((await blocks.eq('community_id', id).throwOnError()).data).toEqual([
      { kind: 'admin', since: expect.any(String), reason },
    ])
    const seen = stranger.client.from('community_blocks').select('kind').eq('community_id', id)
    expect((await seen.throwOnError()).data).toEqual([])
    const who = owner.client.from('community_blocks').select('created_by').eq('community_id', id)
    expect((await who).error?.code).toBe('42501')
    const { data } = await owner.client.rpc('export_my_data').throwOnError()
    expect(readProperty(data, 'emails')).toContainEqual(
      expect.objectContaining({ kind: 'hidden', reason }),
    )
    expect(JSON.stringify(data)).not.toContain(admin.id)
  })

  test('stays hidden and keeps its link when its owner edits it', async () => {
    const { whatsapp_link } = await readCommunity(id)
    await hide().throwOnError()
    await updateCommunity(owner, id, { name: 'New name', member_count: 77 }).throwOnError()
    await addGroup(owner, id).throwOnError()
    expect(await readCommunity(id)).toMatchObject({
      community_blocks: [{ kind: 'admin' }],
      held_changes: { name: 'New name' },
      member_count: 77,
    })
    const { error } = await updateCommunity(owner, id, { status: 'pending' })
    expect(error).toMatchObject({ code: 'PT403' })
    expect(await isListed()).toBe(false)
    await expect(createCommunity(owner, { whatsapp_link })).rejects.toMatchObject({ code: 'PT409' })
  })

  test('leaves its link and the reason in the log when its owner deletes it', async () => {
    const { name, whatsapp_link } = await readCommunity(id)
    await setPaused(true).throwOnError()
    await hide().throwOnError()
    await owner.client.from('communities').delete().eq('id', id).throwOnError()
    // Not who paused it: a co-owner may delete their account later.
    const block_admin = expect.objectContaining({ reason })
    expect((await readLog()).at(-1)).toMatchObject({ action: 'deleted' })
    expect((await readLog()).at(-1)?.before).toEqual({ name, whatsapp_link, block_admin })
    const listedAgain = await createCommunity(owner, { whatsapp_link })
    expect(listedAgain.status).toBe('pending')
  })

  test('stays paused when it is shown again', async () => {
    await setPaused(true).throwOnError()
    await hide().throwOnError()
    await loadVersion()
    await show().throwOnError()
    expect(await isListed()).toBe(false)
    await setPaused(false).throwOnError()
    expect(await isListed()).toBe(true)
  })
})

test('hidden and paused communities are search terms of admins', async () => {
  await hide().throwOnError()
  const paused = await createCommunity(owner, { status: 'approved', name: 'On a break' })
  await owner.client
    .rpc('set_community_paused', { community_id: paused.id, is_paused: true })
    .throwOnError()
  const find = async (search: string) => {
    const found = admin.client.rpc('list_communities', { search, owner_id: owner.id })
    return (await found.select('id').throwOnError()).data.map((row) => row.id)
  }
  const hidden = await find('is:hidden')
  expect(hidden).toContain(id)
  expect(hidden).not.toContain(paused.id)
  expect(await find('is:paused break')).toEqual([paused.id])
  expect(await find('link:dead IS:paused')).toEqual([])
})

describe('a community returned to pending', () => {
  test('is reviewed in the latest version of its owner', async () => {
    await updateCommunity(owner, id, { name: 'New name' }).throwOnError()
    await loadVersion()
    await hide().throwOnError()
    await loadVersion()
    await returnToPending().throwOnError()
    expect(await isListed()).toBe(false)
    expect(await readCommunity(id)).toMatchObject({
      status: 'pending',
      name: 'New name',
      held_changes: null,
      community_blocks: [],
      approval_date: null,
    })
    await updateCommunity(admin, id, { status: 'approved' }).throwOnError()
    expect(await isListed()).toBe(true)
    expect((await readLog()).map(({ action }) => action)).toEqual([
      'approved',
      'hidden',
      'returned to pending',
      'approved',
    ])
  })
})

test('undo of hiding, returning and showing restores the community', async () => {
  await addGroup(owner, id).throwOnError()
  await updateCommunity(owner, id, { name: 'New name' }).throwOnError()
  const before = await readCommunity(id)
  for (const decide of [hide, returnToPending]) {
    await loadVersion()
    await decide().throwOnError()
    await undo().throwOnError()
    const after = await readCommunity(id)
    const { updated_at, groups_changed_at } = after
    expect(after).toEqual({ ...before, updated_at, groups_changed_at })
    // A group that no admin has seen stays unapproved.
    expect(after).toMatchObject({ approved_groups: [], groups_changed_at: expect.any(String) })
    expect(await isListed()).toBe(true)
  }
  await loadVersion()
  await hide().throwOnError()
  await loadVersion()
  await show().throwOnError()
  await undo().throwOnError()
  expect((await readCommunity(id)).community_blocks).toEqual([
    { kind: 'admin', since: expect.any(String), created_by: admin.id, reason },
  ])
  expect(await isListed()).toBe(false)
})

describe('a paused community', () => {
  test('is not in the directory until its owner resumes it, without a review', async () => {
    await updateCommunity(owner, id, { name: 'New name' }).throwOnError()
    const before = await readCommunity(id)
    const log = await readLog()
    for (const answer of await Promise.all([setPaused(true), setPaused(true)])) {
      expect(answer.error).toBeNull()
    }
    expect(await isListed()).toBe(false)
    expect(await readCommunity(id)).toEqual({
      ...before,
      community_blocks: [
        { kind: 'paused', since: expect.any(String), created_by: owner.id, reason: null },
      ],
    })
    await setPaused(false).throwOnError()
    expect(await isListed()).toBe(true)
    expect(await readCommunity(id)).toEqual(before)
    expect(await readLog()).toEqual(log)
  })

  test('is not checked by the schedule, and first after it resumes', async () => {
    const links = () => secret.from('community_links')
    const reserve = async () => {
      const { data } = await secret.rpc('reserve_links', { batch: 1 }).throwOnError()
      await links().update({ reserved_at: null }).not('reserved_at', 'is', null)
      return data.map(({ community_id }) => community_id)
    }
    // The checks of other tests may have failed, which would stop all checks for five minutes.
    const later = { due_at: '2026-11-20T10:00:00Z', checked_at: null, reserved_at: null }
    await links().update(later).neq('community_id', id).throwOnError()
    const due = { due_at: '2026-11-01T10:00:00Z' }
    await links().update(due).eq('community_id', id).throwOnError()
    await setPaused(true).throwOnError()
    expect(await reserve()).not.toContain(id)
    await setPaused(false).throwOnError()
    expect(await reserve()).toEqual([id])
  })
})

test('only an admin hides, and only an owner pauses an approved community', async () => {
  const insertBlock = ({ client }: TestUser, kind: 'admin' | 'paused') =>
    client.from('community_blocks').insert({ community_id: id, kind, reason })
  const anonymous = { ...stranger, client: visitor }
  await expectAllRefused([
    ['hidden by its owner', 'PT403', () => hide(owner)],
    ['hidden by a visitor', '42501', () => hide(anonymous)],
    ['hidden without a visible reason', 'PT400', () => hide(admin, ' \u200b')],
    ['hidden with a very long reason', '23514', () => hide(admin, 'a'.repeat(501))],
    ['shown without being hidden', 'PT409', () => show()],
    ['returned to pending by its owner', 'PT403', () => returnToPending(owner)],
    ['paused by another owner', 'PT410', () => setPaused(true, stranger)],
    ['paused by an admin', 'PT410', () => setPaused(true, admin)],
    ['paused by a visitor', '42501', () => setPaused(true, anonymous)],
    ['hidden with an insert', '42501', () => insertBlock(admin, 'admin')],
    ['paused with an insert', '42501', () => insertBlock(owner, 'paused')],
  ])
  await updateCommunity(owner, id, { member_count: 77 }).throwOnError()
  await expectAllRefused([
    ['hidden in a stale version', 'PT412', () => hide()],
    ['returned to pending in a stale version', 'PT412', () => returnToPending()],
  ])
})

test('a hidden community can only be shown by an admin', async () => {
  await hide().throwOnError()
  await loadVersion()
  const { client } = stranger
  const approval = { status: 'approved', approval_date: '2026-11-20T10:00:00Z' }
  const blocks = owner.client.from('community_blocks').delete().eq('community_id', id)
  await expectAllRefused([
    ['hidden again', 'PT409', () => hide()],
    ['shown by its owner', 'PT403', () => show(owner)],
    ['shown with a deletion', '42501', () => blocks],
    ['approved', 'PT409', () => updateCommunity(admin, id, approval)],
    ['undone by its owner', 'PT403', () => undo(owner)],
    [
      'reported',
      'PT410',
      () => client.rpc('report_community', { community_id: id, reason: 'spam' }),
    ],
    ['saved', '42501', () => client.from('saved_communities').insert({ community_id: id })],
  ])
})

test.each(['pending', 'rejected'] as const)(
  'a %s community is neither hidden nor paused',
  async (status) => {
    ;({ id, updated_at: version } = await createCommunity(owner, { status }))
    await expectAllRefused([
      ['hidden', 'PT409', () => hide()],
      ['shown', 'PT409', () => show()],
      ['returned', 'PT409', () => returnToPending()],
      ['paused', 'PT409', () => setPaused(true)],
    ])
  },
)

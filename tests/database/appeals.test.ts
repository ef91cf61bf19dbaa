import { beforeEach, describe, expect, test } from 'vitest'
import { readProperty } from '../../src/lib/read-property.ts'
import {
  addGroup,
  createCommunity,
  readCommunity,
  updateCommunity,
} from '../support/communities.ts'
import {
  createSecretClient,
  createTestClient,
  createUser,
  createUsersAndAdmin,
} from '../support/users.ts'
import { createRefusalCheck, createRefusalsCheck } from './refusals.ts'

/* Appeals against a hidden or rejected community: who may write and answer them, and what an answer does. */

const [owner, stranger, admin] = await createUsersAndAdmin()
const secret = createSecretClient()
const visitor = createTestClient()

let id: string
beforeEach(async () => {
  ;({ id } = await createCommunity(owner))
})

const appeal = ({ client } = owner, message = '  We are not spam. ') =>
  client.rpc('appeal_community', { community_id: id, message })
const readAppeals = async () =>
  (await secret.from('appeals').select('*').eq('community_id', id).order('created_at')).data ?? []
/** Answers the open appeal, about the community as it is now or as `seen`. */
const answer = async (
  is_accepted: boolean,
  reason?: string,
  { client } = admin,
  seen?: { version?: string; groups_version?: string },
) => {
  const open = (await readAppeals()).find(({ closed_at }) => !closed_at)
  const appeal_id = open?.id ?? crypto.randomUUID()
  const { updated_at: version, groups_updated_at: groups_version } = await readCommunity(id)
  return client.rpc('decide_appeal', {
    appeal_id,
    is_accepted,
    ...(reason && { reason }),
    ...(seen ?? { version, groups_version }),
  })
}
const undo = () => admin.client.rpc('undo_decision', { community_id: id })
const reject = () =>
  updateCommunity(admin, id, { status: 'rejected', rejection_reason: 'Spam.' }).throwOnError()
const approve = () => updateCommunity(admin, id, { status: 'approved' }).throwOnError()
const hide = async () => {
  const { updated_at: version } = await readCommunity(id)
  const call = { community_id: id, version, reason: 'Spam.' }
  await admin.client.rpc('hide_community', call).throwOnError()
}
const isListed = async () =>
  (await visitor.rpc('get_directory_community', { community_id: id }).throwOnError()).data
    .length === 1
const readActions = async () => {
  const entries = secret.from('audit_log').select('action').eq('subject_id', id).order('id')
  return (await entries.throwOnError()).data.map(({ action }) => action)
}
const readEmails = async () =>
  readProperty((await owner.client.rpc('export_my_data').throwOnError()).data, 'emails')
const isQueued = async () => {
  const queue = admin.client.rpc('list_review_queue', { page_size: 1000 }).select('id')
  return (await queue.throwOnError()).data.some((row) => row.id === id)
}
const readState = async () => [await readCommunity(id), await readAppeals(), await readActions()]
const expectRefused = createRefusalCheck(readState)
const expectAllRefused = createRefusalsCheck(readState)

describe('an appeal', () => {
  test('puts the community into the queue until an admin declines it, which can be undone', async () => {
    await reject()
    const before = await readCommunity(id)
    expect(await isQueued()).toBe(false)
    await appeal().throwOnError()
    expect(await readCommunity(id)).toEqual(before)
    expect(await isQueued()).toBe(true)
    const read = ({ client }: typeof owner) =>
      client.from('appeals').select('decision, message, outcome, reason').eq('community_id', id)
    const open = { decision: 'rejected', message: 'We are not spam.', outcome: null, reason: null }
    for (const user of [owner, admin]) expect((await read(user)).data).toEqual([open])
    expect((await read(stranger)).data).toEqual([])

    expect((await answer(false, ' It is spam. ')).error).toBeNull()
    const declined = { ...open, outcome: 'declined', reason: 'It is spam.' }
    expect((await read(owner)).data).toEqual([declined])
    expect(await readCommunity(id)).toMatchObject({ status: 'rejected', rejection_reason: 'Spam.' })
    // The owner does not read who answered.
    expect((await owner.client.from('appeals').select('closed_by')).error?.code).toBe('42501')
    const { data } = await owner.client.rpc('export_my_data').throwOnError()
    expect(JSON.stringify(data)).toContain('We are not spam.')
    expect(JSON.stringify(data)).not.toContain(admin.id)
    await undo().throwOnError()
    expect(await readAppeals()).toMatchObject([{ outcome: null, reason: null }])
  })

  test('is possible once per decision, also concurrently', async () => {
    await reject()
    const answers = await Promise.all([appeal(), appeal(), appeal()])
    expect(answers.flatMap(({ error }) => error?.message ?? [])).toEqual([
      'You have already appealed this decision.',
      'You have already appealed this decision.',
    ])
    expect(await readAppeals()).toHaveLength(1)
    // Resubmitting the community closes it.
    await updateCommunity(owner, id, { name: 'Better' }).throwOnError()
    expect(await readCommunity(id)).toMatchObject({ status: 'pending' })
    expect(await readAppeals()).toMatchObject([{ outcome: 'closed' }])
    await expectRefused('PT409', () => appeal())
  })

  test('is possible for one more owner, and not again by handing the community back', async () => {
    await reject()
    await appeal().throwOnError()
    const handTo = (new_owner: { id: string }) =>
      secret.from('communities').update({ owner_id: new_owner.id }).eq('id', id).throwOnError()
    await handTo(stranger)
    await appeal(stranger).throwOnError()
    expect((await answer(false, 'It is.')).error).toBeNull()
    for (const user of [owner, stranger, owner]) {
      await handTo(user)
      await expectRefused('PT409', () => appeal(user))
    }
    // Another decision can be appealed again.
    await updateCommunity(owner, id, { name: 'Better' }).throwOnError()
    await reject()
    await appeal().throwOnError()
  })

  test('is written by the owner of a rejected community and answered by an admin', async () => {
    await expectRefused('PT409', () => appeal())
    const decision = 'rejected' as const
    const row = { community_id: id, decision, decided_at: '2026-01-01', message: 'x' }
    await reject()
    await expectAllRefused([
      ['by a stranger', 'PT410', () => appeal(stranger)],
      ['by an admin who is not the owner', 'PT410', () => appeal(admin)],
      [
        'by a visitor',
        '42501',
        () => visitor.rpc('appeal_community', { community_id: id, message: 'x' }),
      ],
      ['without visible text', 'PT400', () => appeal(owner, ' \u200b ')],
      ['with more than 1,000 characters', '23514', () => appeal(owner, 'x'.repeat(1001))],
      ['inserted directly', '42501', () => owner.client.from('appeals').insert(row)],
    ])
    await appeal().throwOnError()
    await expectAllRefused([
      ['answered by its owner', 'PT403', () => answer(true, undefined, owner)],
      ['declined without a reason', 'PT400', () => answer(false)],
    ])
    const approved = { status: 'approved', rejection_reason: null } as const
    await secret.from('communities').update(approved).eq('id', id).throwOnError()
    await expectRefused('PT409', () => appeal())
  })
})

describe('an accepted appeal', () => {
  test('shows a hidden community again, which can be undone', async () => {
    await approve()
    await hide()
    await appeal().throwOnError()
    expect((await answer(true)).error).toBeNull()
    expect(await isListed()).toBe(true)
    expect(await isQueued()).toBe(false)
    expect(await readAppeals()).toMatchObject([{ outcome: 'accepted', closed_by: admin.id }])
    await undo().throwOnError()
    expect(await isListed()).toBe(false)
    expect(await readAppeals()).toMatchObject([{ outcome: null, closed_at: null }])
    expect(await isQueued()).toBe(true)
  })

  test('approves a rejected community at once, which can be undone', async () => {
    await reject()
    await appeal().throwOnError()
    expect((await answer(true)).error).toBeNull()
    expect(await readCommunity(id)).toMatchObject({
      status: 'approved',
      rejection_reason: null,
      approved_groups: [],
    })
    expect(await isListed()).toBe(true)
    expect(await isQueued()).toBe(false)
    expect(await readActions()).toEqual(['rejected', 'appealed', 'appeal accepted'])
    expect(JSON.stringify(await readEmails())).toContain('appeal_accepted')
    await undo().throwOnError()
    expect(await readCommunity(id)).toMatchObject({
      status: 'rejected',
      rejection_reason: 'Spam.',
    })
    expect(await isListed()).toBe(false)
    expect(await readAppeals()).toMatchObject([{ outcome: null, closed_at: null }])
  })

  test('approves nothing that the admin has not seen', async () => {
    await reject()
    await appeal().throwOnError()
    const { updated_at: version, groups_updated_at: groups_version } = await readCommunity(id)
    // Adding a group does not resubmit a rejected community.
    await addGroup(owner, id, 'Casino tips').throwOnError()
    for (const seen of [{ version, groups_version }, { version }, { groups_version }, {}]) {
      await expectRefused('PT412', () => answer(true, undefined, admin, seen))
    }
    expect(await isListed()).toBe(false)
    // Another community may have the link since.
    const { whatsapp_link } = await readCommunity(id)
    await createCommunity(stranger, { whatsapp_link })
    await expectRefused('PT409', () => answer(true))
  })

  test('is refused while the community has no place', async () => {
    ;({ id } = await createCommunity(owner, { location: null, requested_place: 'Atlantis' }))
    await reject()
    await appeal().throwOnError()
    await expectRefused('PT400', () => answer(true))
  })
})

test.each([
  ['a rejection', reject, 'pending'],
  ['hiding it', hide, 'approved'],
])('an appeal in the same minute does not block undoing %s', async (_what, decide, status) => {
  if (status === 'approved') await approve()
  const emails = await readEmails()
  await decide()
  await appeal().throwOnError()
  await undo().throwOnError()
  expect(await readCommunity(id)).toMatchObject({ status, community_blocks: [] })
  // Closed, with its text.
  expect(await readAppeals()).toMatchObject([{ message: 'We are not spam.', outcome: 'closed' }])
  expect(await isQueued()).toBe(status === 'pending')
  expect(await readEmails()).toEqual(emails)
  await decide()
  await appeal().throwOnError()
})

test('an appeal is answered once, also concurrently', async () => {
  await reject()
  await appeal().throwOnError()
  const answers = await Promise.all([answer(true), answer(false, 'No.'), answer(true)])
  expect(answers.flatMap(({ error }) => error?.message ?? [])).toEqual([
    'This appeal is already closed.',
    'This appeal is already closed.',
  ])
  expect(await readActions()).toHaveLength(3)
})

test('deleting an account deletes what its user wrote, also if the community has another owner', async () => {
  const leaving = await createUser()
  ;({ id } = await createCommunity(leaving, { status: 'approved' }))
  await hide()
  await appeal(leaving, 'I am Olivia Owner, call me.').throwOnError()
  await secret.from('co_owners').insert({ community_id: id, user_id: stranger.id }).throwOnError()
  const call = { community_id: id, new_owner_id: stranger.id }
  await leaving.client.rpc('hand_over_community', call).throwOnError()
  await secret.auth.admin.deleteUser(leaving.id)
  expect(await readCommunity(id)).toMatchObject({ owner_id: stranger.id })
  expect(JSON.stringify(await readAppeals())).not.toContain('Olivia')
})

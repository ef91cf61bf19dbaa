import { beforeEach, expect, test } from 'vitest'
import { readProperty } from '../../src/lib/read-property.ts'
import { answer as answerInvitation, invite, readInvitation } from '../support/co-owners.ts'
import { createCommunity, readCommunity } from '../support/communities.ts'
import {
  createSecretClient,
  createTestClient,
  createUser,
  createUsersAndAdmin,
} from '../support/users.ts'

/* Undoing a decision about a community that reports have hidden, and whose owner has appealed. */

const [owner, , admin] = await createUsersAndAdmin()
const secret = createSecretClient()
const visitor = createTestClient()
const reporters = await Promise.all([createUser(), createUser(), createUser()])
const old = { created_at: '2025-01-01T00:00:00Z' }
const reporterIds = reporters.map((user) => user.id)
await secret.from('profiles').update(old).in('id', reporterIds).throwOnError()

let id: string
beforeEach(async () => {
  // With their reports, which limit the next ones of the same users.
  await secret.from('communities').delete().eq('owner_id', owner.id).throwOnError()
  ;({ id } = await createCommunity(owner, { status: 'approved' }))
  const report = { community_id: id, reason: 'scam' } as const
  for (const { client } of reporters) await client.rpc('report_community', report).throwOnError()
  const appeal = { community_id: id, message: 'Look again.' }
  await owner.client.rpc('appeal_community', appeal).throwOnError()
})

const version = async () => (await readCommunity(id)).updated_at
const isListed = async () =>
  (await visitor.rpc('get_directory_community', { community_id: id }).throwOnError()).data
    .length === 1
const answer = async (is_accepted: boolean) => {
  const open = await secret.from('appeals').select('id').eq('community_id', id).single()
  const args = { appeal_id: open.data?.id ?? '', is_accepted, reason: 'No.' }
  return admin.client.rpc('decide_appeal', args)
}
const onCommunity = async (name: 'show_community' | 'return_to_pending') =>
  admin.client.rpc(name, { community_id: id, version: await version() })
const undo = () => admin.client.rpc('undo_decision', { community_id: id }).throwOnError()
/** Reads everything that a decision changes. */
async function read() {
  const community = { ...(await readCommunity(id)), updated_at: 'any' }
  const reports = secret.from('community_reports').select('resolved_at, resolved_by, is_upheld')
  const appeals = secret.from('appeals').select('outcome, reason, closed_at, closed_by')
  const found = [reports.eq('community_id', id), appeals.eq('community_id', id)]
  const rows = await Promise.all(found.map(async (query) => (await query).data))
  const exported = await reporters[0]?.client.rpc('export_my_data').throwOnError()
  return { community, rows, emails: readProperty(exported?.data, 'emails') }
}

test('undo of every decision restores the community, its reports and its appeal', async () => {
  const before = await read()
  expect(await isListed()).toBe(false)
  const decisions = {
    'accept the appeal': () => answer(true),
    'decline the appeal': () => answer(false),
    'show it': () => onCommunity('show_community'),
    'keep it hidden': async () => {
      const args = { community_id: id, version: await version(), reason: 'A scam.' }
      return admin.client.rpc('hide_community', args)
    },
    'return it to pending': () => onCommunity('return_to_pending'),
    'resolve the reports': () =>
      admin.client.rpc('resolve_reports', { community_id: id, seen_at: 'infinity' }),
  }
  for (const [name, decide] of Object.entries(decisions)) {
    expect([name, (await decide()).error]).toEqual([name, null])
    expect(await read()).not.toEqual(before)
    await undo()
    expect([name, await read()]).toEqual([name, before])
  }
  // Decided again, as if for the first time.
  expect((await answer(true)).error).toBeNull()
  expect(await isListed()).toBe(true)
})

test('neither a co-owner who accepts nor an owner who appeals in the same minute blocks undo', async () => {
  const guest = await createUser()
  await invite(owner, id, guest).throwOnError()
  const before = await read()
  expect((await onCommunity('return_to_pending')).error).toBeNull()
  await answerInvitation(guest, await readInvitation(id, guest)).throwOnError()
  await undo()
  expect(await read()).toEqual(before)

  const hidden = await createCommunity(owner, { status: 'approved' })
  id = hidden.id
  const decision = { community_id: id, version: hidden.updated_at, reason: 'A scam.' }
  await admin.client.rpc('hide_community', decision).throwOnError()
  const appeal = { community_id: id, message: 'Look again.' }
  await owner.client.rpc('appeal_community', appeal).throwOnError()
  await undo()
  expect((await readCommunity(id)).community_blocks).toEqual([])
})

import { afterAll, beforeEach, expect, test } from 'vitest'
import { callFunction } from '../functions/call.ts'
import { readProperty } from '../../src/lib/read-property.ts'
import {
  createApproved,
  createCommunity,
  newInviteLink,
  readCommunity,
  updateCommunity,
} from '../support/communities.ts'
import { recordGroupName } from '../support/group-pages.ts'
import {
  createSecretClient,
  createUser,
  createUsersAndAdmin,
  deleteCommunitiesOfTestUsers,
  type TestUser,
} from '../support/users.ts'
import { createRefusalCheck, createRefusalsCheck } from './refusals.ts'

/* Claims: who may claim a community, answer and decide, what each side learns, and what ends a claim. */

const [, stranger, admin] = await createUsersAndAdmin()
const secret = createSecretClient()

afterAll(deleteCommunitiesOfTestUsers)

let id: string
let owner: TestUser
let claimant: TestUser
beforeEach(async () => {
  owner = await createUser()
  ;({ id } = await createCommunity(owner, { status: 'approved' }))
  // Each test has another one: the number of claims is limited.
  claimant = await createUser({ name: 'Claudia Claimant' })
})

/** Proves a community as the edge function does, which has read the code on the page of the link. */
async function prove(user: TestUser, community_id = id) {
  const { data: code, error } = await user.client.rpc('get_ownership_code', { community_id })
  if (error) return { error }
  const { whatsapp_link: link } = await readCommunity(community_id)
  const page = { link, answer: 'live', group_name: `Swimmers ${code}`, page_text: code } as const
  return secret.rpc('record_own_check', { community_id, user_id: user.id, ...page })
}
const readClaims = async () =>
  (await secret.from('claims').select('*').eq('claimant_id', claimant.id).order('proved_at'))
    .data ?? []
async function claim() {
  expect((await prove(claimant)).error).toBeNull()
  const open = (await readClaims()).find(({ outcome }) => !outcome)
  return open?.id ?? ''
}
/** Moves the end of the seven days into the past. */
const endWait = (claim_id: string) =>
  secret.from('claims').update({ answer_due_at: '2026-01-01' }).eq('id', claim_id).throwOnError()
const answer = ({ client }: TestUser, claim_id: string, text = '  We founded it. ') =>
  client.rpc('answer_claim', { claim_id, answer: text })
const decide = (claim_id: string, is_accepted: boolean, { client } = admin) =>
  client.rpc('decide_claim', { claim_id, is_accepted, reason: ' It is theirs. ' })
const own = async ({ client }: TestUser) =>
  (await client.rpc('list_own_claims').throwOnError()).data
const received = async ({ client }: TestUser) =>
  (await client.rpc('list_received_claims').throwOnError()).data
const isQueued = async () => {
  const queue = admin.client.rpc('list_review_queue', { page_size: 1000 }).select('id')
  return (await queue.throwOnError()).data.some((row) => row.id === id)
}
const readLog = async () => {
  const entries = secret
    .from('audit_log')
    .select('action, actor_id')
    .eq('subject_id', id)
    .neq('action', 'approved')
  return (await entries.order('id').throwOnError()).data
}
const exportOf = async ({ client }: TestUser) =>
  (await client.rpc('export_my_data').throwOnError()).data
const emailsOf = async (user: TestUser) =>
  JSON.stringify(readProperty(await exportOf(user), 'emails'))
/** Sends the emails that are due, and returns what those about claims told the users. */
async function sendEmails(...users: TestUser[]) {
  const send = () => secret.rpc('reserve_emails').throwOnError()
  const mine: unknown[] = []
  for (let sent = await send(); sent.data.length > 0; sent = await send()) {
    for (const { kind, recipient_id, data } of sent.data) {
      if (kind === 'claimed' && users.some(({ id: user }) => user === recipient_id)) mine.push(data)
    }
  }
  return mine
}
const readState = async () => [
  { ...(await readCommunity(id)), updated_at: 'any' },
  await readClaims(),
  (await readLog()).length,
]
const expectRefused = createRefusalCheck(readState)
const expectAllRefused = createRefusalsCheck(readState)

/** Inserts the claims of communities, without their proofs. */
const insertClaims = (communities: { id: string }[]) => {
  const one = { claimant_id: claimant.id, owner_id: owner.id }
  const rows = communities.map((community) => ({ ...one, community_id: community.id }))
  return secret.from('claims').insert(rows).throwOnError()
}
const addCoOwners = (...users: TestUser[]) => {
  const rows = users.map((user) => ({ community_id: id, user_id: user.id }))
  return secret.from('co_owners').insert(rows).throwOnError()
}
const handOver = (from: TestUser, to: TestUser) =>
  from.client.rpc('hand_over_community', { community_id: id, new_owner_id: to.id }).throwOnError()
const handOverToClaimant = ({ client }: TestUser, claim_id: string) =>
  client.rpc('hand_over_to_claimant', { claim_id })
const returnToPending = async () => {
  const { updated_at: version } = await readCommunity(id)
  await admin.client.rpc('return_to_pending', { community_id: id, version }).throwOnError()
}

test('a proof opens a claim once, which shows each side nothing about the other', async () => {
  const { whatsapp_link: link } = await readCommunity(id)
  const page = { link, answer: 'live', group_name: 'Swimmers', page_text: 'WP-AAAA' } as const
  const check = { community_id: id, user_id: claimant.id, ...page }
  await secret.rpc('record_own_check', check).throwOnError()
  await prove(owner)
  expect(await readClaims()).toEqual([])
  expect(await received(owner)).toEqual([])

  const claim_id = await claim()
  expect(await claim()).toBe(claim_id)
  expect(await own(claimant)).toMatchObject([
    { id: claim_id, community: 'Sunrise Swimmers', is_waiting: true, outcome: null },
  ])
  expect(await received(owner)).toMatchObject([
    { id: claim_id, community_id: id, answered_at: null, is_owner: true },
  ])
  expect(await own(owner)).toEqual([])
  for (const user of [claimant, stranger, admin]) expect(await received(user)).toEqual([])
  for (const { client } of [claimant, owner]) {
    expect((await client.from('claims').select('id')).data).toEqual([])
  }
  expect(await readCommunity(id)).toMatchObject({ owner_id: owner.id })
  const logged = [{ action: 'verified' }, { action: 'claimed', actor_id: claimant.id }]
  expect(await readLog()).toMatchObject(logged)
  expect(await emailsOf(owner)).toContain('"claimed"')

  // It waits for seven days or an answer, which the admin has to read.
  expect(await isQueued()).toBe(false)
  await expectRefused('PT409', () => decide(claim_id, true))
  expect((await answer(owner, claim_id)).error).toBeNull()
  expect(await isQueued()).toBe(true)
  const counts = await admin.client.rpc('count_review_queue').single().throwOnError()
  expect(counts.data.claimed).toBeGreaterThan(0)
  await expectRefused('PT412', () => decide(claim_id, true))
  await expectRefused('PT409', () => answer(owner, claim_id))

  const before = await own(claimant)
  expect(before).toMatchObject([{ is_waiting: true, outcome: null }])
  expect(JSON.stringify(before)).not.toContain('answer"')
  const ofClaimant = JSON.stringify(await exportOf(claimant))
  expect(ofClaimant).toContain(claim_id)
  for (const text of [owner.id, owner.email, 'We founded it.', 'answered']) {
    expect(ofClaimant).not.toContain(text)
  }
  const ofOwner = JSON.stringify([await exportOf(owner), await received(owner)])
  expect(ofOwner).toContain('We founded it.')
  for (const text of [claimant.id, claimant.email, 'Claudia']) expect(ofOwner).not.toContain(text)
})

test('users cannot write, answer, hand over, withdraw or decide a claim in the place of another role', async () => {
  const claim_id = await claim()
  await endWait(claim_id)
  const row = { community_id: id, claimant_id: claimant.id }
  await expectAllRefused([
    ['written directly', '42501', () => claimant.client.from('claims').insert(row)],
    ['answered by a stranger', 'PT410', () => answer(stranger, claim_id)],
    ['answered by its claimant', 'PT410', () => answer(claimant, claim_id)],
    ['answered by an admin', 'PT410', () => answer(admin, claim_id)],
    ['answered without text', 'PT400', () => answer(owner, claim_id, ' \u200b ')],
    ['answered with 1,001 characters', '23514', () => answer(owner, claim_id, 'x'.repeat(1001))],
    ['handed over by a stranger', 'PT410', () => handOverToClaimant(stranger, claim_id)],
    ['handed over by its claimant', 'PT410', () => handOverToClaimant(claimant, claim_id)],
    ['withdrawn by the owner', 'PT410', () => owner.client.rpc('withdraw_claim', { claim_id })],
    ['decided by its claimant', 'PT403', () => decide(claim_id, true, claimant)],
    ['decided by the owner', 'PT403', () => decide(claim_id, false, owner)],
    [
      'declined without a reason',
      'PT400',
      () => admin.client.rpc('decide_claim', { claim_id, is_accepted: false }),
    ],
    ['of another id decided', 'PT410', () => decide(crypto.randomUUID(), true)],
  ])
})

test('a community that is unknown, pending or paused cannot be claimed, with the same error', async () => {
  const pending = await createCommunity(owner)
  await owner.client.rpc('set_community_paused', { community_id: id, is_paused: true })
  for (const one of [crypto.randomUUID(), pending.id, id]) {
    expect((await prove(claimant, one)).error).toMatchObject({
      code: 'PT410',
      message: 'This community is no longer in the directory.',
    })
  }
  expect(await readClaims()).toEqual([])
})

test('a user has five claims at once, and claims again 30 days after the last one', async () => {
  const claim_id = await claim()
  await claimant.client.rpc('withdraw_claim', { claim_id }).throwOnError()
  expect(await received(owner)).toEqual([])
  await expectRefused('PT409', () => prove(claimant))
  const decided_at = new Date(Date.now() - 31 * 86_400_000).toISOString()
  await secret.from('claims').update({ decided_at }).eq('id', claim_id).throwOnError()

  const [sixth, ...others] = await createApproved(owner, [{}, {}, {}, {}, {}])
  await insertClaims(others)
  await claim()
  await expectRefused('PT429', () => prove(claimant, sixth?.id))
})

test('a community has three claims at once, and its managers get one email a day about them', async () => {
  const [second, third, fourth] = await createUsersAndAdmin()
  for (const user of [claimant, second, third]) expect((await prove(user)).error).toBeNull()
  await expectRefused('PT429', () => prove(fourth))
  expect(await received(owner)).toHaveLength(3)
  expect(await sendEmails(owner)).toHaveLength(1)

  const [first] = await own(claimant)
  await claimant.client.rpc('withdraw_claim', { claim_id: first?.id ?? '' }).throwOnError()
  expect((await prove(fourth)).error).toBeNull()
  expect(await sendEmails(owner)).toEqual([])
  expect(await received(owner)).toHaveLength(3)
})

test('an accepted claim moves the community without what is only for the former owner', async () => {
  const reject = { status: 'rejected', rejection_reason: 'Say what you do.' } as const
  ;({ id } = await createCommunity(owner, { description: 'Olivia Owner lists this.' }))
  await updateCommunity(admin, id, reject).throwOnError()
  const appeal = { community_id: id, message: 'I am Olivia Owner, call me.' }
  await owner.client.rpc('appeal_community', appeal).throwOnError()
  await updateCommunity(owner, id, { description: 'We swim.' }).throwOnError()
  await updateCommunity(admin, id, { status: 'approved' }).throwOnError()
  const [helper, other] = [await createUser(), await createUser()]
  await addCoOwners(helper)
  await updateCommunity(owner, id, { name: 'Taken Over' }).throwOnError()
  const claim_id = await claim()
  expect((await prove(other)).error).toBeNull()
  expect(await received(helper)).toMatchObject([{ is_owner: false }, {}])
  await endWait(claim_id)
  expect((await decide(claim_id, true)).error).toBeNull()

  const [{ proved_at, outcome, decided_by } = {}] = await readClaims()
  expect({ outcome, decided_by }).toEqual({ outcome: 'accepted', decided_by: admin.id })
  expect(await readCommunity(id)).toMatchObject({
    owner_id: claimant.id,
    status: 'approved',
    name: 'Sunrise Swimmers',
    held_changes: null,
    verified_at: proved_at,
  })
  for (const { client } of [owner, helper]) {
    expect((await client.from('communities').select('id').eq('id', id)).data).toEqual([])
  }
  expect(await own(other)).toMatchObject([{ outcome: 'closed' }])
  await expectRefused('PT409', () => admin.client.rpc('undo_decision', { community_id: id }))
  await expectRefused('PT409', () => decide(claim_id, false))

  const communities = claimant.client.from('communities').select('id, rejected_version')
  const { data: owned } = await communities.throwOnError()
  expect(owned).toMatchObject([{ id }])
  const { data: appeals } = await claimant.client.from('appeals').select('message').throwOnError()
  const ofClaimant = JSON.stringify([appeals, owned, await exportOf(claimant)])
  expect(ofClaimant).toContain('"claim_accepted"')
  for (const text of ['Olivia', '"claim_closed"', owner.id]) expect(ofClaimant).not.toContain(text)
  for (const user of [owner, helper]) {
    const seen = await exportOf(user)
    expect(JSON.stringify(seen)).not.toContain(claimant.id)
    const emails = JSON.stringify(readProperty(seen, 'emails'))
    expect(emails).toContain('"claim_accepted"')
    expect(emails).not.toContain('is_claimant')
  }
})

test('only the owner answers a claim or hands over the community, not a co-owner', async () => {
  const helper = await createUser()
  const claim_id = await claim()
  await addCoOwners(helper, claimant)
  await expectAllRefused([
    ['answered by a co-owner', 'PT403', () => answer(helper, claim_id)],
    ['answered by the claimant as a co-owner', 'PT403', () => answer(claimant, claim_id)],
    ['handed over by a co-owner', 'PT403', () => handOverToClaimant(helper, claim_id)],
    ['decided before the seven days', 'PT409', () => decide(claim_id, true)],
  ])
  expect((await answer(owner, claim_id)).error).toBeNull()
  expect(await received(helper)).toMatchObject([{ answer: 'We founded it.', is_owner: false }])
  // The claimant learns nothing about the owner's answer.
  expect(await received(claimant)).toEqual([])

  const hand = () => handOverToClaimant(owner, claim_id)
  const answers = await Promise.all([hand(), hand()])
  expect(answers.flatMap(({ error }) => error?.code ?? [])).toEqual(['PT410'])
  expect(await readCommunity(id)).toMatchObject({ owner_id: claimant.id })
  expect(await own(claimant)).toMatchObject([{ outcome: 'accepted' }])
  expect(await emailsOf(owner)).not.toContain('claim_accepted')
})

test('a new owner answers a claim again, and admins read both answers with their authors', async () => {
  const [former, next, helper] = [owner, await createUser(), await createUser()]
  await addCoOwners(helper)
  const claim_id = await claim()
  expect((await answer(former, claim_id, 'Give it to them.')).error).toBeNull()
  await secret.from('co_owners').delete().eq('user_id', helper.id).throwOnError()
  await addCoOwners(next)
  await handOver(former, next)
  expect(await isQueued()).toBe(false)
  await expectRefused('PT409', () => decide(claim_id, true))
  expect(await received(next)).toMatchObject([{ answered_at: null, answer: null }])
  expect(await emailsOf(next)).toContain('"claimed"')
  // Users who no longer manage the community get no email.
  expect(await sendEmails(helper, former)).toEqual([])
  await expectRefused('PT410', () => answer(former, claim_id))
  expect((await answer(next, claim_id)).error).toBeNull()
  expect(await isQueued()).toBe(true)

  const found = admin.client
    .from('claims')
    .select('answer, answered_by, earlier_answers (answer, role, author_id)')
  const read = async () => (await found.eq('id', claim_id).single().throwOnError()).data
  expect(await read()).toEqual({
    answer: 'We founded it.',
    answered_by: next.id,
    earlier_answers: [{ answer: 'Give it to them.', role: 'owner', author_id: former.id }],
  })
  for (const { client } of [former, next, claimant]) {
    expect((await client.from('earlier_answers').select('answer')).data).toEqual([])
  }
  expect(JSON.stringify(await exportOf(former))).toContain('Give it to them.')
  expect(JSON.stringify(await exportOf(next))).not.toContain('Give it to them.')

  const body = { userId: former.id }
  const { status } = await callFunction('delete-user', { body, token: former.accessToken })
  expect(status).toBe(200)
  expect(await read()).toMatchObject({ answered_by: next.id, earlier_answers: [] })
  await secret.auth.admin.deleteUser(claimant.id)
  expect(await readClaims()).toEqual([])
  expect(await received(next)).toEqual([])
  expect((await readLog())[0]).toEqual({ action: 'claimed', actor_id: null })
})

test('a co-owner who becomes the owner gets an email that they can answer', async () => {
  const next = await createUser()
  await addCoOwners(next)
  const claim_id = await claim()
  expect(await sendEmails(next)).toMatchObject([{ is_co_owner: true }])
  await handOver(owner, next)
  expect(await sendEmails(next)).toEqual([expect.not.objectContaining({ is_co_owner: true })])
  expect((await answer(next, claim_id)).error).toBeNull()
})

test('an owner cannot get rid of a claim with another group of the same name', async () => {
  const { whatsapp_link } = await readCommunity(id)
  await recordGroupName({ id, whatsapp_link }, 'Swimmers', 'reviewer')
  const claim_id = await claim()
  const link = newInviteLink()
  await updateCommunity(owner, id, { whatsapp_link: link }).throwOnError()
  await recordGroupName({ id, whatsapp_link: link }, 'Swimmers')
  expect(await own(claimant)).toMatchObject([{ id: claim_id, outcome: null }])
  expect(await readCommunity(id)).toMatchObject({ whatsapp_link })
})

test('a declined claim tells only the claimant the reason, and can be undone', async () => {
  const claim_id = await claim()
  await endWait(claim_id)
  expect((await decide(claim_id, false)).error).toBeNull()
  expect(await own(claimant)).toMatchObject([{ outcome: 'declined', reason: 'It is theirs.' }])
  expect(await readCommunity(id)).toMatchObject({ owner_id: owner.id })
  expect(JSON.stringify(await exportOf(owner))).not.toContain('It is theirs.')
  expect(await emailsOf(claimant)).toContain('It is theirs.')
  await admin.client.rpc('undo_decision', { community_id: id }).throwOnError()
  expect(await readClaims()).toMatchObject([{ outcome: null, reason: null, decided_by: null }])
  for (const user of [owner, claimant]) expect(await emailsOf(user)).not.toContain('claim_declined')
  expect(await isQueued()).toBe(true)
})

test('returning to pending closes a claim, with the name that was claimed, until it is undone', async () => {
  const claim_id = await claim()
  await updateCommunity(owner, id, { name: 'Stop or else' }).throwOnError()
  await returnToPending()
  expect(await own(claimant)).toMatchObject([{ id: claim_id, outcome: 'closed' }])
  const emails = await emailsOf(claimant)
  expect(emails).toContain('"claim_closed"')
  expect(emails).not.toContain('Stop or else')
  await admin.client.rpc('undo_decision', { community_id: id }).throwOnError()
  expect(await own(claimant)).toMatchObject([{ id: claim_id, outcome: null }])
  expect(await emailsOf(claimant)).not.toContain('claim_closed')
})

test('a claim is closed when its community, its link or its owner changes', async () => {
  const created = await createApproved(owner, [
    { name: 'Deleted' },
    { name: 'Rejected' },
    { name: 'Another link' },
    { name: 'Handed over' },
  ])
  const [deleted = { id }, rejected = { id }, relinked = { id }, handed = { id }] = created
  await insertClaims(created)
  const claims = await readClaims()
  const communities = secret.from('communities')
  await communities.delete().eq('id', deleted.id).throwOnError()
  await communities.update({ status: 'rejected' }).eq('id', rejected.id).throwOnError()
  const link = { whatsapp_link: newInviteLink() }
  await communities.update(link).eq('id', relinked.id).throwOnError()
  id = handed.id
  await addCoOwners(claimant)
  await handOver(owner, claimant)

  const outcomes = (await own(claimant)).map(({ outcome }) => outcome)
  expect(outcomes).toEqual(['closed', 'closed', 'closed', 'closed'])
  const emails = await emailsOf(claimant)
  expect(emails.split('"claim_closed"')).toHaveLength(4)
  for (const { id: claim_id } of claims) {
    expect((await decide(claim_id, true)).error?.code).toBe('PT409')
    const { error } = await handOverToClaimant(owner, claim_id)
    expect(error?.code).toMatch(/PT4(09|10)/)
  }
  expect(await isQueued()).toBe(false)
})

test('suspending a claimant closes their claims, and suspended users cannot claim or answer', async () => {
  const claim_id = await claim()
  for (const user of [claimant, owner]) {
    const call = { user_id: user.id, reason: 'Spam.' }
    await admin.client.rpc('suspend_user', call).throwOnError()
  }
  try {
    expect(await own(claimant)).toMatchObject([{ id: claim_id, outcome: 'closed' }])
    // They get the email about the suspension instead.
    expect(await emailsOf(claimant)).not.toContain('"claim_closed"')
    const calls = [
      prove(claimant),
      claimant.client.rpc('withdraw_claim', { claim_id }),
      answer(owner, claim_id),
    ]
    for (const { error } of await Promise.all(calls)) expect(error?.code).toBe('PT403')
  } finally {
    await admin.client.rpc('end_suspension', { user_id: owner.id }).throwOnError()
  }
})

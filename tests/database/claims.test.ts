import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { callFunction } from '../functions/call.ts'
import { readProperty } from '../../src/lib/read-property.ts'
import {
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
import { type Attack, createRefusalCheck } from './refusals.ts'

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
const expectRefused = createRefusalCheck(async () => [
  { ...(await readCommunity(id)), updated_at: 'any' },
  await readClaims(),
  (await readLog()).length,
])

describe('a claim', () => {
  test('is opened by a proof, once, and shows each side nothing about the other', async () => {
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
    expect(await readCommunity(id)).toMatchObject({ owner_id: owner.id })
    expect(await readLog()).toEqual([{ action: 'claimed', actor_id: claimant.id }])
    expect(await emailsOf(owner)).toContain('"claimed"')

    expect((await answer(owner, claim_id)).error).toBeNull()
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

  test('waits for seven days or an answer before it is in the queue', async () => {
    const claim_id = await claim()
    expect(await isQueued()).toBe(false)
    await expectRefused('PT409', () => decide(claim_id, true))
    expect((await answer(owner, claim_id)).error).toBeNull()
    expect(await isQueued()).toBe(true)
    const counts = await admin.client.rpc('count_review_queue').single().throwOnError()
    expect(counts.data.claimed).toBeGreaterThan(0)
    // The admin has to see the answer.
    await expectRefused('PT412', () => decide(claim_id, true))
    await expectRefused('PT409', () => answer(owner, claim_id))
  })

  test.each<[string, string, () => PromiseLike<{ error: unknown }>]>([
    ['a community that does not exist', 'PT410', () => prove(claimant, crypto.randomUUID())],
    [
      'a pending community',
      'PT410',
      async () => prove(claimant, (await createCommunity(owner)).id),
    ],
    [
      'a paused community',
      'PT410',
      async () => {
        const paused = await createCommunity(owner, { status: 'approved' })
        const call = { community_id: paused.id, is_paused: true }
        await owner.client.rpc('set_community_paused', call).throwOnError()
        return prove(claimant, paused.id)
      },
    ],
  ])('of %s is refused with the same error', async (_what, code, attack) => {
    await expectRefused(code, attack)
    expect((await attack()).error).toMatchObject({
      message: 'This community is no longer in the directory.',
    })
  })

  test.each<Attack>([
    [
      'without a code on the page',
      'accepted',
      async () => {
        const { whatsapp_link: link } = await readCommunity(id)
        const page = { link, answer: 'live', group_name: 'x', page_text: 'WP-AAAA' } as const
        return secret.rpc('record_own_check', { community_id: id, user_id: claimant.id, ...page })
      },
    ],
    ['of their own community', 'accepted', () => prove(owner)],
    [
      'written directly',
      '42501',
      () => claimant.client.from('claims').insert({ community_id: id, claimant_id: claimant.id }),
    ],
    ['read directly by its claimant', 'no rows', () => claimant.client.from('claims').select('id')],
    ['read directly by the owner', 'no rows', () => owner.client.from('claims').select('id')],
  ])('%s does not exist', async (how, code, attack) => {
    if (how.startsWith('read')) await claim()
    const before = await readClaims()
    expect(await attack()).toMatchObject(
      code === 'accepted'
        ? { error: null }
        : code === 'no rows'
          ? { data: [] }
          : { error: { code } },
    )
    expect(await readClaims()).toEqual(before)
    expect(await received(owner)).toHaveLength(before.length)
  })

  test('is possible five times at once, and 30 days after the last one', async () => {
    const claim_id = await claim()
    const { error } = await claimant.client.rpc('withdraw_claim', { claim_id })
    expect(error).toBeNull()
    expect(await received(owner)).toEqual([])
    await expectRefused('PT409', () => prove(claimant))
    const decided_at = new Date(Date.now() - 31 * 86_400_000).toISOString()
    await secret.from('claims').update({ decided_at }).eq('id', claim_id).throwOnError()
    await claim()
    for (let i = 0; i < 4; i += 1) {
      const other = await createCommunity(owner, { status: 'approved' })
      expect((await prove(claimant, other.id)).error).toBeNull()
    }
    const sixth = await createCommunity(owner, { status: 'approved' })
    await expectRefused('PT429', () => prove(claimant, sixth.id))
  })

  test('is one of three of a community, and its managers get one email a day about them', async () => {
    const claimants = [claimant, ...(await Promise.all([createUser(), createUser(), createUser()]))]
    for (const user of claimants.slice(0, 3)) expect((await prove(user)).error).toBeNull()
    await expectRefused('PT429', () => prove(claimants[3] ?? stranger))
    expect(await received(owner)).toHaveLength(3)
    expect(await sendEmails(owner)).toHaveLength(1)

    const [first] = await own(claimant)
    await claimant.client.rpc('withdraw_claim', { claim_id: first?.id ?? '' }).throwOnError()
    expect((await prove(claimants[3] ?? stranger)).error).toBeNull()
    expect(await sendEmails(owner)).toEqual([])
    expect(await received(owner)).toHaveLength(3)
  })

  test.each<[string, string, (claim_id: string) => PromiseLike<{ error: unknown }>]>([
    ['answered by a stranger', 'PT410', (one) => answer(stranger, one)],
    ['answered by its claimant', 'PT410', (one) => answer(claimant, one)],
    ['answered by an admin', 'PT410', (one) => answer(admin, one)],
    ['answered without text', 'PT400', (one) => answer(owner, one, ' \u200b ')],
    ['answered with 1,001 characters', '23514', (one) => answer(owner, one, 'x'.repeat(1001))],
    [
      'handed over by a stranger',
      'PT410',
      (claim_id) => stranger.client.rpc('hand_over_to_claimant', { claim_id }),
    ],
    [
      'handed over by its claimant',
      'PT410',
      (claim_id) => claimant.client.rpc('hand_over_to_claimant', { claim_id }),
    ],
    [
      'withdrawn by the owner',
      'PT410',
      (claim_id) => owner.client.rpc('withdraw_claim', { claim_id }),
    ],
    ['decided by its claimant', 'PT403', (one) => decide(one, true, claimant)],
    ['decided by the owner', 'PT403', (one) => decide(one, false, owner)],
    [
      'declined without a reason',
      'PT400',
      (claim_id) => admin.client.rpc('decide_claim', { claim_id, is_accepted: false }),
    ],
    ['of another id decided', 'PT410', () => decide(crypto.randomUUID(), true)],
  ])('%s is refused', async (_how, code, attack) => {
    const claim_id = await claim()
    await endWait(claim_id)
    await expectRefused(code, () => attack(claim_id))
  })
})

describe('an accepted claim', () => {
  test('moves the community, without the co-owners and held changes of the former owner', async () => {
    const helper = await createUser()
    const other = await createUser()
    await secret.from('co_owners').insert({ community_id: id, user_id: helper.id }).throwOnError()
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
    expect(await emailsOf(claimant)).toContain('"claim_accepted"')
    expect(await emailsOf(claimant)).not.toContain('"claim_closed"')
    for (const user of [owner, helper]) {
      const emails = await emailsOf(user)
      expect(emails).toContain('"claim_accepted"')
      expect(emails).not.toContain('is_claimant')
    }
    await expectRefused('PT409', () => admin.client.rpc('undo_decision', { community_id: id }))
    await expectRefused('PT409', () => decide(claim_id, false))
    for (const [user, others] of [
      [owner, claimant],
      [claimant, owner],
    ] as const) {
      expect(JSON.stringify(await exportOf(user))).not.toContain(others.id)
    }
  })

  test('is the result when the owner hands it over, but a co-owner cannot', async () => {
    const helper = await createUser()
    await secret.from('co_owners').insert({ community_id: id, user_id: helper.id }).throwOnError()
    const claim_id = await claim()
    await expectRefused('PT403', () => helper.client.rpc('hand_over_to_claimant', { claim_id }))
    const hand = () => owner.client.rpc('hand_over_to_claimant', { claim_id })
    const answers = await Promise.all([hand(), hand()])
    expect(answers.flatMap(({ error }) => error?.code ?? [])).toEqual(['PT410'])
    expect(await readCommunity(id)).toMatchObject({ owner_id: claimant.id })
    expect(await own(claimant)).toMatchObject([{ outcome: 'accepted' }])
    expect(await emailsOf(owner)).not.toContain('claim_accepted')
  })
})

test('an accepted claim shows the new owner nothing that the former owner wrote only to the admins', async () => {
  const reject = { status: 'rejected', rejection_reason: 'Say what you do.' } as const
  ;({ id } = await createCommunity(owner, { description: 'Olivia Owner lists this.' }))
  await updateCommunity(admin, id, reject).throwOnError()
  const appeal = { community_id: id, message: 'I am Olivia Owner, call me.' }
  await owner.client.rpc('appeal_community', appeal).throwOnError()
  await updateCommunity(owner, id, { description: 'We swim.' }).throwOnError()
  await updateCommunity(admin, id, { status: 'approved' }).throwOnError()
  const claim_id = await claim()
  await endWait(claim_id)
  expect((await decide(claim_id, true)).error).toBeNull()
  const { data: appeals } = await claimant.client.from('appeals').select('message').throwOnError()
  const communities = claimant.client.from('communities').select('id, rejected_version')
  const { data: owned } = await communities.throwOnError()
  expect(owned).toMatchObject([{ id }])
  expect(JSON.stringify([appeals, owned, await exportOf(claimant)])).not.toContain('Olivia')
})

describe('only the current owner answers a claim', () => {
  const addCoOwner = async ({ id: user_id }: TestUser) => {
    await secret.from('co_owners').insert({ community_id: id, user_id }).throwOnError()
  }
  const handOver = async (from: TestUser, to: TestUser) => {
    await addCoOwner(to)
    const call = { community_id: id, new_owner_id: to.id }
    await from.client.rpc('hand_over_community', call).throwOnError()
  }

  test('not a co-owner, nor the claimant as a co-owner, who do not end its seven days', async () => {
    const helper = await createUser()
    const claim_id = await claim()
    await addCoOwner(helper)
    await addCoOwner(claimant)
    for (const user of [helper, claimant])
      await expectRefused('PT403', () => answer(user, claim_id))
    expect(await isQueued()).toBe(false)
    await expectRefused('PT409', () => decide(claim_id, true))

    expect((await answer(owner, claim_id)).error).toBeNull()
    expect(await received(helper)).toMatchObject([{ answer: 'We founded it.', is_owner: false }])
    // The claimant learns nothing about the owner's answer.
    expect(await received(claimant)).toEqual([])
  })

  test('a new one for themselves, and admins read both answers with their authors', async () => {
    const [next, former] = [await createUser({ name: 'Nina Next' }), owner]
    const claim_id = await claim()
    expect((await answer(former, claim_id, 'Give it to them.')).error).toBeNull()
    expect(await isQueued()).toBe(true)
    await handOver(former, next)
    expect(await isQueued()).toBe(false)
    await expectRefused('PT409', () => decide(claim_id, true))
    expect(await received(next)).toMatchObject([{ answered_at: null, answer: null }])
    expect(await emailsOf(next)).toContain('"claimed"')
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
  })

  test('and those who stopped managing the community before the email get none', async () => {
    const [helper, next] = [await createUser(), await createUser()]
    await addCoOwner(helper)
    await claim()
    await secret.from('co_owners').delete().eq('user_id', helper.id).throwOnError()
    await handOver(owner, next)
    expect(await sendEmails(helper, owner)).toEqual([])
  })

  test('a co-owner who becomes the owner, and gets an email about it', async () => {
    const next = await createUser()
    await addCoOwner(next)
    const claim_id = await claim()
    expect(await sendEmails(next)).toMatchObject([{ is_co_owner: true }])
    const transfer = { community_id: id, new_owner_id: next.id }
    await owner.client.rpc('hand_over_community', transfer).throwOnError()
    expect(await sendEmails(next)).toEqual([expect.not.objectContaining({ is_co_owner: true })])
    expect((await answer(next, claim_id)).error).toBeNull()
  })

  test('the claimant never, who becomes the owner', async () => {
    const claim_id = await claim()
    await handOver(owner, claimant)
    expect((await answer(claimant, claim_id)).error).toMatchObject({ code: 'PT409' })
    expect(await readClaims()).toMatchObject([{ outcome: 'closed', answer: null }])
  })
})

test('an owner cannot get rid of a claim by handing the community to another account', async () => {
  const claim_id = await claim()
  const { id: user_id } = await createUser()
  await secret.from('co_owners').insert({ community_id: id, user_id }).throwOnError()
  await owner.client.rpc('hand_over_community', { community_id: id, new_owner_id: user_id })
  expect(await own(claimant)).toMatchObject([{ id: claim_id, outcome: null }])
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

test('the email about a closed claim has the name that was claimed, not one from the owner', async () => {
  await claim()
  await updateCommunity(owner, id, { name: 'Stop or else' }).throwOnError()
  const { updated_at: version } = await readCommunity(id)
  await admin.client.rpc('return_to_pending', { community_id: id, version }).throwOnError()
  const emails = await emailsOf(claimant)
  expect(emails).toContain('"claim_closed"')
  expect(emails).not.toContain('Stop or else')
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

test('undoing a return to pending reopens the claims that it closed', async () => {
  const claim_id = await claim()
  const { updated_at: version } = await readCommunity(id)
  await admin.client.rpc('return_to_pending', { community_id: id, version }).throwOnError()
  expect(await own(claimant)).toMatchObject([{ id: claim_id, outcome: 'closed' }])
  await admin.client.rpc('undo_decision', { community_id: id }).throwOnError()
  expect(await own(claimant)).toMatchObject([{ id: claim_id, outcome: null }])
  expect(await emailsOf(claimant)).not.toContain('claim_closed')
})

test('a claim is decided once, also concurrently', async () => {
  const claim_id = await claim()
  await endWait(claim_id)
  const answers = await Promise.all([decide(claim_id, true), decide(claim_id, false)])
  expect(answers.flatMap(({ error }) => error?.message ?? [])).toEqual([
    'This claim is already closed.',
  ])
})

test.each<[string, () => PromiseLike<unknown>]>([
  ['the community is deleted', () => owner.client.from('communities').delete().eq('id', id)],
  [
    'the community is rejected',
    () => secret.from('communities').update({ status: 'rejected' }).eq('id', id).throwOnError(),
  ],
  [
    'the link changes',
    () =>
      secret
        .from('communities')
        .update({ whatsapp_link: newInviteLink() })
        .eq('id', id)
        .throwOnError(),
  ],
  [
    'the claimant is suspended',
    () =>
      admin.client.rpc('suspend_user', { user_id: claimant.id, reason: 'Spam.' }).throwOnError(),
  ],
])('a claim is closed when %s', async (what, change) => {
  const claim_id = await claim()
  await endWait(claim_id)
  await change()
  expect(await own(claimant)).toMatchObject([{ id: claim_id, outcome: 'closed' }])
  // A suspended user gets the email about the suspension instead.
  expect((await emailsOf(claimant)).includes('"claim_closed"')).toBe(!what.includes('suspended'))
  for (const { error } of [
    await decide(claim_id, true),
    await owner.client.rpc('hand_over_to_claimant', { claim_id }),
  ]) {
    expect(error?.code).toMatch(/PT4(09|10)/)
  }
  expect(await isQueued()).toBe(false)
})

test('a suspended user cannot prove, withdraw or answer', async () => {
  const claim_id = await claim()
  for (const user of [claimant, owner]) {
    const call = { user_id: user.id, reason: 'Spam.' }
    await admin.client.rpc('suspend_user', call).throwOnError()
  }
  try {
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

test('deleting an account deletes its claims', async () => {
  const claim_id = await claim()
  expect((await answer(owner, claim_id)).error).toBeNull()
  await secret.auth.admin.deleteUser(claimant.id)
  expect(await readClaims()).toEqual([])
  expect(await received(owner)).toEqual([])
  expect(await readLog()).toMatchObject([{ action: 'claimed', actor_id: null }, {}])
})

import { beforeEach, describe, expect, test } from 'vitest'
import { addCoOwner, answer, invite, readInvitation } from '../support/co-owners.ts'
import {
  createCommunity,
  newCommunity,
  readCommunity,
  updateCommunity,
} from '../support/communities.ts'
import { recordGroupName, recordProof } from '../support/group-pages.ts'
import {
  createSecretClient,
  createTestClient,
  createUser,
  createUsersAndAdmin,
} from '../support/users.ts'
import { type Attack, createRefusalCheck } from './refusals.ts'

/* Invitations by email address: who sends, sees and answers them, and what they reveal. */

const [owner, recipient, admin] = await createUsersAndAdmin()
const stranger = await createUser()
const secret = createSecretClient()
const visitor = createTestClient()
const nobody = { email: 'nobody@example.com' }

let id: string
beforeEach(async () => {
  ;({ id } = await createCommunity(owner, { status: 'approved', name: 'Shared Surfers' }))
  // Each test may send 20.
  await secret.from('invitations').delete().not('answer', 'is', null).throwOnError()
  await secret.from('invitations').delete().neq('community_id', id).throwOnError()
})

const readCoOwners = async () =>
  (await secret.from('co_owners').select('user_id').eq('community_id', id).throwOnError()).data
const readAll = async () =>
  (await secret.from('invitations').select().eq('community_id', id).throwOnError()).data
const readState = async () => [await readCommunity(id), await readCoOwners(), await readAll()]
const expectRefused = createRefusalCheck(readState)
/** Returns a row of an invitation of today. */
const withdrawn = (
  invited_by: string,
  community_id: string,
  email = `${crypto.randomUUID()}@example.com`,
) => ({
  community_id,
  email,
  kind: 'co-owner' as const,
  invited_by,
  answered_at: new Date().toISOString(),
  answer: 'withdrawn' as const,
})
const received = async ({ client } = recipient) =>
  (await client.rpc('list_my_invitations').throwOnError()).data.filter(
    ({ community_id }) => community_id === id,
  )
const setInvitation = (changes: object) =>
  secret
    .from('invitations')
    .update(JSON.parse(JSON.stringify(changes)))
    .eq('community_id', id)
    .throwOnError()
const suspend = ({ id: user_id }: { id: string }) =>
  admin.client.rpc('suspend_user', { user_id, reason: 'Spam.' }).throwOnError()
const endSuspension = ({ id: user_id }: { id: string }) =>
  admin.client.rpc('end_suspension', { user_id }).throwOnError()

test('inviting an address answers the same whether it has an account, and emails it once', async () => {
  const spelled = { email: `"Mei" <mailto:${recipient.email.toUpperCase()}>; ` }
  const [known, unknown] = [await invite(owner, id, spelled), await invite(owner, id, nobody)]
  const { status, data, error } = known
  expect(unknown).toMatchObject({ status, data, error })
  expect(error).toBeNull()
  // Also for addresses that are invited, or belong to a co-owner.
  expect((await invite(owner, id, recipient)).error).toEqual(
    (await invite(owner, id, nobody)).error,
  )
  const sent = (await owner.client.from('invitations').select('email, kind').eq('community_id', id))
    .data
  expect(sent).toEqual([recipient, nobody].map(({ email }) => ({ email, kind: 'co-owner' })))
  expect(await received()).toMatchObject([{ community: 'Shared Surfers', kind: 'co-owner' }])
  const { data: copy } = await recipient.client.rpc('export_my_data').throwOnError()
  expect(copy).toMatchObject({
    invitations: { sent: [], received: [{ community: 'Shared Surfers' }] },
    emails: [{ kind: 'invited', name: 'Shared Surfers' }],
  })
})

test('an address that signs up later sees the invitation, once the email is confirmed', async () => {
  await invite(owner, id, nobody).throwOnError()
  const late = await createUser()
  await setInvitation({ email: late.email })
  expect(await received(late)).toHaveLength(1)
})

describe('a transfer', () => {
  test('changes the owner by the consent of both, and closes the other invitations', async () => {
    await addCoOwner(owner, id, recipient)
    await invite(owner, id, nobody).throwOnError()
    await invite(owner, id, recipient, 'transfer', true).throwOnError()
    expect((await readCommunity(id)).owner_id).toBe(owner.id)
    const invitation = await readInvitation(id, recipient)
    await answer(recipient, invitation).throwOnError()
    // A double click.
    await answer(recipient, invitation).throwOnError()
    const community = await readCommunity(id)
    expect(community).toMatchObject({ owner_id: recipient.id, status: 'approved' })
    expect(await readCoOwners()).toEqual([{ user_id: owner.id }])
    const answers = (await readAll()).map((row) => String(row.answer))
    expect(answers.toSorted((one, other) => one.localeCompare(other))).toEqual([
      'accepted',
      'accepted',
      'closed',
    ])
    const log = secret.from('audit_log').select().eq('subject_id', id).eq('action', 'transferred')
    const entry = { actor_id: recipient.id, owner_id: owner.id, before: {}, after: {} }
    expect((await log.throwOnError()).data).toMatchObject([entry])
    const { data } = await owner.client.rpc('export_my_data').throwOnError()
    expect(data).toMatchObject({ co_owned_communities: [{ community_id: id }] })
    expect(JSON.stringify(data)).not.toContain(recipient.id)
    const removal = { community_id: id, user_id: owner.id }
    await recipient.client.rpc('remove_co_owner', removal).throwOnError()
    await expectRefused('no rows', () => updateCommunity(owner, id, { member_count: 1 }))
  })

  test('counts towards the communities of the new owner', async () => {
    const rich = await createUser()
    const rows = Array.from({ length: 100 }, () => newCommunity({ owner_id: rich.id }))
    await secret.from('communities').insert(rows).throwOnError()
    await invite(owner, id, rich, 'transfer').throwOnError()
    const invitation = await readInvitation(id, rich)
    await expectRefused('PT400', () => answer(rich, invitation))
  })

  test('of a suspended owner waits, so that the community does not return to the directory', async () => {
    await invite(owner, id, recipient, 'transfer').throwOnError()
    const invitation = await readInvitation(id, recipient)
    await suspend(owner)
    await expectRefused('PT409', () => answer(recipient, invitation))
    await endSuspension(owner)
    await suspend(recipient)
    await expectRefused('PT403', () => answer(recipient, invitation))
    await endSuspension(recipient)
    await answer(recipient, invitation).throwOnError()
    const open = await visitor.rpc('get_directory_community', { community_id: id }).throwOnError()
    expect(open.data).toHaveLength(1)
  })

  test('to a co-owner needs no further consent, and goes to nobody else', async () => {
    const handOver = ({ id: new_owner_id }: { id: string }) =>
      owner.client.rpc('hand_over_community', { community_id: id, new_owner_id })
    await expectRefused('PT409', () => handOver(recipient))
    await addCoOwner(owner, id, recipient)
    await handOver(recipient).throwOnError()
    expect((await readCommunity(id)).owner_id).toBe(recipient.id)
    expect(await readCoOwners()).toEqual([])
    await expectRefused('PT410', () => handOver(recipient))
  })
})

test('handing over to a suspended co-owner is refused without saying why', async () => {
  await addCoOwner(owner, id, recipient)
  await suspend(recipient)
  try {
    const call = { community_id: id, new_owner_id: recipient.id }
    const { error } = await owner.client.rpc('hand_over_community', call)
    expect(error?.code).toBe('PT409')
    expect(error?.message).not.toContain('suspended')
  } finally {
    await endSuspension(recipient)
  }
})

test('the limit of twenty a day includes invitations to communities that were deleted', async () => {
  const inviter = await createUser()
  const results: Awaited<ReturnType<typeof invite>>[] = []
  for (const count of [10, 10, 1]) {
    const { id: community_id } = await createCommunity(inviter)
    const sent = Array.from({ length: count - 1 }, () => withdrawn(inviter.id, community_id))
    await secret.from('invitations').insert(sent).throwOnError()
    results.push(await invite(inviter, community_id, nobody))
    await inviter.client.from('communities').delete().eq('id', community_id).throwOnError()
  }
  expect(results.flatMap(({ error }) => error?.code ?? [])).toEqual(['PT429'])
})

test('a name that no admin has approved is in neither the email nor the invitation', async () => {
  const { id: pending } = await createCommunity(owner, { name: 'BUY CRYPTO at crypto.example' })
  await invite(owner, pending, recipient).throwOnError()
  const list = async () => (await recipient.client.rpc('list_my_invitations').throwOnError()).data
  const ofPending = async () => (await list()).filter((row) => row.community_id === pending)
  expect(await ofPending()).toMatchObject([{ community: null, kind: 'co-owner' }])
  const { data: copy } = await recipient.client.rpc('export_my_data').throwOnError()
  expect(JSON.stringify(copy)).not.toContain('CRYPTO')
  // Nor one that an admin has hidden since.
  await invite(owner, id, recipient).throwOnError()
  expect(await received()).toMatchObject([{ community: 'Shared Surfers' }])
  const { updated_at: version } = await readCommunity(id)
  const hiding = { community_id: id, version, reason: 'Spam.' }
  await admin.client.rpc('hide_community', hiding).throwOnError()
  expect(await received()).toMatchObject([{ community: null }])
  // Nor one that its owner has published with a proof.
  await admin.client
    .rpc('show_community', { community_id: id, version: (await readCommunity(id)).updated_at })
    .throwOnError()
  expect(await received()).toMatchObject([{ community: 'Shared Surfers' }])
  const community = await readCommunity(id)
  await recordGroupName(community, 'Shared Surfers', 'reviewer')
  await recordProof(owner, community, 'Shared Surfers')
  await updateCommunity(owner, id, { name: 'BUY CRYPTO Surfers' }).throwOnError()
  await recordProof(owner, community, 'Shared Surfers')
  expect(await readCommunity(id)).toMatchObject({ name: 'BUY CRYPTO Surfers' })
  expect(await received()).toMatchObject([{ community: null }])
})

test('one address gets at most ten invitations a day, and three from one community', async () => {
  const { email } = await createUser()
  const { id: other } = await createCommunity(stranger)
  const add = (count: number, community_id: string) => {
    const sent = Array.from({ length: count }, () => withdrawn(admin.id, community_id, email))
    return secret.from('invitations').insert(sent).throwOnError()
  }
  await add(3, id)
  expect((await invite(owner, id, { email })).error?.code).toBe('PT429')
  expect((await invite(owner, id, nobody)).error).toBeNull()
  await add(6, (await createCommunity(admin)).id)
  expect((await invite(stranger, other, { email })).error).toBeNull()
  const { id: invitation_id } = await readInvitation(other, { email })
  await stranger.client.rpc('withdraw_invitation', { invitation_id }).throwOnError()
  expect((await invite(stranger, other, { email })).error?.code).toBe('PT429')
})

describe('an invitation', () => {
  test('is refused to the community of another owner, and reaches only its recipient', async () => {
    await invite(owner, id, recipient).throwOnError()
    const invitation = await sent()
    const attacks: Attack[] = [
      ["to a stranger's community", 'PT410', () => invite(stranger, id, recipient)],
      ['to an invalid address', 'PT400', () => invite(owner, id, { email: 'a@b, c@d.example' })],
      ["to the owner's own address", 'PT400', () => invite(owner, id, owner)],
      ['accepted by another user', 'PT410', () => answer(stranger, invitation)],
      ['accepted by its sender', 'PT410', () => answer(owner, invitation)],
      ['withdrawn by its recipient', 'PT410', () => withdraw(recipient, invitation)],
    ]
    for (const [, code, attack] of attacks) await expectRefused(code, attack)
  })
  const sent = () => readInvitation(id, recipient)
  const withdraw = ({ client }: typeof owner, invitation: { id: string }) =>
    client.rpc('withdraw_invitation', { invitation_id: invitation.id })

  test('cannot be accepted once it expired, was withdrawn, or the user has another address', async () => {
    await invite(owner, id, recipient).throwOnError()
    const invitation = await sent()
    const open = {
      expires_at: '2999-01-01',
      answered_at: null,
      answer: null,
      email: recipient.email,
    }
    for (const changes of [
      { expires_at: '2026-01-01' },
      { answered_at: '2026-01-01', answer: 'withdrawn' },
      { email: 'former@example.com' },
    ]) {
      await setInvitation({ ...open, ...changes })
      expect(await received()).toEqual([])
      await expectRefused('PT410', () => answer(recipient, invitation))
    }
  })

  test('can be declined, and then withdrawn no more', async () => {
    await invite(owner, id, recipient).throwOnError()
    const invitation = await sent()
    await answer(recipient, invitation, false).throwOnError()
    expect(await readCoOwners()).toEqual([])
    await expectRefused('PT410', () => answer(recipient, invitation))
    await expectRefused('PT409', () => withdraw(owner, invitation))
    await invite(owner, id, recipient).throwOnError()
    await withdraw(owner, await sent()).throwOnError()
    expect(await received()).toEqual([])
  })

  test('is one of five with the co-owners, and of twenty a day, also at once', async () => {
    await addCoOwner(owner, id, recipient)
    const guests = Array.from({ length: 6 }, (_, n) => ({ email: `guest-${n}@example.com` }))
    const results = await Promise.all(guests.map((guest) => invite(owner, id, guest)))
    expect(results.filter(({ error }) => error === null)).toHaveLength(4)
    expect(results.find(({ error }) => error)?.error?.code).toBe('PT409')
    // A transfer without a place for its former owner needs none.
    await expectRefused('PT409', () => invite(owner, id, nobody, 'transfer', true))
    await invite(owner, id, nobody, 'transfer').throwOnError()
    await expectRefused('PT409', () => invite(owner, id, guests[5] ?? nobody, 'transfer'))
    const more = Array.from({ length: 14 }, () => withdrawn(owner.id, id))
    await secret.from('invitations').insert(more).throwOnError()
    const another = await createCommunity(owner)
    expect((await invite(owner, another.id, nobody)).error?.code).toBe('PT429')
  })
})

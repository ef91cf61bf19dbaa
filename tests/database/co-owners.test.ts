import { describe, expect, test } from 'vitest'
import { addCoOwner, invite } from '../support/co-owners.ts'
import {
  addGroup,
  createCommunity,
  newCommunity,
  readCommunity,
  updateCommunity,
} from '../support/communities.ts'
import { readEmailedCode } from '../support/emails.ts'
import { uploadImage } from '../support/images.ts'
import {
  createSecretClient,
  createTestClient,
  createUser,
  createUsersAndAdmin,
} from '../support/users.ts'
import { createRefusalCheck, createRefusalsCheck, sendAs } from './refusals.ts'

/* What co-owners may do, and how they try to do more. */

const [owner, stranger, admin] = await createUsersAndAdmin()
const [coOwner, otherCoOwner] = [
  await createUser({ name: 'Coco' }),
  await createUser({ name: 'Otto' }),
]
const secret = createSecretClient()
const community = await createCommunity(owner, { status: 'approved', name: 'Shared Surfers' })
const { id } = community
await addCoOwner(owner, id, coOwner)
await addCoOwner(owner, id, otherCoOwner)
const other = await createCommunity(stranger, { status: 'approved' })
const ownersImage = await uploadImage(owner)

const readPeople = async () =>
  (await secret.from('co_owners').select().order('added_at').throwOnError()).data
const readState = async () => [
  await readCommunity(id),
  await readCommunity(other.id),
  await readPeople(),
  (await secret.from('invitations').select().throwOnError()).data,
  (await secret.from('community_groups').select().throwOnError()).data,
  (await fetch(ownersImage.url)).status,
]
const expectRefused = createRefusalCheck(readState)
const expectAllRefused = createRefusalsCheck(readState)

describe('a co-owner', () => {
  test('reads the community, its groups, its joins and its invite link, and lists it with their own', async () => {
    await addGroup(owner, id).throwOnError()
    await stranger.client.rpc('join_community', { community_id: id }).throwOnError()
    const list = coOwner.client.rpc('list_my_communities')
    const read = await list.select('id, community_groups (name), community_links (state)')
    expect(read.data).toMatchObject([{ id, community_groups: [{}], community_links: {} }])
    const joins = (await coOwner.client.rpc('count_joins').throwOnError()).data
    expect(joins).toMatchObject([{ community_id: id, joins: 1 }])
    // Without being counted as a member.
    await coOwner.client.rpc('join_community', { community_id: id }).throwOnError()
    const link = await coOwner.client.rpc('get_invite_link', { community_id: id })
    expect(link.data).toBe(community.whatsapp_link)
    const own = secret.from('community_joins').select().eq('user_id', coOwner.id)
    expect((await own.throwOnError()).data).toEqual([])
  })

  test('edits by the rules for owners: reviewed fields are held, others are live', async () => {
    const image = await uploadImage(coOwner)
    const change = { name: 'Renamed', member_count: 99, image_url: image.url }
    const saved = await updateCommunity(coOwner, id, change).single()
    const held = { name: 'Renamed', image_url: image.url }
    expect(saved.data).toMatchObject({ name: 'Shared Surfers', member_count: 99 })
    expect(saved.data?.held_changes).toEqual(held)
    const stale = { description: 'Newer', updated_at: community.updated_at }
    expect((await updateCommunity(coOwner, id, stale)).error?.code).toBe('PT412')
    const withdrawn = await updateCommunity(otherCoOwner, id, { held_changes: null }).single()
    expect(withdrawn.data?.held_changes).toBeNull()
  })

  test('pauses and resumes it, and resubmits a rejected one', async () => {
    const pause = (is_paused: boolean) =>
      coOwner.client.rpc('set_community_paused', { community_id: id, is_paused })
    await pause(true).throwOnError()
    expect((await readCommunity(id)).community_blocks).toMatchObject([{ kind: 'paused' }])
    await pause(false).throwOnError()
    const rejected = await createCommunity(owner, { status: 'rejected' })
    await addCoOwner(owner, rejected.id, coOwner)
    const resubmitted = await updateCommunity(coOwner, rejected.id, { name: 'Better' }).single()
    expect(resubmitted.data).toMatchObject({ status: 'pending', name: 'Better' })
  })

  test("sees the owner's name, no email address and no other co-owner, whose names the owner sees", async () => {
    const list = async ({ client }: typeof owner) =>
      (await client.rpc('list_people').throwOnError()).data.filter((row) => row.community_id === id)
    expect(await list(coOwner)).toMatchObject([{ user_id: owner.id, is_owner: true }])
    expect(await list(owner)).toMatchObject([{ name: 'Coco' }, { name: 'Otto' }])
    expect(await list(stranger)).toEqual([])
    const { data } = await coOwner.client.from('profiles').select('id')
    expect(data).toEqual([{ id: coOwner.id }])
    const contact = `contact-${crypto.randomUUID()}@example.com`
    await owner.client.from('profiles').update({ email: contact }).eq('id', owner.id).throwOnError()
    const own = await coOwner.client.rpc('list_my_communities').throwOnError()
    const direct = await coOwner.client.from('communities').select().eq('id', id).throwOnError()
    expect(direct.data).toHaveLength(1)
    for (const email of [contact, owner.email]) {
      expect(JSON.stringify([own.data, direct.data])).not.toContain(email)
    }
    // A co-owner also sees why the community is not listed; the owner does not see whether a co-owner is suspended.
    for (const user of [owner, coOwner]) {
      const suspension = { user_id: user.id, reason: 'Spam.' }
      await secret.from('suspensions').insert(suspension).throwOnError()
    }
    expect(await list(coOwner)).toMatchObject([{ is_suspended: true }])
    expect(await list(owner)).toMatchObject([{ is_suspended: null }, { is_suspended: null }])
    await secret.from('suspensions').delete().in('user_id', [owner.id, coOwner.id]).throwOnError()
  })

  test('does not see the first part of an email that a profile has until its user enters a name', async () => {
    const client = createTestClient()
    const email = `${crypto.randomUUID()}@example.com`
    await client.auth.signInWithOtp({ email })
    const token = await readEmailedCode(email)
    const { session } = (await client.auth.verifyOtp({ email, token, type: 'email' })).data
    const newId = session?.user.id ?? ''
    const newcomer = { ...owner, id: newId, email, client }
    const own = await createCommunity(newcomer, { status: 'approved' })
    await addCoOwner(newcomer, own.id, coOwner)
    const list = async () =>
      (await coOwner.client.rpc('list_people').eq('community_id', own.id).throwOnError()).data
    expect(await list()).toMatchObject([{ name: 'No name yet' }])
    const named = { name: 'Nora' }
    await client.from('profiles').update(named).eq('id', newId).throwOnError()
    expect(await list()).toMatchObject([named])
  })

  const as = { community_id: id, user_id: coOwner.id }
  test('cannot do what only the owner may', () =>
    expectAllRefused([
      [
        'delete it',
        'no rows',
        () => coOwner.client.from('communities').delete().eq('id', id).select(),
      ],
      ['own it', '42501', () => updateCommunity(coOwner, id, { owner_id: coOwner.id })],
      [
        'own it with an upsert',
        '42501',
        () =>
          sendAs(coOwner, 'POST', 'communities', newCommunity({ id, owner_id: coOwner.id }), {
            prefer: 'resolution=merge-duplicates',
          }),
      ],
      [
        'change it with an insert',
        'PT409',
        () => coOwner.client.from('communities').upsert(newCommunity({ id })),
      ],
      ['approve it', 'PT403', () => updateCommunity(coOwner, id, { status: 'rejected' })],
      ['invite', 'PT403', () => invite(coOwner, id, stranger)],
      [
        'hand it over to themselves',
        'PT403',
        () =>
          coOwner.client.rpc('hand_over_community', { community_id: id, new_owner_id: coOwner.id }),
      ],
      [
        'remove another co-owner',
        'PT403',
        () => coOwner.client.rpc('remove_co_owner', { ...as, user_id: otherCoOwner.id }),
      ],
      [
        'appeal',
        'PT410',
        () => coOwner.client.rpc('appeal_community', { community_id: id, message: 'Please.' }),
      ],
      [
        'add a co-owner',
        '42501',
        () => sendAs(coOwner, 'POST', 'co_owners', { ...as, user_id: stranger.id }),
      ],
      [
        'co-own another community',
        '42501',
        () =>
          sendAs(coOwner, 'PATCH', `co_owners?community_id=eq.${id}`, { community_id: other.id }),
      ],
      [
        'call the internal function',
        'PGRST202',
        () =>
          sendAs(coOwner, 'POST', 'rpc/transfer_community', {
            community_id: id,
            new_owner_id: coOwner.id,
          }),
      ],
      ['add a group to another community', '42501', () => addGroup(coOwner, other.id)],
      [
        "use an image of a stranger's folder",
        'PT400',
        async () => updateCommunity(coOwner, id, { image_url: (await uploadImage(stranger)).url }),
      ],
      [
        "delete an image of the owner's folder",
        'no rows',
        () => coOwner.client.storage.from('community-images').remove([ownersImage.path]),
      ],
    ]))

  test('can do nothing while suspended, and nothing after being removed', async () => {
    const user = { user_id: coOwner.id }
    await admin.client.rpc('suspend_user', { ...user, reason: 'Spam.' }).throwOnError()
    await expectRefused('PT403', () => updateCommunity(coOwner, id, { member_count: 1 }))
    await admin.client.rpc('end_suspension', user).throwOnError()
    await owner.client.rpc('remove_co_owner', as).throwOnError()
    await expectRefused('no rows', () => updateCommunity(coOwner, id, { member_count: 1 }))
    expect((await coOwner.client.from('communities').select().eq('id', id)).data).toEqual([])
    // Repeating it changes nothing.
    await owner.client.rpc('remove_co_owner', as).throwOnError()
    await addCoOwner(owner, id, coOwner)
    await coOwner.client.rpc('remove_co_owner', as).throwOnError()
    const log = secret.from('audit_log').select('action, actor_id, owner_id').eq('subject_id', id)
    expect(
      (
        await log.in('action', ['co-owner added', 'co-owner removed']).order('id').throwOnError()
      ).data.slice(2),
    ).toEqual([
      { action: 'co-owner removed', actor_id: owner.id, owner_id: coOwner.id },
      { action: 'co-owner added', actor_id: coOwner.id, owner_id: owner.id },
      { action: 'co-owner removed', actor_id: coOwner.id, owner_id: owner.id },
    ])
  })
})

test("an image stays while any community uses it, also one that left its uploader's hands", async () => {
  const shared = await createCommunity(owner)
  await addCoOwner(owner, shared.id, otherCoOwner)
  const image = await uploadImage(otherCoOwner)
  await updateCommunity(otherCoOwner, shared.id, { image_url: image.url }).throwOnError()
  const removed = { community_id: shared.id, user_id: otherCoOwner.id }
  await owner.client.rpc('remove_co_owner', removed).throwOnError()
  const files = otherCoOwner.client.storage.from('community-images')
  expect((await files.remove([image.path])).data).toEqual([])
  expect((await fetch(image.url)).ok).toBe(true)
  // Withdrawing a newer image returns to this one.
  await secret.from('communities').update({ status: 'approved' }).eq('id', shared.id).throwOnError()
  const newer = await uploadImage(owner)
  await updateCommunity(owner, shared.id, { image_url: newer.url }).throwOnError()
  const withdrawn = await updateCommunity(owner, shared.id, { held_changes: null }).single()
  expect(withdrawn.data).toMatchObject({ held_changes: null, image_url: image.url })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { createCommunity, decideHeldChanges, newInviteLink } from '../support/communities.ts'
import { uploadImage } from '../support/images.ts'
import {
  type TestUser,
  createSecretClient,
  createTestClient,
  createUser,
} from '../support/users.ts'

let owner: TestUser
const secret = () => createSecretClient()

const [admin, second] = await Promise.all([
  createUser({ admin: true }),
  createUser({ admin: true }),
])
beforeEach(async () => {
  owner = await createUser()
})

async function reread(id: string) {
  const { data } = await secret()
    .from('communities')
    .select('*')
    .eq('id', id)
    .single()
    .throwOnError()
  return data
}

const update = (user: TestUser, id: string, changes: Record<string, unknown>) =>
  user.client
    .from('communities')
    // Attackers do not follow the types.
    .update(JSON.parse(JSON.stringify(changes)))
    .eq('id', id)
    .select('id')

const undo = (user: TestUser, id: string) => user.client.rpc('undo_decision', { community_id: id })

describe('a decision', () => {
  test('about a stale version is refused', async () => {
    const community = await createCommunity(owner)
    await update(owner, community.id, { description: 'New words.' })
    const { error } = await update(admin, community.id, {
      status: 'approved',
      updated_at: community.updated_at,
    })
    expect(error).toMatchObject({
      code: 'PT412',
      message: expect.stringMatching(/changed by someone else/),
    })
    expect(await reread(community.id)).toMatchObject({ status: 'pending', approved_by: null })
  })

  test.each(['approved', 'rejected'] as const)(
    'about a community that is already %s is refused with its status, even with a stale version',
    async (status) => {
      const community = await createCommunity(owner)
      await update(second, community.id, { status })
      for (const wanted of ['approved', 'rejected']) {
        const { error } = await update(admin, community.id, {
          status: wanted,
          approval_date: new Date().toISOString(),
          updated_at: community.updated_at,
        })
        expect(error).toMatchObject({
          code: 'PT409',
          message: `This community is already ${status}.`,
        })
      }
      expect(await reread(community.id)).toMatchObject({ status, approved_by: second.id })
    },
  )

  test('to reject stores the rejected version with its groups and the reason', async () => {
    const community = await createCommunity(owner, { name: 'As rejected' })
    await owner.client
      .from('community_groups')
      .insert([
        { community_id: community.id, name: 'Zebra' },
        { community_id: community.id, name: 'Apple' },
      ])
      .throwOnError()
    await update(admin, community.id, { status: 'rejected', rejection_reason: 'No.' })
    await update(owner, community.id, { name: 'As resubmitted' })
    expect(await reread(community.id)).toMatchObject({
      status: 'pending',
      name: 'As resubmitted',
      rejected_version: {
        name: 'As rejected',
        groups: ['Apple', 'Zebra'],
        rejection_reason: 'No.',
        image_url: community.image_url,
      },
    })
  })

  test.each(['rejected_version', 'search_text', 'held_at'])(
    'cannot be manipulated by writing %s',
    async (column) => {
      const community = await createCommunity(owner)
      for (const user of [owner, admin]) {
        const { error } = await update(user, community.id, { [column]: null })
        expect(error).toMatchObject({ code: '42501' })
      }
      expect(await reread(community.id)).toEqual(community)
    },
  )
})

describe('undo', () => {
  const held = { name: 'Wanted name', description: 'Wanted words.' }

  async function heldCommunity() {
    const community = await createCommunity(owner, { status: 'approved' })
    await update(owner, community.id, held)
    return reread(community.id)
  }

  test.each([
    ['an approval', { status: 'approved' }],
    ['a rejection', { status: 'rejected', rejection_reason: 'No.' }],
  ])('restores the community as it was before %s', async (_name, decision) => {
    const community = await createCommunity(owner)
    await update(admin, community.id, decision)
    expect((await undo(admin, community.id)).error).toBeNull()
    const { updated_at: _changed, ...restored } = await reread(community.id)
    expect(community).toMatchObject(restored)
  })

  test.each([
    ['accepted', 'accept'],
    ['declined', 'decline'],
  ] as const)('restores held changes that were %s', async (_name, decision) => {
    const before = await heldCommunity()
    await decideHeldChanges(admin, before.id, decision)
    expect(await reread(before.id)).toMatchObject({ held_changes: null })
    expect((await undo(admin, before.id)).error).toBeNull()
    const { updated_at: _changed, ...restored } = await reread(before.id)
    expect(before).toMatchObject(restored)
  })

  test('of a second rejection restores the first rejected version', async () => {
    const community = await createCommunity(owner, { name: 'First try' })
    await update(admin, community.id, { status: 'rejected' })
    await update(owner, community.id, { name: 'Second try' })
    await update(admin, community.id, { status: 'rejected' })
    expect(await reread(community.id)).toMatchObject({ rejected_version: { name: 'Second try' } })
    await undo(admin, community.id).throwOnError()
    expect(await reread(community.id)).toMatchObject({
      status: 'pending',
      rejected_version: { name: 'First try' },
    })
  })

  const refused = 'This decision can no longer be undone.'

  test.each([
    ['accepted', 'accept'],
    ['declined', 'decline'],
  ] as const)('restores the reviewed image after held changes were %s', async (_name, decision) => {
    const [live, waiting] = [await uploadImage(owner), await uploadImage(owner)]
    const community = await createCommunity(owner, { image_url: live.url, status: 'approved' })
    await update(owner, community.id, { image_url: waiting.url }).throwOnError()
    const before = await reread(community.id)
    const bytes = (url: string) => fetch(url).then((answer) => answer.arrayBuffer())
    const reviewed = await bytes(live.url)
    await decideHeldChanges(admin, community.id, decision)

    const files = owner.client.storage.from('community-images')
    const left = decision === 'accept' ? live : waiting
    expect((await files.remove([left.path])).data).toEqual([])
    const swapped = await files.upload(left.path, new TextEncoder().encode('swapped').buffer, {
      contentType: 'image/jpeg',
    })
    expect(swapped.error?.message).toMatch(/already exists|row-level security/)

    await undo(admin, community.id).throwOnError()
    expect(await reread(community.id)).toEqual({ ...before, updated_at: expect.any(String) })
    expect(await bytes(live.url)).toEqual(reviewed)
    expect(await bytes(waiting.url)).toEqual(reviewed)
  })

  test('works once, for the admin who decided', async () => {
    const community = await createCommunity(owner)
    await update(admin, community.id, { status: 'approved' })
    expect((await undo(second, community.id)).error).toMatchObject({ message: refused })
    expect(await reread(community.id)).toMatchObject({ status: 'approved' })
    await undo(admin, community.id).throwOnError()
    expect((await undo(admin, community.id)).error).toMatchObject({ code: 'PT409' })
  })

  test('is refused to owners, strangers and visitors', async () => {
    const community = await createCommunity(owner)
    await update(admin, community.id, { status: 'rejected' })
    for (const user of [owner, await createUser()]) {
      expect((await undo(user, community.id)).error).toMatchObject({
        code: 'PT403',
        message: 'Only an admin may do that.',
      })
    }
    const visitor = await createTestClient().rpc('undo_decision', { community_id: community.id })
    expect(visitor.error).toMatchObject({ code: '42501' })
    expect(await reread(community.id)).toMatchObject({ status: 'rejected' })
  })

  test('is refused after a later change', async () => {
    const community = await createCommunity(owner)
    await update(admin, community.id, { status: 'rejected' })
    await update(owner, community.id, { name: 'Resubmitted' })
    expect((await undo(admin, community.id)).error).toMatchObject({ message: refused })
    const approved = await createCommunity(owner)
    await update(admin, approved.id, { status: 'approved' })
    await update(owner, approved.id, { member_count: 99 })
    expect((await undo(admin, approved.id)).error).toMatchObject({ message: refused })
    expect(await reread(approved.id)).toMatchObject({ status: 'approved', member_count: 99 })
  })

  test('of a rejection is refused if the link has been listed again', async () => {
    const whatsapp_link = newInviteLink()
    const community = await createCommunity(owner, { whatsapp_link })
    await update(admin, community.id, { status: 'rejected' })
    await createCommunity(await createUser(), { whatsapp_link })
    expect((await undo(admin, community.id)).error).toMatchObject({
      code: 'PT409',
      message: 'This WhatsApp link is already listed in the directory.',
    })
    expect(await reread(community.id)).toMatchObject({ status: 'rejected' })
  })

  test('is refused for an edit, and for an unknown community', async () => {
    const community = await createCommunity(owner)
    await update(admin, community.id, { member_count: 7 })
    for (const id of [community.id, crypto.randomUUID()]) {
      expect((await undo(admin, id)).error).toMatchObject({ message: refused })
    }
    expect(await reread(community.id)).toMatchObject({ member_count: 7 })
  })
})

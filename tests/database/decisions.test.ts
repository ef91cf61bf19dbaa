import { describe, expect, test } from 'vitest'
import {
  addGroup,
  createCommunity,
  decideHeldChanges,
  readCommunity,
  updateCommunity,
} from '../support/communities.ts'
import { uploadImage } from '../support/images.ts'
import { type TestUser, createTestClient, createUser } from '../support/users.ts'

/* Decisions of admins, and undoing them. reviewed-fields.test.ts tests those about held changes. */

const [admin, second, owner, stranger] = await Promise.all([
  createUser({ admin: true }),
  createUser({ admin: true }),
  createUser(),
  createUser(),
])

const undo = ({ client }: Pick<TestUser, 'client'>, id: string) =>
  client.rpc('undo_decision', { community_id: id })

describe('a decision', () => {
  test('about a stale version, or about a community that is decided, is refused', async () => {
    const { id, updated_at } = await createCommunity(owner)
    await updateCommunity(owner, id, { description: 'New words.' })
    const { error } = await updateCommunity(admin, id, { status: 'approved', updated_at })
    expect(error).toMatchObject({
      code: 'PT412',
      message: expect.stringMatching(/changed by someone else/),
    })
    expect(await readCommunity(id)).toMatchObject({ status: 'pending', approved_by: null })

    await updateCommunity(second, id, { status: 'approved' })
    for (const status of ['approved', 'rejected']) {
      const decision = { status, approval_date: new Date().toISOString(), updated_at }
      expect((await updateCommunity(admin, id, decision)).error).toMatchObject({
        code: 'PT409',
        message: 'This community is already approved.',
      })
    }
    expect(await readCommunity(id)).toMatchObject({ status: 'approved', approved_by: second.id })
  })

  test('to reject stores the rejected version with its groups and the reason', async () => {
    const { id, image_url } = await createCommunity(owner, { name: 'As rejected' })
    for (const group of ['Zebra', 'Apple']) await addGroup(owner, id, group).throwOnError()
    await updateCommunity(admin, id, { status: 'rejected', rejection_reason: 'No.' })
    await updateCommunity(owner, id, { name: 'As resubmitted' })
    expect(await readCommunity(id)).toMatchObject({
      status: 'pending',
      name: 'As resubmitted',
      rejected_version: {
        name: 'As rejected',
        groups: ['Apple', 'Zebra'],
        rejection_reason: 'No.',
        image_url,
      },
    })
  })
})

describe('undo', () => {
  const refused = 'This decision can no longer be undone.'

  test.each([
    ['an approval', { status: 'approved' }],
    ['a rejection', { status: 'rejected', rejection_reason: 'No.' }],
  ])('restores the community as it was before %s', async (_name, decision) => {
    const community = await createCommunity(owner)
    await updateCommunity(admin, community.id, decision)
    expect((await undo(admin, community.id)).error).toBeNull()
    const restored = await readCommunity(community.id)
    expect(restored).toEqual({ ...community, updated_at: restored.updated_at })
  })

  test('of an approval in another place restores the first one, also if it was renamed since', async () => {
    const name = `Place ${crypto.randomUUID().slice(0, 8)}`
    const place = { name, country: 'Peru', country_code: 'PE', latitude: -12, longitude: -77 }
    const places = admin.client.from('places')
    await places.insert(place).throwOnError()
    const { id } = await createCommunity(owner, { location: name })
    await updateCommunity(admin, id, { status: 'approved', location: 'Bali' }).throwOnError()
    await places
      .update({ name: `New ${name}` })
      .eq('name', name)
      .throwOnError()
    await undo(admin, id).throwOnError()
    expect(await readCommunity(id)).toMatchObject({ status: 'pending', location: `New ${name}` })
  })

  test('of a second rejection restores the first rejected version', async () => {
    const { id } = await createCommunity(owner, { name: 'First try' })
    await updateCommunity(admin, id, { status: 'rejected' })
    await updateCommunity(owner, id, { name: 'Second try' })
    await updateCommunity(admin, id, { status: 'rejected' })
    expect(await readCommunity(id)).toMatchObject({ rejected_version: { name: 'Second try' } })
    await undo(admin, id).throwOnError()
    expect(await readCommunity(id)).toMatchObject({
      status: 'pending',
      rejected_version: { name: 'First try' },
    })
  })

  test.each([
    ['accepted', 'accept'],
    ['declined', 'decline'],
  ] as const)('restores the reviewed image after held changes were %s', async (_name, decision) => {
    const [live, waiting] = [await uploadImage(owner), await uploadImage(owner)]
    const { id } = await createCommunity(owner, { image_url: live.url, status: 'approved' })
    await updateCommunity(owner, id, { image_url: waiting.url }).throwOnError()
    const before = await readCommunity(id)
    await decideHeldChanges(admin, id, decision)

    const files = owner.client.storage.from('community-images')
    const left = decision === 'accept' ? live : waiting
    expect((await files.remove([left.path])).data).toEqual([])
    await undo(admin, id).throwOnError()
    expect(await readCommunity(id)).toEqual({ ...before, updated_at: expect.any(String) })
  })

  test('works once, for the admin who decided, and for no other role', async () => {
    const { id } = await createCommunity(owner)
    await updateCommunity(admin, id, { status: 'approved' })
    const approved = await readCommunity(id)
    for (const user of [owner, stranger]) {
      expect((await undo(user, id)).error).toMatchObject({
        code: 'PT403',
        message: 'Only an admin may do that.',
      })
    }
    expect((await undo({ client: createTestClient() }, id)).error?.code).toBe('42501')
    expect((await undo(second, id)).error).toMatchObject({ code: 'PT409', message: refused })
    expect(await readCommunity(id)).toEqual(approved)
    await undo(admin, id).throwOnError()
    expect((await undo(admin, id)).error).toMatchObject({ code: 'PT409' })
  })

  test.each([
    ['a rejection that was resubmitted', { status: 'rejected' }, { name: 'Resubmitted' }],
    ['an approval that was edited', { status: 'approved' }, { member_count: 99 }],
    ['an edit', {}, { member_count: 7 }],
  ])('is refused for %s', async (_what, decision, change) => {
    const { id } = await createCommunity(owner)
    await updateCommunity(admin, id, decision)
    const editor = 'status' in decision ? owner : admin
    await updateCommunity(editor, id, change).throwOnError()
    const before = await readCommunity(id)
    expect((await undo(admin, id)).error).toMatchObject({ code: 'PT409', message: refused })
    expect(await readCommunity(id)).toEqual(before)
  })

  test('of a rejection is refused if the link has been listed again', async () => {
    const { id, whatsapp_link } = await createCommunity(owner)
    await updateCommunity(admin, id, { status: 'rejected' })
    await createCommunity(stranger, { whatsapp_link })
    expect((await undo(admin, id)).error).toMatchObject({
      code: 'PT409',
      message: 'This WhatsApp link is already listed in the directory.',
    })
    expect(await readCommunity(id)).toMatchObject({ status: 'rejected' })
  })
})

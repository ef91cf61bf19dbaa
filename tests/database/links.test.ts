import { afterEach, describe, expect, test } from 'vitest'
import { createCommunity, decideHeldChanges, newInviteLink } from '../support/communities.ts'
import {
  createSecretClient,
  createTestClient,
  createUser,
  deleteCommunitiesOfTestUsers,
} from '../support/users.ts'

afterEach(deleteCommunitiesOfTestUsers)

const secret = createSecretClient()
const visitor = createTestClient()

const readRow = async (id: string) =>
  (await secret.from('community_links').select().eq('community_id', id).maybeSingle()).data
const markDead = (id: string) =>
  secret
    .from('community_links')
    .update({ state: 'dead', dead_since: '2026-11-20T10:00:00Z' })
    .eq('community_id', id)
    .throwOnError()
const isListed = async (id: string) =>
  (await visitor.rpc('get_directory_community', { community_id: id }).throwOnError()).data
    .length === 1

describe('the link of a community', () => {
  test('is checked from its approval on', async () => {
    const [owner, admin] = [await createUser(), await createUser({ admin: true })]
    const { id, whatsapp_link } = await createCommunity(owner)
    expect(await readRow(id)).toBeNull()
    await admin.client
      .from('communities')
      .update({ status: 'approved' })
      .eq('id', id)
      .throwOnError()
    expect(await readRow(id)).toMatchObject({ link: whatsapp_link, state: 'unchecked' })
  })

  test('that replaces a dead one restores the community once it is accepted', async () => {
    const [owner, admin] = [await createUser(), await createUser({ admin: true })]
    const { id } = await createCommunity(owner, { status: 'approved' })
    await secret
      .from('community_links')
      .update({ state: 'live', live_at: '2026-11-20T10:00:00Z' })
      .eq('community_id', id)
      .throwOnError()
    const { data: seen } = await visitor
      .rpc('get_directory_community', { community_id: id })
      .throwOnError()
    expect(
      seen.map(({ link_checked_at }) => new Date(link_checked_at ?? '').toISOString()),
    ).toEqual(['2026-11-20T10:00:00.000Z'])
    await markDead(id)
    expect(await isListed(id)).toBe(false)

    // Other changes do not restore it.
    await admin.client.from('communities').update({ member_count: 77 }).eq('id', id).throwOnError()
    expect(await isListed(id)).toBe(false)

    const link = newInviteLink()
    await owner.client
      .from('communities')
      .update({ whatsapp_link: link })
      .eq('id', id)
      .throwOnError()
    expect(await isListed(id)).toBe(false)
    await decideHeldChanges(admin, id, 'accept')
    expect(await readRow(id)).toMatchObject({ link, state: 'unchecked', live_at: null })
    expect(await isListed(id)).toBe(true)
  })

  test('cannot be joined if it is dead', async () => {
    const owner = await createUser()
    const { id } = await createCommunity(owner, { status: 'approved' })
    await markDead(id)
    const { error } = await (await createUser()).client.rpc('join_community', { community_id: id })
    expect(error).toMatchObject({ code: 'PT410' })
  })

  test('is found by admins if it is dead, together with other filters', async () => {
    const [owner, admin] = [await createUser(), await createUser({ admin: true })]
    const dead = await createCommunity(owner, { status: 'approved', name: 'Dead Reckoning' })
    await createCommunity(owner, { status: 'approved', name: 'Live Reckoning' })
    const other = await createCommunity(owner, { status: 'approved', name: 'Dead Calm' })
    await markDead(dead.id)
    await markDead(other.id)
    const find = async (search: string) =>
      (
        await admin.client
          .rpc('list_communities', { search, owner_id: owner.id, sort: 'name', descending: false })
          .select('name')
          .throwOnError()
      ).data.map(({ name }) => name)
    expect(await find('link:dead')).toEqual(['Dead Calm', 'Dead Reckoning'])
    expect(await find('link:dead reckoning')).toEqual(['Dead Reckoning'])
    expect(await find('Reckoning LINK:DEAD')).toEqual(['Dead Reckoning'])
    expect(await find('link:deadline')).toEqual([])
    const { data } = await admin.client
      .rpc('count_communities', { search: 'link:dead', owner_id: owner.id })
      .throwOnError()
    expect(data).toEqual([{ status: 'approved', communities: 2 }])
  })
})

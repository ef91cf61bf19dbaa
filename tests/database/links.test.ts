import { afterAll, describe, expect, test } from 'vitest'
import type { TablesUpdate } from '../../src/supabase/database.types.ts'
import {
  createCommunity,
  decideHeldChanges,
  newInviteLink,
  updateCommunity,
} from '../support/communities.ts'
import {
  createSecretClient,
  createTestClient,
  createUsersAndAdmin,
  deleteCommunitiesOfTestUsers,
} from '../support/users.ts'

const [owner, , admin] = await createUsersAndAdmin()
afterAll(deleteCommunitiesOfTestUsers)

const secret = createSecretClient()
const visitor = createTestClient()

const readRow = async (id: string) =>
  (await secret.from('community_links').select().eq('community_id', id).maybeSingle()).data
const moment = '2026-11-20T10:00:00+00:00'
const changeLink = (id: string, changes: TablesUpdate<'community_links'>) =>
  secret.from('community_links').update(changes).eq('community_id', id).throwOnError()
const markDead = (id: string) => changeLink(id, { state: 'dead', dead_since: moment })
const readListed = async (id: string) =>
  (await visitor.rpc('get_directory_community', { community_id: id }).throwOnError()).data
const isListed = async (id: string) => (await readListed(id)).length === 1

describe('the link of a community', () => {
  test('is checked from its approval on', async () => {
    const { id, whatsapp_link } = await createCommunity(owner)
    expect(await readRow(id)).toBeNull()
    await updateCommunity(admin, id, { status: 'approved' }).throwOnError()
    expect(await readRow(id)).toMatchObject({ link: whatsapp_link, state: 'unchecked' })
  })

  test('that replaces a dead one restores the community once it is accepted', async () => {
    const { id } = await createCommunity(owner, { status: 'approved' })
    await changeLink(id, { state: 'live', live_at: moment })
    const [listed] = await readListed(id)
    expect(Date.parse(listed?.link_checked_at ?? '')).toBe(Date.parse(moment))
    await markDead(id)
    expect(await isListed(id)).toBe(false)

    // Other changes do not restore it.
    await updateCommunity(admin, id, { member_count: 77 }).throwOnError()
    expect(await isListed(id)).toBe(false)

    const link = newInviteLink()
    await updateCommunity(owner, id, { whatsapp_link: link }).throwOnError()
    expect(await isListed(id)).toBe(false)
    await decideHeldChanges(admin, id, 'accept')
    expect(await readRow(id)).toMatchObject({ link, state: 'unchecked', live_at: null })
    expect(await isListed(id)).toBe(true)
  })

  test('is found by admins if it is dead, together with other filters', async () => {
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

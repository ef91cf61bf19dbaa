import { afterAll, describe, expect, test } from 'vitest'
import {
  createCommunity,
  decideHeldChanges,
  newInviteLink,
  updateCommunity,
} from '../support/communities.ts'
import { type Link, recordGroupName as see } from '../support/group-pages.ts'
import {
  createSecretClient,
  createTestClient,
  createUsersAndAdmin,
  deleteCommunitiesOfTestUsers,
} from '../support/users.ts'

const [owner, reporter, admin] = await createUsersAndAdmin()
afterAll(deleteCommunitiesOfTestUsers)

const secret = createSecretClient()
const read = async (id: string) => {
  const columns = '*, community_links(*), community_blocks(kind)'
  const found = secret.from('communities').select(columns).eq('id', id)
  return (await found.single().throwOnError()).data
}
const approve = ({ id }: Pick<Link, 'id'>) =>
  updateCommunity(admin, id, { status: 'approved' }).throwOnError()
const approveAgain = async (community: Link) => {
  const { id: community_id, updated_at: version } = await read(community.id)
  await admin.client.rpc('return_to_pending', { community_id, version }).throwOnError()
  await approve(community)
}
/** Returns an approved community whose group has a name that a reviewer has read. */
const approveAs = async (name: string) => {
  const community = await createCommunity(owner, { status: 'approved' })
  await see(community, name, 'reviewer')
  return community
}
const actions = async (id: string) => {
  const log = secret.from('audit_log').select('action').eq('subject_id', id).order('id')
  const { data } = await log.neq('action', 'approved').throwOnError()
  return data.map(({ action }) => action)
}
const accept = async (id: string, group_name: string, { client } = admin) => {
  const { updated_at: version } = await read(id)
  return client.rpc('accept_group_name', { community_id: id, version, group_name })
}
const undo = (community_id: string) =>
  admin.client.rpc('undo_decision', { community_id }).throwOnError()
const checkOwn = ({ id: community_id, whatsapp_link: link }: Link, group_name = 'Crypto Signals') =>
  secret
    .rpc('record_own_check', { community_id, user_id: owner.id, link, answer: 'live', group_name })
    .throwOnError()
/** Lets the owner change the link, and returns the new one. */
const changeLink = async ({ id }: Pick<Link, 'id'>, more: object = {}) => {
  const whatsapp_link = newInviteLink()
  await updateCommunity(owner, id, { whatsapp_link, ...more }).throwOnError()
  return { id, whatsapp_link }
}
const isHidden = { community_blocks: [{ kind: 'renamed' }] }
const isShown = { community_blocks: [] }
const isRenamed = { community_links: { renamed_at: expect.any(String) } }
const hasApprovedName = (approved_name: string | null) => ({
  community_links: { approved_name, renamed_at: null },
})

test('a renamed group waits for an admin, and is hidden if its name has nothing in common', async () => {
  const names = ['sunrise swimmers! WP-4F7K', 'Sunrise Runners', 'Crypto Signals']
  const found: string[] = []
  const listed: boolean[] = []
  for (const name of names) {
    const community = await approveAs('Sunrise Swimmers')
    await see(community, name)
    found.push(community.id)
    const { data } = await createTestClient().rpc('get_directory_community', {
      community_id: community.id,
    })
    listed.push(data?.length === 1)
  }
  expect(listed).toEqual([true, true, false])
  const { client } = admin
  const queue = await client
    .rpc('list_review_queue', { page_size: 1000 })
    .select('id')
    .throwOnError()
  const queued = queue.data.map(({ id }) => id)
  expect(found.map((id) => queued.includes(id))).toEqual([false, true, true])
  const search = client.rpc('list_communities', { search: 'is:renamed', owner_id: owner.id })
  const { data } = await search.select('id').throwOnError()
  expect(data.map(({ id }) => id).toSorted()).toEqual(found.slice(1).toSorted())
})

describe('the approved name of a group', () => {
  test('is the one that a reviewer read last, until another approval', async () => {
    const community = await createCommunity(owner)
    await see(community, 'Seen by the Reviewer', 'reviewer')
    await checkOwn(community)
    await approve(community)
    expect((await read(community.id)).community_links?.approved_name).toBe('Seen by the Reviewer')
    await see(community, 'Crypto Signals')
    expect(await read(community.id)).toMatchObject({
      community_links: { group_name: 'Crypto Signals', renamed_at: expect.any(String) },
    })
    await approveAgain(community)
    expect(await read(community.id)).toMatchObject({
      ...isShown,
      ...hasApprovedName('Crypto Signals'),
    })
  })

  test('stays with another approval before WhatsApp has answered a check', async () => {
    const community = await createCommunity(owner)
    await see(community, 'Sunrise Swimmers', 'reviewer')
    await approve(community)
    await approveAgain(community)
    await see(community, 'Sunrise Swimmers')
    expect(await read(community.id)).toMatchObject({
      ...isShown,
      community_links: { renamed_at: null },
    })
  })

  test('is never one that only the owner and the schedule have seen: its links wait', async () => {
    const isUnknown = hasApprovedName(null)
    const scheduled = await createCommunity(owner)
    await approve(scheduled)
    await see(scheduled, 'Crypto Signals')
    expect(await read(scheduled.id)).toMatchObject(isUnknown)

    const community = await createCommunity(owner)
    const { id } = community
    await checkOwn(community)
    await approve(community)
    expect(await read(id)).toMatchObject(isUnknown)
    await checkOwn(community)
    await approveAgain(community)
    expect(await read(id)).toMatchObject(isUnknown)
    const accepted = await changeLink(community)
    await checkOwn(accepted)
    await see(accepted, 'Crypto Signals')
    await decideHeldChanges(admin, id, 'accept')
    expect(await read(id)).toMatchObject(isUnknown)

    const held = await changeLink(community)
    await checkOwn(held)
    await see(held, 'Crypto Signals')
    expect(await read(id)).toMatchObject({
      whatsapp_link: accepted.whatsapp_link,
      held_changes: { whatsapp_link: held.whatsapp_link },
    })
    // A reviewer who reads the name sets it.
    await see(accepted, 'Crypto Signals', 'reviewer')
    await see(held, 'Crypto Signals')
    expect(await read(id)).toMatchObject({ whatsapp_link: held.whatsapp_link, held_changes: null })
  })

  test('is not needed to find a rename', async () => {
    const community = await createCommunity(owner, { status: 'approved' })
    const { id } = community
    await see(community, 'Sunrise Swimmers')
    // The owner cannot hide the first name behind a code.
    await see(community, 'WP-4F7K')
    await see(community, 'Crypto Signals')
    expect(await read(id)).toMatchObject({ ...isHidden, ...isRenamed })
    // No reviewer has approved the first name, so its return does not end the rename.
    await see(community, 'Sunrise Swimmers', 'reviewer')
    expect(await read(id)).toMatchObject(isRenamed)

    expect((await accept(id, 'Sunrise Swimmers')).error).toBeNull()
    expect(await read(id)).toMatchObject(isShown)
    await undo(id)
    expect(await read(id)).toMatchObject(isRenamed)
    await accept(id, 'Sunrise Swimmers')
    await see(community, 'Crypto Signals')
    expect(await read(id)).toMatchObject(isHidden)
  })
})

describe('a renamed group', () => {
  test('is shown when it has its approved name again, with its reports open', async () => {
    const community = await approveAs('Sunrise Swimmers')
    const { id: community_id } = community
    await reporter.client.rpc('report_community', { community_id, reason: 'spam' }).throwOnError()
    await see(community, 'Crypto Signals')
    // Strangers write the new name.
    const exported = await owner.client.rpc('export_my_data').throwOnError()
    expect(JSON.stringify(exported.data)).toContain('renamed on WhatsApp')
    expect(JSON.stringify(exported.data)).not.toContain('Crypto Signals')
    expect((await owner.client.rpc('get_group_names', { community_id })).error?.code).toBe('PT403')
    await see(community, 'sunrise swimmers!')
    expect(await read(community_id)).toMatchObject({
      ...isShown,
      ...hasApprovedName('Sunrise Swimmers'),
    })
    const reports = secret.from('community_reports').select('resolved_at')
    const { data } = await reports.eq('community_id', community_id).throwOnError()
    expect(data).toEqual([{ resolved_at: null }])
    expect(await actions(community_id)).toEqual([
      'renamed on WhatsApp',
      'hidden',
      'renamed on WhatsApp',
      'shown',
    ])
  })

  test.each(['Sunrise Runners', 'Crypto Signals'])(
    'is accepted as %s by an admin, who can undo it',
    async (name) => {
      const community = await approveAs('Sunrise Swimmers')
      const { id } = community
      await see(community, name)
      const before = await read(id)
      expect((await accept(id, name)).error).toBeNull()
      expect(await read(id)).toMatchObject({ ...isShown, ...hasApprovedName(name) })
      await undo(id)
      const { community_links, community_blocks } = await read(id)
      expect(community_links).toEqual(before.community_links)
      expect(community_blocks).toEqual(before.community_blocks)
    },
  )

  test('is not accepted by its owner, with a stale version, or under a name that nobody saw', async () => {
    const community = await approveAs('Sunrise Swimmers')
    const { id: community_id, created_at: version } = community
    await see(community, 'Sunrise Runners')
    expect((await accept(community_id, 'Sunrise Runners', owner)).error?.code).toBe('PT403')
    await see(community, 'Crypto Signals')
    expect((await accept(community_id, 'Sunrise Runners')).error?.code).toBe('PT412')
    const stale = { community_id, version, group_name: 'Crypto Signals' }
    expect((await admin.client.rpc('accept_group_name', stale)).error?.code).toBe('PT412')
    expect(await read(community_id)).toMatchObject({
      community_links: { approved_name: 'Sunrise Swimmers', renamed_at: expect.any(String) },
    })
  })

  test('is found by the schedule, which a check by its owner does not postpone', async () => {
    const community = await approveAs('Sunrise Swimmers')
    const due_at = new Date(Date.now() + 60_000).toISOString()
    const links = secret.from('community_links').update({ linked_at: '2026-01-01', due_at })
    await links.eq('community_id', community.id).throwOnError()
    // The owner renames the group back, checks it, and renames it again.
    await checkOwn(community, 'Sunrise Swimmers')
    const next = new Date((await read(community.id)).community_links?.due_at ?? '')
    expect(next.getTime()).toBeLessThanOrEqual(new Date(due_at).getTime())
  })

  test('can be appealed by its owner, and accepting the appeal accepts the name', async () => {
    const community = await approveAs('Sunrise Swimmers')
    const { id: community_id } = community
    await see(community, 'Crypto Signals')
    const message = 'A typing error.'
    await owner.client.rpc('appeal_community', { community_id, message }).throwOnError()
    const appeals = secret.from('appeals').select('id').eq('community_id', community_id)
    const { id: appeal_id } = (await appeals.single().throwOnError()).data
    await admin.client.rpc('decide_appeal', { appeal_id, is_accepted: true }).throwOnError()
    expect(await read(community_id)).toMatchObject({
      ...isShown,
      ...hasApprovedName('Crypto Signals'),
    })
  })
})

describe('a changed link', () => {
  test('goes live if its group has the approved name; other changes stay held', async () => {
    const { id } = await approveAs('Sunrise Swimmers')
    const held = await changeLink({ id }, { name: 'New Name' })
    const { whatsapp_link } = held
    await see(held, 'Sunrise Swimmers 🌊')
    expect(await read(id)).toMatchObject({
      whatsapp_link,
      held_changes: { name: 'New Name' },
      community_links: { link: whatsapp_link, state: 'live', approved_name: 'Sunrise Swimmers' },
    })
    expect(await actions(id)).toEqual(['link swapped'])
    // The new group is renamed after the check.
    await see(held, 'Crypto Signals')
    expect(await read(id)).toMatchObject(isHidden)
  })

  test('of a dead link restores the community', async () => {
    const dead = await approveAs('Sunrise Swimmers')
    const state = { state: 'dead' as const, dead_since: '2026-11-20T10:00:00Z' }
    await secret.from('community_links').update(state).eq('community_id', dead.id).throwOnError()
    const held = await changeLink(dead)
    await see(held, 'Sunrise Swimmers')
    expect(await read(dead.id)).toMatchObject({
      whatsapp_link: held.whatsapp_link,
      community_links: { state: 'live', dead_since: null },
    })
  })

  test('stays in review for another name, a generic one, or while its owner is suspended', async () => {
    const names = ['Sunrise Swimmers', 'WhatsApp Group', 'Sunrise Swimmers']
    const [other, generic, suspended] = await Promise.all(names.map(approveAs))
    if (!other || !generic || !suspended) throw new Error('Three names')
    await see(await changeLink(other), 'Sunrise Runners')
    await see(await changeLink(generic), 'WhatsApp Group')
    const held = await changeLink(suspended)
    await admin.client.rpc('suspend_user', { user_id: owner.id, reason: 'Spam.' }).throwOnError()
    await see(held, 'Sunrise Swimmers')
    await admin.client.rpc('end_suspension', { user_id: owner.id }).throwOnError()
    for (const { id, whatsapp_link } of [other, generic, suspended])
      expect((await read(id)).whatsapp_link).toBe(whatsapp_link)
  })
})

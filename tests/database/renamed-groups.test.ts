import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { TablesUpdate } from '../../src/supabase/database.types.ts'
import {
  createCommunity,
  decideHeldChanges,
  newInviteLink,
  updateCommunity,
} from '../support/communities.ts'
import { type Link, recordGroupName as see, recordProof } from '../support/group-pages.ts'
import {
  type TestUser,
  createSecretClient,
  createTestClient,
  createUser,
  deleteCommunitiesOfTestUsers,
} from '../support/users.ts'

let owner: TestUser
let admin: TestUser
beforeEach(async () => {
  ;[owner, admin] = [await createUser(), await createUser({ admin: true })]
})
afterEach(deleteCommunitiesOfTestUsers)

const secret = createSecretClient()
const read = async (id: string) =>
  (
    await secret
      .from('communities')
      .select('*, community_links(*), community_blocks(kind)')
      .eq('id', id)
      .single()
      .throwOnError()
  ).data
const isListed = async (id: string) =>
  (await createTestClient().rpc('get_directory_community', { community_id: id }).throwOnError())
    .data.length === 1
/** Returns an approved community whose group has a name that a reviewer has read. */
const approveAs = async (name: string, changes: TablesUpdate<'communities'> = {}) => {
  const community = await createCommunity(owner, { status: 'approved', ...changes })
  await see(community, name, 'reviewer')
  return community
}
/** Whether a community is in the queue. */
const queued = async (id: string) =>
  (
    await admin.client.rpc('list_review_queue', { page_size: 1000 }).select('id').throwOnError()
  ).data.some((row) => row.id === id)
const actions = async (id: string) =>
  (
    await secret.from('audit_log').select('action').eq('subject_id', id).order('id').throwOnError()
  ).data
    .map(({ action }) => action)
    .filter((action) => action !== 'approved')
const accept = async (id: string, group_name: string, by = admin) => {
  const { updated_at } = await read(id)
  return by.client.rpc('accept_group_name', { community_id: id, version: updated_at, group_name })
}

describe('the name of a group', () => {
  test.each([
    ['Surf & Yoga Café', '  SURF YOGA cafe 🏄‍♀️!!', 'same'],
    ['Sunrise Swimmers', 'Sun-rise\u00ADSwimmers\u200B', 'same'],
    ['Zürich Läufer', 'ZURICH LAUFER', 'same'],
    ['Sunrise Swimmers', 'Sunrise Swimmers WP-4F7K', 'same'],
    ['Sunrise Swimmers', 'WP-4F7K', 'same'],
    ['Sunrise Swimmers', 'Sunrise Runners', 'renamed'],
    // Letters that Unicode counts as emoji.
    ['Sunrise Swimmers', 'Sunrise Swimmers 🅲🆁🆈🅿🆃🅾 🆂🅸🅶🅽🅰🅻🆂', 'renamed'],
    ['清迈数字游民', '清迈加密', 'renamed'],
    ['Sunrise Swimmers', 'Crypto Signals VIP', 'hidden'],
    // Words that many groups have are not in common.
    ['WhatsApp Group of the Swimmers 2026', 'The Crypto WhatsApp Group 2026', 'hidden'],
    ['清迈数字游民', '加密货币', 'hidden'],
    ['Sunrise Swimmers', '🚀🚀🚀', 'hidden'],
    ['Sunrise Swimmers', '\u3164', 'hidden'],
  ])('%s that becomes %s is %s', async (approved, now, expected) => {
    const community = await approveAs(approved)
    await see(community, now)
    const { community_blocks, community_links } = await read(community.id)
    expect(community_links?.renamed_at !== null).toBe(expected !== 'same')
    expect(community_blocks).toEqual(expected === 'hidden' ? [{ kind: 'renamed' }] : [])
    expect(await isListed(community.id)).toBe(expected !== 'hidden')
    expect(await queued(community.id)).toBe(expected !== 'same')
    const found = admin.client.rpc('list_communities', { search: 'is:renamed', owner_id: owner.id })
    expect((await found.select('id').throwOnError()).data).toHaveLength(expected === 'same' ? 0 : 1)
  })

  test('at the approval is the one of the last check before it', async () => {
    const community = await createCommunity(owner)
    await see(community, 'Seen by the Reviewer', 'reviewer')
    await updateCommunity(admin, community.id, { status: 'approved' }).throwOnError()
    await see(community, 'Crypto Signals')
    expect(await read(community.id)).toMatchObject({
      community_blocks: [{ kind: 'renamed' }],
      community_links: { approved_name: 'Seen by the Reviewer', group_name: 'Crypto Signals' },
    })
  })

  test('at the approval is not the one of a later check by the owner', async () => {
    const community = await createCommunity(owner)
    const { id, whatsapp_link: link } = community
    await see(community, 'Seen by the Reviewer', 'reviewer')
    const page = { link, answer: 'live', group_name: 'Crypto Signals' } as const
    const call = { community_id: id, user_id: owner.id, ...page }
    await secret.rpc('record_own_check', call).throwOnError()
    await updateCommunity(admin, id, { status: 'approved' }).throwOnError()
    expect((await read(id)).community_links?.approved_name).toBe('Seen by the Reviewer')
  })

  test('is set anew by another approval', async () => {
    const community = await approveAs('Sunrise Swimmers')
    await see(community, 'Crypto Signals')
    const { updated_at } = await read(community.id)
    const version = { community_id: community.id, version: updated_at }
    await admin.client.rpc('return_to_pending', version).throwOnError()
    await updateCommunity(admin, community.id, { status: 'approved' }).throwOnError()
    expect(await read(community.id)).toMatchObject({
      community_blocks: [],
      community_links: { approved_name: 'Crypto Signals', renamed_at: null },
    })
  })

  test('stays with another approval before WhatsApp has answered a check', async () => {
    const community = await createCommunity(owner)
    await see(community, 'Sunrise Swimmers', 'reviewer')
    await updateCommunity(admin, community.id, { status: 'approved' }).throwOnError()
    const { updated_at } = await read(community.id)
    const version = { community_id: community.id, version: updated_at }
    await admin.client.rpc('return_to_pending', version).throwOnError()
    await updateCommunity(admin, community.id, { status: 'approved' }).throwOnError()
    await see(community, 'Sunrise Swimmers')
    expect(await isListed(community.id)).toBe(true)
    expect(await queued(community.id)).toBe(false)
  })
})

describe('the approved name of a group is not the one', () => {
  const other = 'Crypto Signals'
  const checkOwn = ({ id: community_id, whatsapp_link: link }: Link, group_name = other) =>
    secret
      .rpc('record_own_check', {
        community_id,
        user_id: owner.id,
        link,
        answer: 'live',
        group_name,
      })
      .throwOnError()
  const approve = ({ id }: Link) =>
    updateCommunity(admin, id, { status: 'approved' }).throwOnError()

  test.each<[string, (community: Link) => Promise<unknown>]>([
    [
      'that the owner checked before the approval',
      async (community) => {
        await checkOwn(community)
        await approve(community)
      },
    ],
    [
      'that the owner checked after the approval',
      async (community) => {
        await approve(community)
        await checkOwn(community)
      },
    ],
    [
      'that the schedule finds first',
      async (community) => {
        await approve(community)
        await see(community, other)
      },
    ],
    [
      'that the owner checked before another approval',
      async (community) => {
        await approve(community)
        await checkOwn(community)
        const { id: community_id, updated_at: version } = await read(community.id)
        await admin.client.rpc('return_to_pending', { community_id, version }).throwOnError()
        await approve(community)
      },
    ],
    [
      'that the owner and the schedule find behind a link before an admin accepts it',
      async (community) => {
        await approve(community)
        community.whatsapp_link = newInviteLink()
        await updateCommunity(owner, community.id, community).throwOnError()
        await checkOwn(community)
        await see(community, other)
        await decideHeldChanges(admin, community.id, 'accept')
      },
    ],
  ])('%s: a link to a group of this name waits', async (_which, choose) => {
    const { id, whatsapp_link } = await createCommunity(owner)
    const community = { id, whatsapp_link }
    await choose(community)
    const held = { id, whatsapp_link: newInviteLink() }
    await updateCommunity(owner, id, held).throwOnError()
    await checkOwn(held)
    await see(held, other)
    expect(await read(id)).toMatchObject({
      whatsapp_link: community.whatsapp_link,
      held_changes: { whatsapp_link: held.whatsapp_link },
    })
    // A reviewer who reads the name sets it.
    await see(community, other, 'reviewer')
    await see(held, other)
    expect(await read(id)).toMatchObject({ whatsapp_link: held.whatsapp_link, held_changes: null })
  })
})

describe('a group whose name no reviewer has read', () => {
  test.each([
    ['Sunrise Swimmers', 'Crypto Signals', false],
    ['Sunrise Swimmers', 'Sunrise Signals', true],
  ])('is found when %s becomes %s', async (first, next, listed) => {
    const community = await createCommunity(owner, { status: 'approved' })
    await see(community, first)
    expect(await queued(community.id)).toBe(false)
    // The owner cannot hide the first name behind a code.
    await see(community, 'WP-4F7K')
    await see(community, next)
    expect(await queued(community.id)).toBe(true)
    expect(await isListed(community.id)).toBe(listed)
    // No reviewer has approved the first name, so its return does not end the rename.
    await see(community, first, 'reviewer')
    expect(await queued(community.id)).toBe(true)

    const { error } = await accept(community.id, first)
    expect(error).toBeNull()
    expect(await isListed(community.id)).toBe(true)
    await admin.client.rpc('undo_decision', { community_id: community.id }).throwOnError()
    expect(await queued(community.id)).toBe(true)
    await accept(community.id, first)
    await see(community, next)
    expect(await isListed(community.id)).toBe(listed)
  })
})

describe('a renamed group', () => {
  test('leaves the queue and is shown when it has its approved name again, with its reports open', async () => {
    const community = await approveAs('Sunrise Swimmers')
    const reporter = await createUser()
    const report = { community_id: community.id, reason: 'spam' as const }
    await reporter.client.rpc('report_community', report).throwOnError()
    await see(community, 'Crypto Signals')
    expect(await isListed(community.id)).toBe(false)
    await see(community, 'sunrise swimmers!')
    expect(await isListed(community.id)).toBe(true)
    const reports = secret.from('community_reports').select('resolved_at')
    expect((await reports.eq('community_id', community.id).throwOnError()).data).toEqual([
      { resolved_at: null },
    ])
    expect(await actions(community.id)).toEqual([
      'renamed on WhatsApp',
      'hidden',
      'renamed on WhatsApp',
      'shown',
    ])
  })

  test('is accepted by an admin, who can undo it', async () => {
    for (const name of ['Sunrise Runners', 'Crypto Signals']) {
      const community = await approveAs('Sunrise Swimmers')
      await see(community, name)
      const before = await read(community.id)
      await accept(community.id, name).then(({ error }) => expect(error).toBeNull())
      expect(await queued(community.id)).toBe(false)
      expect(await isListed(community.id)).toBe(true)
      expect((await read(community.id)).community_links).toMatchObject({
        approved_name: name,
        renamed_at: null,
      })
      await admin.client.rpc('undo_decision', { community_id: community.id }).throwOnError()
      const { approved_name, renamed_at } = (await read(community.id)).community_links ?? {}
      expect({ approved_name, renamed_at }).toEqual({
        approved_name: 'Sunrise Swimmers',
        renamed_at: before.community_links?.renamed_at,
      })
      expect((await read(community.id)).community_blocks).toEqual(before.community_blocks)
      expect(await queued(community.id)).toBe(true)
    }
  })

  test('is not accepted by its owner, with a stale version, or under a name that nobody saw', async () => {
    const community = await approveAs('Sunrise Swimmers')
    await see(community, 'Sunrise Runners')
    expect((await accept(community.id, 'Sunrise Runners', owner)).error?.code).toBe('PT403')
    await see(community, 'Crypto Signals')
    expect((await accept(community.id, 'Sunrise Runners')).error?.code).toBe('PT412')
    const stale = {
      community_id: community.id,
      version: community.created_at,
      group_name: 'Crypto Signals',
    }
    expect((await admin.client.rpc('accept_group_name', stale)).error?.code).toBe('PT412')
    expect((await read(community.id)).community_links).toMatchObject({
      approved_name: 'Sunrise Swimmers',
    })
    expect(
      (await owner.client.rpc('get_group_names', { community_id: community.id })).error?.code,
    ).toBe('PT403')
  })

  test('stays hidden when its verified owner proves another link, which waits', async () => {
    const community = await approveAs('Sunrise Swimmers')
    const { data } = await recordProof(owner, community)
    expect(data).toMatchObject({ is_proved: true })
    await see(community, 'Crypto Signals')
    expect(await isListed(community.id)).toBe(false)
    const link = { id: community.id, whatsapp_link: newInviteLink() }
    await updateCommunity(owner, link.id, link).throwOnError()
    for (const name of ['Crypto Signals', 'Sunrise Swimmers']) {
      const proof = await recordProof(owner, link, name)
      expect(proof.data).toMatchObject({ is_proved: false, outcome: 'in review' })
      // The next check of the schedule.
      await see(link, name)
    }
    expect(await isListed(community.id)).toBe(false)
    expect(await queued(community.id)).toBe(true)
    expect((await read(community.id)).whatsapp_link).toBe(community.whatsapp_link)
  })

  test('is found by the schedule, which a check by its owner does not postpone', async () => {
    const { id, whatsapp_link: link } = await approveAs('Sunrise Swimmers')
    const due_at = new Date(Date.now() + 60_000).toISOString()
    const schedule = { linked_at: '2026-01-01', due_at }
    await secret.from('community_links').update(schedule).eq('community_id', id).throwOnError()
    // The owner renames the group back, checks it, and renames it again.
    const page = { link, answer: 'live', group_name: 'Sunrise Swimmers' } as const
    const call = { community_id: id, user_id: owner.id, ...page }
    await secret.rpc('record_own_check', call).throwOnError()
    const next = new Date((await read(id)).community_links?.due_at ?? '')
    expect(next.getTime()).toBeLessThanOrEqual(new Date(due_at).getTime())
  })

  test('can be appealed by its owner, and accepting the appeal accepts the name', async () => {
    const community = await approveAs('Sunrise Swimmers')
    await see(community, 'Crypto Signals')
    const message = { community_id: community.id, message: 'A typing error.' }
    await owner.client.rpc('appeal_community', message).throwOnError()
    const appeals = secret.from('appeals').select('id').eq('community_id', community.id)
    const { data: appeal } = await appeals.single().throwOnError()
    await admin.client
      .rpc('decide_appeal', { appeal_id: appeal.id, is_accepted: true })
      .throwOnError()
    expect(await isListed(community.id)).toBe(true)
    await see(community, 'Crypto Signals')
    expect(await isListed(community.id)).toBe(true)
  })

  test('does not tell its owner the new name, which strangers write', async () => {
    const community = await approveAs('Sunrise Swimmers')
    await see(community, 'Crypto Signals')
    const { data } = await owner.client.rpc('export_my_data').throwOnError()
    expect(JSON.stringify(data)).toContain('renamed on WhatsApp')
    expect(JSON.stringify(data)).not.toContain('Crypto Signals')
  })
})

describe('a changed link', () => {
  const change = (id: string, whatsapp_link: string, more: object = {}) =>
    updateCommunity(owner, id, { whatsapp_link, ...more }).throwOnError()
  const seeHeld = (id: string, whatsapp_link: string, name: string) =>
    see({ id, whatsapp_link }, name)

  test('goes live if its group has the approved name; other changes stay held', async () => {
    const { id } = await approveAs('Sunrise Swimmers')
    const link = newInviteLink()
    await change(id, link, { name: 'New Name' })
    await seeHeld(id, link, 'Sunrise Swimmers 🌊')
    expect(await read(id)).toMatchObject({
      whatsapp_link: link,
      held_changes: { name: 'New Name' },
      community_links: { link, state: 'live', approved_name: 'Sunrise Swimmers' },
    })
    expect(await actions(id)).toEqual(['link swapped'])
    // The new group is renamed after the check.
    await seeHeld(id, link, 'Crypto Signals')
    expect(await isListed(id)).toBe(false)
    // A second swap within a day, even to the same name.
    const other = newInviteLink()
    await change(id, other)
    await seeHeld(id, other, 'Sunrise Swimmers')
    expect((await read(id)).whatsapp_link).toBe(link)
  })

  test('of a dead link restores the community, and of a hidden one waits', async () => {
    const dead = await approveAs('Sunrise Swimmers')
    const state = { state: 'dead' as const, dead_since: '2026-11-20T10:00:00Z' }
    await secret.from('community_links').update(state).eq('community_id', dead.id).throwOnError()
    const hidden = await approveAs('Sunrise Swimmers')
    const hide = { community_id: hidden.id, version: hidden.updated_at, reason: 'Spam.' }
    await admin.client.rpc('hide_community', hide).throwOnError()
    for (const [{ id }, listed] of [
      [dead, true],
      [hidden, false],
    ] as const) {
      const link = newInviteLink()
      await change(id, link)
      await seeHeld(id, link, 'Sunrise Swimmers')
      expect((await read(id)).whatsapp_link === link).toBe(listed)
      expect(await isListed(id)).toBe(listed)
    }
  })

  test.each([
    ['to a group with another name', 'Sunrise Swimmers', 'Sunrise Runners'],
    ['between groups named only by generic words', 'WhatsApp Group', 'WhatsApp Group'],
    ['between groups named only by emoji', '🌊🌊', '🌊🌊'],
    ['between groups without a visible name', '\u3164', '\u3164'],
  ])('stays in review %s', async (_case, approved, name) => {
    const { id, whatsapp_link } = await approveAs(approved)
    const link = newInviteLink()
    await change(id, link)
    await seeHeld(id, link, name)
    expect(await read(id)).toMatchObject({ whatsapp_link, held_changes: { whatsapp_link: link } })
  })

  test('stays in review while a rename or a report waits, its owner is suspended, or no name is known', async () => {
    const renamed = await approveAs('Sunrise Swimmers')
    await see(renamed, 'Sunrise Runners')
    const unchecked = await createCommunity(owner, { status: 'approved' })
    const [suspended, reported] = [
      await approveAs('Sunrise Swimmers'),
      await approveAs('Sunrise Swimmers'),
    ]
    const report = { community_id: reported.id, reason: 'scam' as const }
    await admin.client.rpc('report_community', report).throwOnError()
    const links = [renamed, unchecked, suspended, reported].map(({ id }) => ({
      id,
      whatsapp_link: newInviteLink(),
    }))
    for (const { id, whatsapp_link } of links) await change(id, whatsapp_link)
    await admin.client.rpc('suspend_user', { user_id: owner.id, reason: 'Spam.' }).throwOnError()
    await see(links[2] ?? renamed, 'Sunrise Swimmers')
    await admin.client.rpc('end_suspension', { user_id: owner.id }).throwOnError()
    for (const held of links) if (held.id !== suspended.id) await see(held, 'Sunrise Swimmers')
    const rows = await Promise.all(links.map(({ id }) => read(id)))
    expect(rows.map((row) => row.whatsapp_link)).toEqual(
      [renamed, unchecked, suspended, reported].map(({ whatsapp_link }) => whatsapp_link),
    )
  })
})

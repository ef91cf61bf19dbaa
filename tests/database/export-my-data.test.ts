import { afterEach, expect, test } from 'vitest'
import { addGroup, createCommunity, updateCommunity } from '../support/communities.ts'
import { uploadVersions } from '../support/images.ts'
import {
  type TestUser,
  createSecretClient,
  createUser,
  deleteCommunitiesOfTestUsers,
} from '../support/users.ts'

afterEach(deleteCommunitiesOfTestUsers)

async function exportData({ client }: TestUser) {
  const { data } = await client.rpc('export_my_data').throwOnError()
  return { data, text: JSON.stringify(data) }
}

test("an export has all of the user's data, and nothing about other users", async () => {
  const owner = await createUser({ name: 'Exporting Owner' })
  const admin = await createUser({ admin: true, name: 'Deciding Admin' })
  const member = await createUser({ name: 'Joining Member' })
  const { small, full: image } = await uploadVersions(owner)
  const { id } = await createCommunity(owner, { name: 'Mine', image_url: image.url })
  await addGroup(owner, id, 'Early birds').throwOnError()
  await updateCommunity(admin, id, { status: 'approved' }).throwOnError()
  const theirs = await createCommunity(member, { name: 'Not Mine', status: 'approved' })
  await owner.client.rpc('join_community', { community_id: theirs.id }).throwOnError()
  await member.client.rpc('join_community', { community_id: id }).throwOnError()
  await member.client
    .rpc('report_community', { community_id: id, reason: 'other', comment: 'Told in confidence' })
    .throwOnError()
  await admin.client
    .rpc('resolve_reports', { community_id: id, seen_at: 'infinity' })
    .throwOnError()
  await owner.client
    .rpc('report_community', { community_id: theirs.id, reason: 'spam', comment: 'My own words' })
    .throwOnError()
  const alerts = [owner, member].map(({ id: user_id }) => ({ user_id, search: `of ${user_id}` }))
  await createSecretClient().from('alerts').insert(alerts).throwOnError()

  await admin.client
    .from('admin_notes')
    .insert([
      { user_id: owner.id, text: 'Asked twice.' },
      { community_id: id, text: 'Told among admins' },
      { user_id: member.id, text: 'About the member' },
    ])
    .throwOnError()

  const { data, text } = await exportData(owner)
  expect(data).toMatchObject({
    profile: { id: owner.id, name: 'Exporting Owner', sign_in_email: owner.email },
    communities: [
      {
        id,
        name: 'Mine',
        status: 'approved',
        groups: [{ name: 'Early birds', description: '' }],
        link_check: { state: 'unchecked', checked_at: null, dead_since: null },
      },
    ],
    images: [small.url, image.url],
    joins: [{ community_id: theirs.id, community: 'Not Mine' }],
    alerts: [{ search: `of ${owner.id}`, location: null }],
    reports: [{ community_id: theirs.id, reason: 'spam', comment: 'My own words' }],
    notes_of_admins: [{ text: 'Asked twice.', created_at: expect.any(String) }],
    emails: [{ kind: 'approved', name: 'Mine', sent_at: null }],
    log: [{ action: 'approved', subject_id: id, by_admin: true }],
  })
  for (const secret of [
    admin.id,
    admin.email,
    member.id,
    member.email,
    theirs.whatsapp_link,
    'Deciding Admin',
    'Joining Member',
    'Told in confidence',
    'Told among admins',
    'About the member',
    'reports resolved',
  ]) {
    expect(text).not.toContain(secret)
  }
})

test("an admin's export has no data of the owners they decided about", async () => {
  const owner = await createUser()
  const admin = await createUser({ admin: true })
  const { id } = await createCommunity(owner)
  await updateCommunity(admin, id, { status: 'approved' }).throwOnError()
  const { text } = await exportData(admin)
  expect(text).not.toContain(id)
  expect(text).not.toContain(owner.id)
})

import { afterAll, expect, test } from 'vitest'
import { createCommunity, updateCommunity } from '../support/communities.ts'
import {
  createSecretClient,
  createUser,
  createUsersAndAdmin,
  deleteCommunitiesOfTestUsers,
  type TestUser,
} from '../support/users.ts'

const [owner, stranger, admin] = await createUsersAndAdmin()
afterAll(deleteCommunitiesOfTestUsers)

const countFor = (subject: { id: string }, by: TestUser = admin) =>
  by.client.rpc('count_case_file', { user_id: subject.id })

const report = (reporter: TestUser, id: string) =>
  reporter.client.rpc('report_community', { community_id: id, reason: 'spam' }).throwOnError()

test('the file of a user counts reports, decisions and suspensions, and not those of others', async () => {
  const approved = await createCommunity(owner)
  await updateCommunity(admin, approved.id, { status: 'approved' }).throwOnError()
  const rejected = await createCommunity(owner)
  const rejection = { status: 'rejected', rejection_reason: 'Spam.' } as const
  await updateCommunity(admin, rejected.id, rejection).throwOnError()
  const theirs = await createCommunity(stranger, { status: 'approved' })
  await report(stranger, approved.id)
  await admin.client
    .rpc('resolve_reports', { community_id: approved.id, seen_at: 'infinity' })
    .throwOnError()
  await report(await createUser(), approved.id)
  const { data: found } = await createSecretClient()
    .from('communities')
    .select('updated_at')
    .eq('id', approved.id)
    .single()
    .throwOnError()
  const hiding = { community_id: approved.id, version: found.updated_at, reason: 'Spam.' }
  await admin.client.rpc('hide_community', hiding).throwOnError()
  await owner.client
    .rpc('appeal_community', { community_id: approved.id, message: 'Why?' })
    .throwOnError()
  await report(owner, theirs.id)
  await admin.client.rpc('suspend_user', { user_id: owner.id, reason: 'Spam.' }).throwOnError()
  await admin.client.rpc('end_suspension', { user_id: owner.id }).throwOnError()

  expect((await countFor(owner).throwOnError()).data).toEqual([
    {
      reports_against: 2,
      upheld_against: 1,
      open_against: 0,
      reports_by: 1,
      upheld_by: 0,
      unfounded_by: 0,
      approved: 1,
      rejected: 1,
      changes_declined: 0,
      hidden: 1,
      appeals_accepted: 0,
      appeals_declined: 0,
      suspended: 1,
    },
  ])
  expect((await countFor(stranger).throwOnError()).data).toMatchObject([
    { reports_against: 1, open_against: 1, reports_by: 1, unfounded_by: 1, suspended: 0 },
  ])
})

test('only admins read it, also about themselves', async () => {
  for (const by of [owner, stranger]) {
    expect((await countFor(by, by)).error).toMatchObject({ code: 'PT403' })
    expect((await countFor(owner, by)).data).toBeNull()
  }
})

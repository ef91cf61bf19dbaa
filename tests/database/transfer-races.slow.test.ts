import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { newInviteLink, stockPhoto } from '../support/communities.ts'
import { openSessions } from './concurrent-sessions.ts'
import { startMigratedPostgres } from './migrated-postgres.ts'

/* Transfers and invitations, concurrently with each other, with deletions of accounts and with suspensions. */

const postgres = await startMigratedPostgres()
const { sql, createAccount, stop } = postgres
const { asJob, asUser, race, raceInOrder, closeSessions } = openSessions(postgres)
afterEach(closeSessions)
afterAll(stop)

async function first(
  query: string,
  ...values: unknown[]
): Promise<Record<string, unknown> | undefined> {
  return (await sql.query(query, values)).rows[0]
}
const ownerOf = async (id: string) =>
  (await first('select owner_id from public.communities where id = $1', id))?.['owner_id']

async function prepare(kind: 'co-owner' | 'transfer' = 'transfer') {
  const [owner, heir] = [await createAccount(), await createAccount()]
  const community = await first(
    `insert into public.communities
       (name, description, location, whatsapp_link, image_url, category, owner_id, status)
     values ('Swimmers', 'At dawn', 'Bali', $1, '${stockPhoto}', 'Sports', $2, 'approved') returning id`,
    newInviteLink(),
    owner,
  )
  const id = String(community?.['id'])
  await sql.query('update auth.users set email_confirmed_at = now() where id = $1', [heir])
  const invitation = await first(
    `insert into public.invitations (community_id, email, kind, keeps_former_owner, invited_by)
     select $1, email, $2::public.invitation_kind, $2::text = 'transfer', $3 from auth.users where id = $4 returning id`,
    id,
    kind,
    owner,
    heir,
  )
  const accept = asUser(heir, (session) =>
    session.query('select public.answer_invitation($1, true)', [invitation?.['id']]),
  )
  return { owner, heir, id, accept }
}

const deleteAccount = (userId: string) =>
  asJob((session) => session.query('delete from auth.users where id = $1', [userId]))

test('accepting a transfer twice at once changes the owner once', async () => {
  const { heir, id, accept } = await prepare()
  expect(await race(accept, accept)).toEqual(['done', 'done'])
  expect(await ownerOf(id)).toBe(heir)
  const log = `select count(*)::int as n from public.audit_log where subject_id = $1 and action = 'transferred'`
  expect((await first(log, id))?.['n']).toBe(1)
})

test('an owner who is being suspended hands over nothing', async () => {
  const { owner, id } = await prepare()
  const coOwner = await createAccount()
  await sql.query('insert into public.co_owners values ($1, $2)', [id, coOwner])
  const suspend = asJob((session) =>
    session.query(`insert into public.suspensions (user_id, reason) values ($1, 'Spam.')`, [owner]),
  )
  const handOver = asUser(owner, (session) =>
    session.query('select public.hand_over_community($1, $2)', [id, coOwner]),
  )
  await race(suspend, handOver)
  expect(await ownerOf(id)).toBe(owner)
})

test('a community is handed over to one of two users at once', async () => {
  const { owner, heir, id, accept } = await prepare()
  const coOwner = await createAccount()
  await sql.query('insert into public.co_owners values ($1, $2)', [id, coOwner])
  const handOver = asUser(owner, (session) =>
    session.query('select public.hand_over_community($1, $2)', [id, coOwner]),
  )
  expect(await race(accept, handOver)).toEqual([
    'Only the owner of this community may do that.',
    'done',
  ])
  expect(await ownerOf(id)).toBe(heir)
})

describe.each(['first', 'second'])('an acceptance that runs %s', (order) => {
  test("keeps or loses the community as a whole when the owner's account is deleted", async () => {
    const { owner, heir, id, accept } = await prepare()
    const outcomes = await raceInOrder(order, accept, deleteAccount(owner))
    expect(outcomes).toContain('done')
    expect(outcomes.join()).not.toContain('deadlock')
    expect(await ownerOf(id)).toBe(order === 'first' ? heir : undefined)
    const left = 'select from public.co_owners where user_id = $1'
    expect(await first(left, owner)).toBeUndefined()
  })

  test('does not hand the community to an account that is being deleted', async () => {
    const { owner, heir, id, accept } = await prepare()
    const outcomes = await raceInOrder(order, accept, deleteAccount(heir))
    expect(outcomes).toContain('done')
    expect(outcomes.join()).not.toContain('deadlock')
    expect(await ownerOf(id)).toBe(order === 'first' ? undefined : owner)
  })

  test('lists no community of a user who is being suspended', async () => {
    const { heir, id, accept } = await prepare()
    const suspend = asJob((session) =>
      session.query(`insert into public.suspensions (user_id, reason) values ($1, 'Spam.')`, [
        heir,
      ]),
    )
    const outcomes = await raceInOrder(order, accept, suspend)
    expect(outcomes.join()).not.toContain('deadlock')
    const listed = 'select from public.directory_communities where id = $1'
    expect((await ownerOf(id)) === heir && (await first(listed, id))).toBeFalsy()
  })

  test('of a co-owner and the deletion of the community both end without a deadlock', async () => {
    const { owner, id, accept } = await prepare('co-owner')
    const remove = asUser(owner, (session) =>
      session.query('delete from public.communities where id = $1', [id]),
    )
    const outcomes = await raceInOrder(order, accept, remove)
    expect(outcomes).toContain('done')
    expect(outcomes.join()).not.toMatch(/deadlock|foreign key/)
    expect(await first('select from public.co_owners where community_id = $1', id)).toBeUndefined()
  })
})

import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { newInviteLink, stockPhoto } from '../support/communities.ts'
import { openSessions } from './concurrent-sessions.ts'
import { startMigratedPostgres } from './migrated-postgres.ts'

/* Decisions about claims, concurrently with whatever closes a claim. Neither may deadlock. */

const postgres = await startMigratedPostgres()
const { sql, createAccount, stop } = postgres
const { asJob, asUser, raceInOrder, closeSessions } = openSessions(postgres)
afterEach(closeSessions)
afterAll(stop)

async function createAdmin(): Promise<string> {
  const id = await createAccount()
  await sql.query('update public.profiles set is_admin = true where id = $1', [id])
  return id
}

/** Creates a listed community with a claim that waits for a decision. */
async function createClaim() {
  const [owner, claimant, admin] = [
    await createAccount(),
    await createAccount(),
    await createAdmin(),
  ]
  const community = await sql.query(
    `insert into public.communities
       (name, description, location, whatsapp_link, image_url, category, owner_id, status)
     values ('Swimmers', 'At dawn', 'Bali', $1, '${stockPhoto}', 'Sports', $2, 'approved') returning id`,
    [newInviteLink(), owner],
  )
  const id = String(community.rows[0].id)
  const claim = await sql.query(
    `insert into public.claims (community_id, claimant_id, owner_id, answer_due_at)
     values ($1, $2, $3, now() - interval '1 day') returning id`,
    [id, claimant, owner],
  )
  return { id, owner, claimant, admin, claim: String(claim.rows[0].id) }
}

const call = (user: string, query: string, ...values: unknown[]) =>
  asUser(user, (session) => session.query(query, values))
const accept = (admin: string, claim: string) =>
  call(admin, 'select public.decide_claim($1, true)', claim)
const closed = /^This claim (is already closed|no longer exists)\.$/

/** Reads the owner, and the outcome of the claim. Neither exists if its account was deleted. */
async function readState(id: string, claim: string) {
  const owner = await sql.query('select owner_id from public.communities where id = $1', [id])
  const found = await sql.query('select outcome from public.claims where id = $1', [claim])
  return { owner: owner.rows[0]?.owner_id, outcome: found.rows[0]?.outcome }
}

describe.each(['first', 'second'])('a claim that is accepted %s', (order) => {
  test('is accepted or declined by one of two admins', async () => {
    const { admin, claim } = await createClaim()
    const decline = `select public.decide_claim($1, false, null, 'No.')`
    const outcomes = await raceInOrder(
      order,
      accept(admin, claim),
      call(await createAdmin(), decline, claim),
    )
    expect(outcomes).toEqual([expect.stringMatching(closed), 'done'])
  })

  test.each([
    [
      'the link changes',
      () => `update public.communities set whatsapp_link = '${newInviteLink()}' where id = $1`,
    ],
    ['the community is deleted', () => 'delete from public.communities where id = $1'],
  ])('moves the community or is closed when %s', async (_what, change) => {
    const { id, claimant, admin, claim } = await createClaim()
    const outcomes = await raceInOrder(
      order,
      accept(admin, claim),
      asJob((session) => session.query(change(), [id])),
    )
    const { owner, outcome } = await readState(id, claim)
    expect(outcomes[0]).toMatch(order === 'first' ? 'done' : closed)
    expect(outcomes[1]).toBe('done')
    expect(order === 'second' && owner === claimant).toBe(false)
    expect(outcome).toBe(order === 'first' ? 'accepted' : 'closed')
  })

  test('leaves no community of a suspended claimant in the directory', async () => {
    const { id, claimant, admin, claim } = await createClaim()
    const outcomes = await raceInOrder(
      order,
      accept(admin, claim),
      call(await createAdmin(), `select public.suspend_user($1, 'Spam.')`, claimant),
    )
    expect(outcomes).toContain('done')
    const { owner } = await readState(id, claim)
    const listed = await sql.query('select from public.directory_communities where id = $1', [id])
    expect(listed.rowCount).toBe(owner === claimant ? 0 : 1)
  })

  test.each(['owner', 'claimant'] as const)(
    'does not deadlock with the deletion of the %s',
    async (side) => {
      const { [side]: leaving, ...created } = await createClaim()
      const { id, admin, claim } = created
      const outcomes = await raceInOrder(
        order,
        accept(admin, claim),
        asJob((session) => session.query('delete from auth.users where id = $1', [leaving])),
      )
      for (const outcome of outcomes) expect(outcome).toMatch(/^done$|^This claim /)
      const { owner } = await readState(id, claim)
      expect(owner).not.toBe(leaving)
    },
  )
})

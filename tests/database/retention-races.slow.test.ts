import type { Client } from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'
import { newInviteLink, stockPhoto } from '../support/communities.ts'
import { openSessions } from './concurrent-sessions.ts'
import { startMigratedPostgres } from './migrated-postgres.ts'

/* The deletion of expired records, concurrently with other transactions. */

const postgres = await startMigratedPostgres()
const { name, sql, createAccount, stop } = postgres
const { beginJob, runConcurrently, closeSessions } = openSessions(postgres)
afterEach(closeSessions)
afterAll(stop)

const deleteExpired = (session: Client) => session.query('select private.delete_expired()')

/** Adds two expired joins and one of today. Returns their user. */
async function addJoins(): Promise<string> {
  const [member, owner] = [await createAccount(), await createAccount()]
  await sql.query(
    `with community as (
       insert into public.communities (name, description, location, whatsapp_link, image_url, category, owner_id)
       values ('Swimmers', 'At dawn', 'Bali', $1, '${stockPhoto}', 'Sports', $2) returning id
     )
     insert into public.community_joins (community_id, user_id, joined_on)
     select id, $3, private.today() - days from community, unnest(array[0, 30, 31]) as days`,
    [newInviteLink(), owner, member],
  )
  return member
}

async function joinAges(userId: string): Promise<unknown[]> {
  const { rows } = await sql.query(
    `select private.today() - joined_on as days from public.community_joins where user_id = $1 order by 1`,
    [userId],
  )
  return rows.map(({ days }) => days)
}

test('a run leaves a locked record to the next run, so it cannot deadlock', async () => {
  const member = await addJoins()
  const lock = (session: Client) =>
    session.query(
      `select from public.community_joins
       where user_id = $1 and joined_on = private.today() - 31 for update`,
      [member],
    )
  const outcomes = await runConcurrently(await beginJob(), lock, await beginJob(), deleteExpired)
  expect(outcomes).toEqual(['done', 'done'])
  // PGlite runs the two transactions one after the other.
  expect(await joinAges(member)).toEqual(name === 'PGlite' ? [0] : [0, 31])
  await sql.query('select private.delete_expired()')
  expect(await joinAges(member)).toEqual([0])
})

test('two runs can overlap', async () => {
  const member = await addJoins()
  expect(
    await runConcurrently(await beginJob(), deleteExpired, await beginJob(), deleteExpired),
  ).toEqual(['done', 'done'])
  expect(await joinAges(member)).toEqual([0])
})

test.each(['first', 'second'])(
  'a run that starts %s can overlap with the deletion of an account',
  async (order) => {
    const member = await addJoins()
    const deleteAccount = (session: Client) =>
      session.query('delete from auth.users where id = $1', [member])
    const [one, other] =
      order === 'first' ? [deleteExpired, deleteAccount] : [deleteAccount, deleteExpired]
    expect(await runConcurrently(await beginJob(), one, await beginJob(), other)).toEqual([
      'done',
      'done',
    ])
    expect(await joinAges(member)).toEqual([])
  },
)

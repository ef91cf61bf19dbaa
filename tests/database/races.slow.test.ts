import type { Client } from 'pg'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { newInviteLink, stockPhoto } from '../support/communities.ts'
import { openSessions } from './concurrent-sessions.ts'
import { startMigratedPostgres } from './migrated-postgres.ts'

/* Concurrent requests, each in its own connection and transaction. */

const postgres = await startMigratedPostgres()
const { sql, createAccount, stop } = postgres
const { begin, beginService, runConcurrently, closeSessions } = openSessions(postgres)
afterEach(closeSessions)
afterAll(stop)

const community = `insert into public.communities
  (name, description, location, whatsapp_link, image_url, category, owner_id)
  values ('Swimmers', 'At dawn', 'Bali', $1, '${stockPhoto}', 'Sports', $2) returning id`

async function createApproved(ownerId: string): Promise<string> {
  const { rows } = await sql.query(community, [newInviteLink(), ownerId])
  await sql.query(`update public.communities set status = 'approved' where id = $1`, [rows[0].id])
  return rows[0].id
}

const alreadyListed = 'This WhatsApp link is already listed in the directory.'
const countListings = async (link: string) => {
  const { rows } = await sql.query(
    `select id from public.communities where whatsapp_link = $1 or held_changes ->> 'whatsapp_link' = $1`,
    [link],
  )
  return rows.length
}

describe('a link', () => {
  const list = async (link: string) => {
    const owner = await createAccount()
    return { owner, step: (session: Client) => session.query(community, [link, owner]) }
  }
  const hold = async (link: string) => {
    const owner = await createAccount()
    const id = await createApproved(owner)
    const update = 'update public.communities set whatsapp_link = $1 where id = $2'
    return { owner, step: (session: Client) => session.query(update, [link, id]) }
  }

  test.each([
    ['holds', 'lists', hold, list],
    ['lists', 'holds', list, hold],
    ['holds', 'holds', hold, hold],
  ])(
    'that one owner %s while another %s it is stored once',
    async (_one, _other, first, second) => {
      const link = newInviteLink()
      const [one, other] = [await first(link), await second(link)]
      const outcomes = await runConcurrently(
        await begin(one.owner),
        one.step,
        await begin(other.owner),
        other.step,
      )
      expect(outcomes).toEqual([alreadyListed, 'done'])
      expect(await countListings(link)).toBe(1)
    },
  )
})

describe('limits', () => {
  test('only one of two concurrent requests lists the hundredth community', async () => {
    const owner = await createAccount()
    await sql.query(
      `insert into public.communities
         (name, description, location, whatsapp_link, image_url, category, owner_id)
       select 'Swimmers', 'At dawn', 'Bali', 'https://chat.whatsapp.com/' || rpad('Limit' || n || 'x', 22, 'z'),
         '${stockPhoto}', 'Sports', $1
       from generate_series(1, 99) as n`,
      [owner],
    )
    const list = (session: Client) => session.query(community, [newInviteLink(), owner])
    const outcomes = await runConcurrently(await begin(owner), list, await begin(owner), list)
    expect(outcomes).toEqual(['You can list at most 100 communities.', 'done'])
    const { rows } = await sql.query(
      'select count(*)::int as n from public.communities where owner_id = $1',
      [owner],
    )
    expect(rows).toEqual([{ n: 100 }])
  })

  test('only one of two concurrent requests adds the fiftieth group', async () => {
    const owner = await createAccount()
    const id = await createApproved(owner)
    await sql.query(
      `insert into public.community_groups (community_id, name)
       select $1, 'Group ' || n from generate_series(1, 49) as n`,
      [id],
    )
    const add = (session: Client) =>
      session.query(`insert into public.community_groups (community_id, name) values ($1, 'New')`, [
        id,
      ])
    const outcomes = await runConcurrently(await begin(owner), add, await begin(owner), add)
    expect(outcomes).toEqual(['A community can have at most 50 groups.', 'done'])
    const { rows } = await sql.query(
      'select count(*)::int as n from public.community_groups where community_id = $1',
      [id],
    )
    expect(rows).toEqual([{ n: 50 }])
  })

  test('apply to many rows in one request, too', async () => {
    const owner = await createAccount()
    const session = await begin(owner)
    await expect(
      session.query(
        `insert into public.communities
           (name, description, location, whatsapp_link, image_url, category, owner_id)
         select 'Swimmers', 'At dawn', 'Bali', 'https://chat.whatsapp.com/' || rpad('Bulk' || n || 'x', 22, 'z'),
           '${stockPhoto}', 'Sports', $1
         from generate_series(1, 101) as n`,
        [owner],
      ),
    ).rejects.toThrow('You can list at most 100 communities.')
    await session.query('rollback')
    const { rows } = await sql.query('select from public.communities where owner_id = $1', [owner])
    expect(rows).toEqual([])
  })
})

test('the id of a community cannot be reused by another owner while it is being deleted', async () => {
  const [owner, other] = [await createAccount(), await createAccount()]
  const id = await createApproved(owner)
  const outcomes = await runConcurrently(
    await begin(owner),
    (session) => session.query('delete from public.communities where id = $1', [id]),
    await begin(other),
    (session) =>
      session.query(
        `insert into public.communities (id, name, description, location, whatsapp_link, image_url, category)
         values ($1, 'Swimmers', 'At dawn', 'Bali', $2, '${stockPhoto}', 'Sports')`,
        [id, newInviteLink()],
      ),
  )
  expect(outcomes).toEqual(['This community was deleted.', 'done'])
})

test('only one of the last two admins can delete their account at the same time', async () => {
  const admins = [await createAccount(), await createAccount()]
  await sql.query('update public.profiles set is_admin = id = any ($1)', [admins])
  const [first, second] = [await beginService(), await beginService()]
  const leave = (id: string | undefined) => (session: Client) =>
    session.query('select public.announce_deletion($1, $1)', [id])
  expect(await runConcurrently(first, leave(admins[0]), second, leave(admins[1]))).toEqual([
    'You are the last admin. Make someone else an admin first.',
    'done',
  ])
  // The refused request was not recorded.
  const { rows } = await sql.query(
    'select user_id from private.deletion_requests where user_id = any ($1)',
    [admins],
  )
  expect(rows).toHaveLength(1)
})

describe('a link check', () => {
  const check = (id: string, link: string, answer: 'live' | 'dead') => (session: Client) =>
    session.query('select public.record_link_check($1, $2, $3, $4)', [id, link, answer, 'Swimmers'])
  const linkOf = async (id: string) =>
    String(
      (await sql.query('select link from public.community_links where community_id = $1', [id]))
        .rows[0].link,
    )
  const isListed = async (id: string) => {
    const { rows } = await sql.query('select from public.directory_communities where id = $1', [id])
    return rows.length === 1
  }

  test.each(['first', 'second'])(
    'that finds a link dead removes the community when it runs %s, concurrently with a save',
    async (order) => {
      const owner = await createAccount()
      const id = await createApproved(owner)
      await sql.query(
        `update public.community_links set dead_since = now() - interval '2 days'
         where community_id = $1`,
        [id],
      )
      const save = (session: Client) =>
        session.query('update public.communities set member_count = 77 where id = $1', [id])
      const checkDead = check(id, await linkOf(id), 'dead')
      const outcomes =
        order === 'first'
          ? await runConcurrently(await beginService(), checkDead, await begin(owner), save)
          : await runConcurrently(await begin(owner), save, await beginService(), checkDead)
      expect(outcomes).toEqual(['done', 'done'])
      expect(await isListed(id)).toBe(false)
    },
  )

  test.each(['first', 'second'])(
    'that finds a link live lists no pending community when it runs %s, concurrently with an undo',
    async (order) => {
      const admin = await createAccount()
      const owner = await createAccount()
      await sql.query('update public.profiles set is_admin = true where id = $1', [admin])
      const { rows } = await sql.query(community, [newInviteLink(), owner])
      const id = String(rows[0].id)
      const approve = await begin(admin)
      await approve.query(`update public.communities set status = 'approved' where id = $1`, [id])
      await approve.query('commit')
      await sql.query(
        `update public.community_links set state = 'dead', dead_since = now() where community_id = $1`,
        [id],
      )
      const undo = (session: Client) => session.query('select public.undo_decision($1)', [id])
      const checkLive = check(id, await linkOf(id), 'live')
      const outcomes =
        order === 'first'
          ? await runConcurrently(await beginService(), checkLive, await begin(admin), undo)
          : await runConcurrently(await begin(admin), undo, await beginService(), checkLive)
      expect(outcomes).toEqual(['done', 'done'])
      expect(await isListed(id)).toBe(false)
    },
  )
})

describe('a merge of places', () => {
  const addPlace = async () => {
    const name = `San ${crypto.randomUUID()}`
    const { rows } = await sql.query(
      `insert into public.places (name, country, country_code, latitude, longitude)
       values ($1, 'Spain', 'ES', 40, -3) returning id`,
      [name],
    )
    return { id: String(rows[0].id), name }
  }

  test.each(['first', 'second'])(
    'keeps the community of a concurrent save when it runs %s',
    async (order) => {
      const [owner, admin] = [await createAccount(), await createAccount()]
      await sql.query('update public.profiles set is_admin = true where id = $1', [admin])
      const [merged, kept] = [await addPlace(), await addPlace()]
      const save = (session: Client) =>
        session.query(
          `insert into public.communities (name, description, location, whatsapp_link, image_url, category)
           values ('Swimmers', 'At dawn', $1, $2, '${stockPhoto}', 'Sports')`,
          [merged.name, newInviteLink()],
        )
      const merge = (session: Client) =>
        session.query('select public.merge_places($1, $2)', [merged.id, kept.id])
      const outcomes =
        order === 'first'
          ? await runConcurrently(await begin(admin), merge, await begin(owner), save)
          : await runConcurrently(await begin(owner), save, await begin(admin), merge)
      expect(outcomes).toEqual(['done', 'done'])
      const { rows } = await sql.query(
        'select location from public.communities where owner_id = $1',
        [owner],
      )
      expect(rows).toEqual([{ location: kept.name }])
    },
  )

  test.each([
    ['an edit', 'first'],
    ['an edit', 'second'],
    ['a link check', 'first'],
    ['a link check', 'second'],
  ])('and %s of one of its communities both succeed when it runs %s', async (what, order) => {
    const [owner, admin] = [await createAccount(), await createAccount()]
    await sql.query('update public.profiles set is_admin = true where id = $1', [admin])
    const [merged, kept] = [await addPlace(), await addPlace()]
    const id = await createApproved(owner)
    await sql.query('update public.communities set location = $1 where id = $2', [merged.name, id])
    const edit = (session: Client) =>
      session.query('update public.communities set member_count = 7 where id = $1', [id])
    const checkLink = (session: Client) =>
      session.query(
        `select public.record_link_check($1, (select link from public.community_links
           where community_id = $1), 'live', 'Swimmers')`,
        [id],
      )
    const merge = (session: Client) =>
      session.query('select public.merge_places($1, $2)', [merged.id, kept.id])
    const other = what === 'an edit' ? edit : checkLink
    const begun = () => (what === 'an edit' ? begin(owner) : beginService())
    const outcomes =
      order === 'first'
        ? await runConcurrently(await begin(admin), merge, await begun(), other)
        : await runConcurrently(await begun(), other, await begin(admin), merge)
    expect(outcomes).toEqual(['done', 'done'])
    const { rows } = await sql.query(
      `select c.location, d.location as shown from public.communities as c
       join public.directory_communities as d using (id) where id = $1`,
      [id],
    )
    expect(rows).toEqual([{ location: kept.name, shown: kept.name }])
  })
})

test('communities that leave the directory at the same time are each counted once', async () => {
  const [one, other] = [await createAccount(), await createAccount()]
  for (const owner of [one, other, one, other]) {
    await createApproved(owner)
  }
  /** Changes and deletes one community after the other, like the deletion of an account. */
  const removeAll = (owner: string, order: string) => async (session: Client) => {
    const { rows } = await session.query(
      `select id from public.communities where owner_id = $1 order by id ${order}`,
      [owner],
    )
    for (const { id } of rows) {
      await session.query('update public.communities set location = $1 where id = $2', [
        'Zürich',
        id,
      ])
      await session.query('delete from public.communities where id = $1', [id])
    }
  }
  const outcomes = await runConcurrently(
    await begin(one),
    removeAll(one, 'asc'),
    await begin(other),
    removeAll(other, 'desc'),
  )
  expect(outcomes).toEqual(['done', 'done'])
  const { rows } = await sql.query(`select
    (select count(*)::int from public.directory_communities
     where search_vector @@ 'swimmers') as swimmers,
    (select coalesce(sum(communities), 0)::int from private.directory_words
     where word = 'swimmers') as words`)
  expect(rows[0].words).toBe(rows[0].swimmers)
})

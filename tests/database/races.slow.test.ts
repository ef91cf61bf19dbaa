import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { newInviteLink, stockPhoto } from '../support/communities.ts'
import { openSessions } from './concurrent-sessions.ts'
import { startMigratedPostgres } from './migrated-postgres.ts'

/* Concurrent requests, each in its own connection and transaction. */

const postgres = await startMigratedPostgres()
const { name: server, sql, createAccount, stop } = postgres
const { asJob, asService, asUser, race, raceInOrder, closeSessions } = openSessions(postgres)
afterEach(closeSessions)
afterAll(stop)

const insert = `insert into public.communities
  (name, description, location, whatsapp_link, image_url, category, owner_id)`
const community = `${insert} values ('Swimmers', 'At dawn', 'Bali', $1, '${stockPhoto}', 'Sports', $2) returning id`

async function createCommunity(ownerId: string): Promise<string> {
  const { rows } = await sql.query(community, [newInviteLink(), ownerId])
  return String(rows[0].id)
}

async function createApproved(ownerId: string): Promise<string> {
  const id = await createCommunity(ownerId)
  await sql.query(`update public.communities set status = 'approved' where id = $1`, [id])
  return id
}

async function createAdmin(): Promise<string> {
  const id = await createAccount()
  await sql.query('update public.profiles set is_admin = true where id = $1', [id])
  return id
}

async function count(from: string, ...values: unknown[]): Promise<unknown> {
  const { rows } = await sql.query(`select count(*)::int as n from ${from}`, values)
  return rows[0].n
}

const list = async (link: string) => {
  const owner = await createAccount()
  return asUser(owner, (session) => session.query(community, [link, owner]))
}
const hold = async (link: string) => {
  const owner = await createAccount()
  const id = await createApproved(owner)
  const update = 'update public.communities set whatsapp_link = $1 where id = $2'
  return asUser(owner, (session) => session.query(update, [link, id]))
}

test.each([
  ['holds', 'lists', hold, list],
  ['lists', 'holds', list, hold],
  ['holds', 'holds', hold, hold],
])(
  'a link that one owner %s while another %s it is stored once',
  async (_one, _other, first, second) => {
    const link = newInviteLink()
    expect(await race(await first(link), await second(link))).toEqual([
      'This WhatsApp link is already listed in the directory.',
      'done',
    ])
    const listings = `public.communities where whatsapp_link = $1 or held_changes ->> 'whatsapp_link' = $1`
    expect(await count(listings, link)).toBe(1)
  },
)

test('only one of two concurrent requests lists the hundredth community', async () => {
  const owner = await createAccount()
  await sql.query(
    `${insert} select 'Swimmers', 'At dawn', 'Bali', 'https://chat.whatsapp.com/' || rpad('Limit' || n || 'x', 22, 'z'),
       '${stockPhoto}', 'Sports', $1
     from generate_series(1, 99) as n`,
    [owner],
  )
  const add = asUser(owner, (session) => session.query(community, [newInviteLink(), owner]))
  expect(await race(add, add)).toEqual(['You can list at most 100 communities.', 'done'])
  expect(await count('public.communities where owner_id = $1', owner)).toBe(100)
})

test('only one of two concurrent requests adds the fiftieth group', async () => {
  const owner = await createAccount()
  const id = await createApproved(owner)
  const insertGroups = 'insert into public.community_groups (community_id, name)'
  await sql.query(`${insertGroups} select $1, 'Group ' || n from generate_series(1, 49) as n`, [id])
  const add = asUser(owner, (session) => session.query(`${insertGroups} values ($1, 'New')`, [id]))
  expect(await race(add, add)).toEqual(['A community can have at most 50 groups.', 'done'])
  expect(await count('public.community_groups where community_id = $1', id)).toBe(50)
})

test('the id of a community cannot be reused by another owner while it is being deleted', async () => {
  const [owner, other] = [await createAccount(), await createAccount()]
  const id = await createApproved(owner)
  const remove = asUser(owner, (session) =>
    session.query('delete from public.communities where id = $1', [id]),
  )
  const reuse = asUser(other, (session) =>
    session.query(
      `insert into public.communities (id, name, description, location, whatsapp_link, image_url, category)
       values ($1, 'Swimmers', 'At dawn', 'Bali', $2, '${stockPhoto}', 'Sports')`,
      [id, newInviteLink()],
    ),
  )
  expect(await race(remove, reuse)).toEqual(['This community was deleted.', 'done'])
})

const recordCheck = (id: string, answer: 'live' | 'dead') =>
  asService((session) =>
    session.query(
      `select public.record_link_check($1, (select link from public.community_links
         where community_id = $1), $2, 'Swimmers')`,
      [id, answer],
    ),
  )
const save = (owner: string, id: string) =>
  asUser(owner, (session) =>
    session.query('update public.communities set member_count = 77 where id = $1', [id]),
  )
const isListed = async (id: string) =>
  (await count('public.directory_communities where id = $1', id)) === 1

describe.each(['first', 'second'])('a link check that runs %s', (order) => {
  test('and finds a link dead removes the community, concurrently with a save', async () => {
    const owner = await createAccount()
    const id = await createApproved(owner)
    await sql.query(
      `update public.community_links set dead_since = now() - interval '2 days'
       where community_id = $1`,
      [id],
    )
    const outcomes = await raceInOrder(order, recordCheck(id, 'dead'), save(owner, id))
    expect(outcomes).toEqual(['done', 'done'])
    expect(await isListed(id)).toBe(false)
  })

  test('and finds a link live lists no pending community, concurrently with an undo', async () => {
    const admin = await createAdmin()
    const id = await createCommunity(await createAccount())
    const approve = asUser(admin, (session) =>
      session.query(`update public.communities set status = 'approved' where id = $1`, [id]),
    )
    await race(
      approve,
      asJob(() => Promise.resolve()),
    )
    await sql.query(
      `update public.community_links set state = 'dead', dead_since = now() where community_id = $1`,
      [id],
    )
    const undo = asUser(admin, (session) => session.query('select public.undo_decision($1)', [id]))
    const outcomes = await raceInOrder(order, recordCheck(id, 'live'), undo)
    expect(outcomes).toEqual(['done', 'done'])
    expect(await isListed(id)).toBe(false)
  })
})

describe.each(['first', 'second'])('a merge of places that runs %s', (order) => {
  async function prepareMerge() {
    const names = [`San ${crypto.randomUUID()}`, `San ${crypto.randomUUID()}`]
    const { rows } = await sql.query(
      `insert into public.places (name, country, country_code, latitude, longitude)
       select name, 'Spain', 'ES', 40, -3 from unnest($1::text[]) as name returning id, name`,
      [names],
    )
    const merge = asUser(await createAdmin(), (session) =>
      session.query('select public.merge_places($1, $2)', [rows[0].id, rows[1].id]),
    )
    return { merge, merged: rows[0].name, kept: rows[1].name }
  }

  test('keeps the community of a concurrent save', async () => {
    const owner = await createAccount()
    const { merge, merged, kept } = await prepareMerge()
    const add = asUser(owner, (session) =>
      session.query(
        `insert into public.communities (name, description, location, whatsapp_link, image_url, category)
         values ('Swimmers', 'At dawn', $1, $2, '${stockPhoto}', 'Sports')`,
        [merged, newInviteLink()],
      ),
    )
    expect(await raceInOrder(order, merge, add)).toEqual(['done', 'done'])
    const location = 'select location from public.communities where owner_id = $1'
    expect((await sql.query(location, [owner])).rows).toEqual([{ location: kept }])
  })

  test.each(['ask_owners', 'fall_asleep'])('and the job %s both succeed', async (job) => {
    const { merge, merged } = await prepareMerge()
    await sql.query('update private.settings set directory_live = true')
    for (const asked of job === 'fall_asleep' ? ['2025-02-01', '2025-02-02'] : [null, null]) {
      const owner = await createAccount()
      const id = await createApproved(owner)
      await sql.query('update public.communities set location = $1 where id = $2', [merged, id])
      await sql.query('update public.profiles set wants_decision_emails = false where id = $1', [
        owner,
      ])
      await sql.query(
        `update public.signs_of_life set confirmed_at = '2025-01-01', asked_at = $2 where community_id = $1`,
        [id, asked],
      )
    }
    const silence = asJob((session) => session.query(`select private.${job}()`))
    expect(await raceInOrder(order, merge, silence)).toEqual(['done', 'done'])
    await sql.query('select private.ask_owners(), private.fall_asleep()')
    const asked = `public.signs_of_life where confirmed_at = '2025-01-01' and asked_at is not null`
    expect(await count(asked)).toBe(2)
    await sql.query(`delete from public.signs_of_life where confirmed_at = '2025-01-01'`)
    await sql.query('update private.settings set directory_live = false')
  })

  test.each(['an edit', 'a link check'])('and %s of its community both succeed', async (what) => {
    const owner = await createAccount()
    const id = await createApproved(owner)
    const { merge, merged, kept } = await prepareMerge()
    await sql.query('update public.communities set location = $1 where id = $2', [merged, id])
    const other = what === 'an edit' ? save(owner, id) : recordCheck(id, 'live')
    expect(await raceInOrder(order, merge, other)).toEqual(['done', 'done'])
    const { rows } = await sql.query(
      `select c.location, d.location as shown from public.communities as c
       join public.directory_communities as d using (id) where id = $1`,
      [id],
    )
    expect(rows).toEqual([{ location: kept, shown: kept }])
  })
})

test('communities that leave the directory at the same time are each counted once', async () => {
  const [one, other] = [await createAccount(), await createAccount()]
  for (const owner of [one, other, one, other]) await createApproved(owner)
  /** Changes and deletes one community after the other, like the deletion of an account. */
  const removeAll = (owner: string, order: string) =>
    asUser(owner, async (session) => {
      const { rows } = await session.query(
        `select id from public.communities where owner_id = $1 order by id ${order}`,
        [owner],
      )
      for (const { id } of rows) {
        await session.query(`update public.communities set location = 'Zürich' where id = $1`, [id])
        await session.query('delete from public.communities where id = $1', [id])
      }
    })
  expect(await race(removeAll(one, 'asc'), removeAll(other, 'desc'))).toEqual(['done', 'done'])
  const { rows } = await sql.query(`select
    (select count(*)::int from public.directory_communities
     where search_vector @@ 'swimmers') as swimmers,
    (select coalesce(sum(communities), 0)::int from private.directory_words
     where word = 'swimmers') as words`)
  expect(rows[0].words).toBe(rows[0].swimmers)
})

test('a deletion of expired joins leaves a locked record to the next run, so it cannot deadlock', async () => {
  const [member, id] = [await createAccount(), await createCommunity(await createAccount())]
  await sql.query(
    `insert into public.community_joins (community_id, user_id, joined_on)
     select $1, $2, private.today() - days from unnest(array[0, 90, 91]) as days`,
    [id, member],
  )
  const joinAges = async () => {
    const ages = `select private.today() - joined_on as days
      from public.community_joins where user_id = $1 order by 1`
    return (await sql.query(ages, [member])).rows.map(({ days }) => days)
  }
  const deleteExpired = asJob((session) => session.query('select private.delete_expired()'))
  const lock = `select from public.community_joins
    where user_id = $1 and joined_on = private.today() - 91 for update`
  const holder = asJob((session) => session.query(lock, [member]))
  expect(await race(holder, deleteExpired)).toEqual(['done', 'done'])
  // PGlite runs the two transactions one after the other.
  expect(await joinAges()).toEqual(server === 'PGlite' ? [0] : [0, 91])
  await sql.query('select private.delete_expired()')
  expect(await joinAges()).toEqual([0])
})

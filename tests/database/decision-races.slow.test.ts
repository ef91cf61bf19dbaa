import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { newInviteLink, stockPhoto } from '../support/communities.ts'
import { openSessions } from './concurrent-sessions.ts'
import { startMigratedPostgres } from './migrated-postgres.ts'

/* Decisions and suspensions, concurrently with each other and with deletions of accounts. */

const postgres = await startMigratedPostgres()
const { sql, createAccount, stop } = postgres
const { asJob, asUser, race, raceInOrder, closeSessions } = openSessions(postgres)
afterEach(closeSessions)
afterAll(stop)

async function createAdmin(): Promise<string> {
  const id = await createAccount()
  await sql.query('update public.profiles set is_admin = true where id = $1', [id])
  return id
}

async function createPending(ownerId: string): Promise<string> {
  const { rows } = await sql.query(
    `insert into public.communities
       (name, description, location, whatsapp_link, image_url, category, owner_id)
     values ('Swimmers', 'At dawn', 'Bali', $1, '${stockPhoto}', 'Sports', $2) returning id`,
    [newInviteLink(), ownerId],
  )
  return String(rows[0].id)
}

const call = (admin: string, query: string, ...values: unknown[]) =>
  asUser(admin, (session) => session.query(query, values))
const suspendUser = `select public.suspend_user($1, 'Spam.')`
const suspendAndHide = `select public.suspend_user($1, 'Spam.', hides_communities => true)`
const endSuspension = 'select public.end_suspension($1)'
const undoSuspension = 'select public.undo_suspension($1)'
const suspended = `insert into public.suspensions (user_id, reason, until)
  values ($1, 'Spam.', now() + $2::interval)`

/** The name of the group hides the community. */
const hide = `select public.record_link_check($1, whatsapp_link, 'live', 'Crypto Signals')
  from public.communities where id = $1`

describe.each(['first', 'second'])('a suspension that runs %s', (order) => {
  test.each([
    ['starts', 0, suspendUser],
    ['ends', 1, endSuspension],
  ])('and %s during the approval of a community: %i is listed', async (_what, listed, change) => {
    const [owner, admin] = [await createAccount(), await createAdmin()]
    const id = await createPending(owner)
    if (change === endSuspension) await sql.query(suspended, [owner, '1 day'])
    const approve = `update public.communities set status = 'approved' where id = $1`
    const outcomes = await raceInOrder(
      order,
      call(admin, change, owner),
      call(await createAdmin(), approve, id),
    )
    expect(outcomes).toEqual(['done', 'done'])
    const { rowCount } = await sql.query('select from public.directory_communities where id = $1', [
      id,
    ])
    expect(rowCount).toBe(listed)
  })

  test('ends the rights of an admin who suspends the other one at the same time', async () => {
    const [one, other] = [await createAdmin(), await createAdmin()]
    const outcomes = await raceInOrder(
      order,
      call(one, suspendUser, other),
      call(other, suspendUser, one),
    )
    expect(outcomes).toEqual(['Your account is suspended. Your profile page says why.', 'done'])
  })
})

test.each([
  ['suspend_user', null, suspendUser, 'This user has no profile.'],
  ['suspend_user that hides all', null, suspendAndHide, 'This user has no profile.'],
  ['undo_suspension', '1 day', undoSuspension, 'This suspension can no longer be undone.'],
  ['end_suspension', '1 day', endSuspension, 'This user is not suspended.'],
  ['the end of the time', '-1 day', null, 'done'],
])(
  '%s does not deadlock with the deletion of the account',
  async (_what, until, change, outcome) => {
    const [leaving, admin] = [await createAdmin(), await createAdmin()]
    await createPending(leaving)
    if (until) await sql.query(suspended, [leaving, until])
    const deletion = asJob(async (session) => {
      // What the deletion has locked when it waits.
      await session.query('select from public.profiles where id = $1 for update', [leaving])
      await session.query('select from public.communities where owner_id = $1 for update', [
        leaving,
      ])
    })
    const outcomes = await race(
      {
        ...deletion,
        finish: (session) => session.query('delete from auth.users where id = $1', [leaving]),
      },
      change
        ? call(admin, change, leaving)
        : asJob((session) => session.query('select private.end_expired_suspensions()')),
    )
    expect(outcomes).toEqual([expect.stringContaining(outcome), 'done'])
  },
)

describe.each(['first', 'second'])('suspending a user and hiding all, %s', (order) => {
  async function createApproved(owner: string): Promise<string> {
    const id = await createPending(owner)
    await sql.query(`update public.communities set status = 'approved' where id = $1`, [id])
    return id
  }
  const blockOf = async (id: string) =>
    (await sql.query('select reason from public.community_blocks where community_id = $1', [id]))
      .rows

  test('keeps the block of an admin who hides one of them at the same time', async () => {
    const owner = await createAccount()
    const [hidden, other] = [await createApproved(owner), await createApproved(owner)]
    const hideOne = `select public.hide_community(id, updated_at, 'Mine.')
      from public.communities where id = $1`
    const outcomes = await raceInOrder(
      order,
      call(await createAdmin(), suspendAndHide, owner),
      call(await createAdmin(), hideOne, hidden),
    )
    const isFirst = order === 'first'
    expect(outcomes).toEqual([isFirst ? 'This community is already hidden.' : 'done', 'done'])
    expect(await blockOf(hidden)).toEqual([{ reason: isFirst ? 'Spam.' : 'Mine.' }])
    expect(await blockOf(other)).toEqual([{ reason: 'Spam.' }])
  })

  test('happens once if two admins do it at the same time', async () => {
    const owner = await createAccount()
    const id = await createApproved(owner)
    const outcomes = await raceInOrder(
      order,
      call(await createAdmin(), suspendAndHide, owner),
      call(await createAdmin(), suspendAndHide, owner),
    )
    expect(outcomes.toSorted()).toEqual(['This user is already suspended.', 'done'])
    expect(await blockOf(id)).toEqual([{ reason: 'Spam.' }])
    const log = `select from public.audit_log where subject_id = $1 and action = 'suspended'`
    expect((await sql.query(log, [owner])).rowCount).toBe(1)
  })

  test('is undone, or ended by another admin who comes first', async () => {
    const [owner, admin] = [await createAccount(), await createAdmin()]
    const id = await createApproved(owner)
    const { begin, step } = call(admin, suspendAndHide, owner)
    const session = await begin()
    await step(session)
    await session.query('commit')
    const outcomes = await raceInOrder(
      order,
      call(admin, undoSuspension, owner),
      call(await createAdmin(), endSuspension, owner),
    )
    const isUndone = order === 'first'
    expect(outcomes).toEqual([
      isUndone ? 'This user is not suspended.' : 'This suspension can no longer be undone.',
      'done',
    ])
    expect(await blockOf(id)).toEqual(isUndone ? [] : [{ reason: 'Spam.' }])
  })
})

const approveAll = `update public.communities set status = 'approved' where owner_id = $1`

test.each([
  [
    'a decision',
    `select public.hide_community($1, (select updated_at from public.communities where id = $1), 'Spam.')`,
  ],
  ['an automatic decision', hide],
])('%s does not deadlock with the deletion of the owner', async (_what, decision) => {
  const leaving = await createAccount()
  const id = await createPending(leaving)
  await sql.query(approveAll, [leaving])
  await sql.query(
    `update public.community_links set approved_name = 'Swimmers' where community_id = $1`,
    [id],
  )
  const deletion = asJob((session) =>
    session.query('select from public.profiles where id = $1 for update', [leaving]),
  )
  const outcomes = await race(
    {
      ...deletion,
      finish: (session) => session.query('delete from auth.users where id = $1', [leaving]),
    },
    decision === hide
      ? asJob((session) => session.query(hide, [id]))
      : call(await createAdmin(), decision, id),
  )
  expect(outcomes).toEqual(['done', 'done'])
  const { rowCount } = await sql.query('select from public.communities where id = $1', [id])
  expect(rowCount).toBe(0)
})

test.each([
  [
    'merging their place',
    `select public.merge_places((select id from public.places where name = $1),
    (select id from public.places where name = 'Bali'))`,
  ],
  ['a new country of their place', `update public.places set country = 'Kenya' where name = $1`],
  ['a new name of their place', `update public.places set name = name || ' 2' where name = $1`],
  ['a new name of their owner', `update public.profiles set name = 'New' where name = $1`],
  ['questions to their owner', 'select private.ask_owners()'],
  ['falling asleep', 'select private.fall_asleep()'],
  [
    'the deletion of their owner',
    'delete from auth.users where id = (select id from public.profiles where name = $1)',
  ],
])('a suspension does not deadlock with %s', async (_what, change) => {
  const [owner, name] = [await createAccount(), crypto.randomUUID()]
  await sql.query('update private.settings set directory_live = true')
  await sql.query(
    'update public.profiles set name = $1, wants_decision_emails = false where id = $2',
    [name, owner],
  )
  await sql.query(
    `insert into public.places (name, country, country_code, latitude, longitude)
     values ($1, 'Togo', 'TG', 8, 1)`,
    [name],
  )
  // The rows are stored in the opposite order of a suspension.
  const [high, low] = ['f', '0'].map((first) => first + crypto.randomUUID().slice(1))
  for (const id of [high, low]) {
    await sql.query(
      `insert into public.communities
         (id, name, description, location, whatsapp_link, image_url, category, owner_id, status)
       values ($1, 'Swimmers', 'At dawn', $2, $3, '${stockPhoto}', 'Sports', $4, 'approved')`,
      [id, name, newInviteLink(), owner],
    )
    await sql.query(
      `update public.signs_of_life set confirmed_at = '2025-01-01', asked_at = $2 where community_id = $1`,
      [id, change.includes('fall_asleep') ? '2025-02-01' : null],
    )
  }
  const lock = 'select from public.communities where id = $1 for share'
  const suspension = asJob((session) => session.query(lock, [low]))
  const outcomes = await race(
    { ...suspension, finish: (session) => session.query(lock, [high]) },
    change.includes('$1') && !change.includes('auth.users')
      ? call(await createAdmin(), change, name)
      : asJob((session) => session.query(change, change.includes('$1') ? [name] : [])),
  )
  expect(outcomes).toEqual(['done', 'done'])
})

test('a community whose owner answers while others fall asleep stays awake', async () => {
  const owner = await createAccount()
  await sql.query('update private.settings set directory_live = true')
  await sql.query('update public.profiles set wants_decision_emails = false where id = $1', [owner])
  // PL/pgSQL reads and locks the first ten rows at once.
  for (let count = 0; count < 12; count += 1) await createPending(owner)
  const { rows } = await sql.query(
    `with approved as (
       update public.communities set status = 'approved' where owner_id = $1 returning id
     ) select id from approved order by id`,
    [owner],
  )
  const [first, last] = [rows[0], rows.at(-1)].map(({ id }) => String(id))
  await sql.query(
    `update public.signs_of_life set confirmed_at = '2025-01-01', asked_at = '2025-02-01'
     where community_id in (select id from public.communities where owner_id = $1)`,
    [owner],
  )
  const outcomes = await race(
    {
      ...asJob((session) =>
        session.query('select from public.directory_communities where id = $1 for update', [first]),
      ),
      finish: async () => {
        const session = await call(owner, '').begin()
        await session.query('select public.confirm_community($1)', [last])
        await session.query('commit')
      },
    },
    asJob((session) => session.query('select private.fall_asleep()')),
  )
  expect(outcomes).toEqual(['done', 'done'])
  const asleep = await sql.query(
    `select community_id from public.community_blocks as b
     join public.communities as c on c.id = b.community_id where c.owner_id = $1`,
    [owner],
  )
  expect(asleep.rows).toHaveLength(11)
  expect(asleep.rows).not.toContainEqual({ community_id: last })
})

test('the end of two suspensions does not deadlock with a merge of places', async () => {
  const ids = ['f', '0'].map((first) => first + crypto.randomUUID().slice(1))
  for (const id of ids) {
    const owner = await createAccount()
    await sql.query(
      `insert into public.communities
         (id, name, description, location, whatsapp_link, image_url, category, owner_id, status)
       values ($1, 'Swimmers', 'At dawn', 'Bali', $2, '${stockPhoto}', 'Sports', $3, 'approved')`,
      [id, newInviteLink(), owner],
    )
    await sql.query(
      `insert into public.suspensions (user_id, reason, until) values ($1, 'Spam', now())`,
      [owner],
    )
  }
  const lock = 'select from public.communities where id = $1 for no key update'
  const merge = asJob((session) => session.query(lock, [ids[1]]))
  const outcomes = await race(
    { ...merge, finish: (session) => session.query(lock, [ids[0]]) },
    asJob((session) => session.query('select private.end_expired_suspensions()')),
  )
  expect(outcomes).toEqual(['done', 'done'])
})

test.each([
  ['first', 'This appeal is already closed.'],
  ['second', 'This community is not hidden.'],
])('showing a community %s, and accepting its appeal, decides once', async (order, refused) => {
  const owner = await createAccount()
  const id = await createPending(owner)
  await sql.query(approveAll, [owner])
  await sql.query(
    `insert into public.community_blocks (community_id, kind) values ($1, 'reports')`,
    [id],
  )
  const appeal = call(owner, `select public.appeal_community($1, 'Look again.')`, id)
  await race(
    appeal,
    asJob(() => Promise.resolve()),
  )
  const { rows } = await sql.query(
    `select a.id, c.updated_at::text as version from public.appeals as a
     join public.communities as c on c.id = a.community_id where c.id = $1`,
    [id],
  )
  const show = call(
    await createAdmin(),
    'select public.show_community($1, $2)',
    id,
    rows[0].version,
  )
  const accept = call(await createAdmin(), 'select public.decide_appeal($1, true)', rows[0].id)
  expect(await raceInOrder(order, show, accept)).toEqual([refused, 'done'])
  const log = `select action from public.audit_log where subject_id = $1 order by id desc limit 1`
  const last = (await sql.query(log, [id])).rows[0].action
  expect(last).toBe(order === 'first' ? 'shown' : 'appeal accepted')
  const emails = `select kind from private.email_outbox where community_id = $1
    and kind not in ('approved', 'hidden')`
  expect((await sql.query(emails, [id])).rows).toEqual([{ kind: last.replace(' ', '_') }])
})

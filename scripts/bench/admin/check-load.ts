import type { Database } from './databases.ts'

const sample = 20

/**
 * The rows go in past the triggers; here the triggers go over some of them, so that the two cannot
 * drift apart unnoticed. Leaves nothing behind.
 *
 * @throws when a trigger would have written something else
 */
export async function checkLoad(database: Database, rows: number): Promise<void> {
  const numbers = `generate_series(1, ${rows}, ${Math.floor(rows / sample)}) as i`
  const communities = `select md5('community ' || i)::uuid from ${numbers}`
  const users = `select md5('user ' || i)::uuid from ${numbers}`
  await database.query('begin')
  try {
    await unchanged(database, 'public.communities', communities, () =>
      database.query(`update public.communities set search_text = search_text
        where id in (${communities})`),
    )
    await unchanged(database, 'private.account_index', users, () =>
      database.query(`update public.profiles set name = name where id in (${users})`),
    )
    await checkTwins(database, users)
  } finally {
    await database.query('rollback')
  }
  await checkNumbers(database, rows)
}

async function unchanged(
  database: Database,
  table: string,
  ids: string,
  touch: () => Promise<unknown>,
) {
  const state = `select count(*)::int as found, md5(string_agg(to_jsonb(t)::text, ',' order by id)) as hash
    from ${table} as t where id in (${ids})`
  const [before] = await database.query(state)
  await touch()
  const [after] = await database.query(state)
  if (Number(before?.['found']) < sample || before?.['hash'] !== after?.['hash']) {
    throw new Error(`The triggers would have written other rows into ${table}.`)
  }
}

/** Signs up the same people again, through the triggers, and compares what these make of them. */
async function checkTwins(database: Database, users: string) {
  await database.query(`
    insert into auth.users (id, aud, role, email, raw_user_meta_data, created_at, updated_at)
    select md5('twin ' || id)::uuid, aud, role, 'twin-' || email, raw_user_meta_data, created_at,
      updated_at
    from auth.users where id in (${users})`)
  const [twins] = await database.query(`
    select count(*)::int as alike from auth.users as u
    join public.profiles as p using (id) join private.account_index as d using (id)
    join public.profiles as tp on tp.id = md5('twin ' || u.id)::uuid
    join private.account_index as td on td.id = tp.id
    where u.id in (${users}) and tp.name = p.name and tp.email = 'twin-' || p.email
      and td.name = d.name and td.email = 'twin-' || d.email and td.is_admin = d.is_admin
      and td.created_at = d.created_at`)
  if (Number(twins?.['alike']) < sample) {
    throw new Error('The triggers would have written other profiles.')
  }
}

/** One more user than `rows`: the admin. */
async function checkNumbers(database: Database, rows: number) {
  const [counted] = await database.query(`select
    (select count(*) from public.communities)::int as communities,
    (select count(*) from public.profiles)::int as profiles,
    (select count(*) from private.account_index)::int as listed`)
  const { communities, profiles, listed } = counted ?? {}
  if (communities !== rows || profiles !== rows + 1 || listed !== rows + 1) {
    throw new Error(`Not ${rows} rows were loaded: ${JSON.stringify(counted)}`)
  }
}

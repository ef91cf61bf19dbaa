import type { Database } from './databases.ts'

/** Who asks, in every query that an admin asks. */
export const adminId = '11111111-1111-4111-8111-111111111111'

/** The word that few names have, and one that every third has. */
export const rareWord = 'Lighthouse'
export const commonWord = 'Walkers'

const person = (number: string) => `md5('user ' || ${number})::uuid`

/** Brings a database to as many users and as many listings, spread over two years. */
export async function growTo(database: Database, from: number, to: number): Promise<void> {
  const rows = `generate_series(${from + 1}, ${to}) as i`
  const moment = `timestamptz '2026-11-01' - (i * 7919 % 1051200) * interval '1 minute'`
  const statements = [
    // Rows go in past the triggers, for speed; checkTriggersAgree() sees that they are the same.
    `set session_replication_role = replica`,
    `insert into auth.users (id, aud, role, email, raw_user_meta_data, created_at, updated_at)
     select ${person('i')}, 'authenticated', 'authenticated', 'person' || i || '@example.com',
       jsonb_build_object('name', ${personName}), ${moment}, ${moment} from ${rows}`,
    `insert into public.profiles (id, name, email, credits, created_at)
     select ${person('i')}, ${personName}, 'person' || i || '@example.com', i % 12, ${moment} from ${rows}`,
    `insert into private.user_directory (id, name, email, credits, is_admin, created_at)
     select ${person('i')}, ${personName}, 'person' || i || '@example.com', i % 12, false, ${moment} from ${rows}`,
    `insert into public.communities (
       id, name, description, location, whatsapp_link, image_url, category, member_count, owner_id,
       status, held_changes, held_at, created_at, updated_at, search_text
     )
     select l.id, l.name, l.description, l.location, l.link,
       'https://images.unsplash.com/photo-1469854523086-cc02fe5d8800',
       (enum_range(null::public.community_category))[1 + i % 8], i % 900, p.id, l.status::public.community_status,
       case when held then jsonb_build_object('name', l.name || ' and friends') end,
       case when held then l.at end, l.at, l.at,
       concat_ws(' ', l.name, l.location, case l.location when 'Zürich' then 'Zurich' when 'Medellín' then 'Medellin' end,
         private.country_of(l.location), l.link, p.name, p.email)
     from ${rows}
     cross join lateral (select
       md5('listing ' || i)::uuid as id, ${listingName} as name,
       repeat('What we do, when and with whom. ', 4 + i % 15) as description,
       (enum_range(null::public.community_location))[1 + i % 6] as location,
       'https://chat.whatsapp.com/' || substr(md5('link ' || i), 1, 22) as link,
       case i % 20 when 0 then 'pending' when 1 then 'rejected' else 'approved' end as status,
       i % 200 = 2 as held, ${moment} as at
     ) as l
     join public.profiles as p on p.id = md5('user ' || (1 + i * 7 % ${to}))::uuid`,
    `set session_replication_role = origin`,
  ]
  for (const statement of statements) {
    // One connection, one statement after the other.
    // oxlint-disable-next-line no-await-in-loop
    await database.query(statement)
  }
  await addAdmin(database)
  await checkTriggersAgree(database)
  await database.query('vacuum analyze')
}

const pick = (words: readonly string[], by: string) =>
  `(array[${words.map((word) => `'${word}'`).join(', ')}])[1 + (${by}) % ${words.length}]`

const personName = `${pick(['Ana', 'Ben', 'Chi', 'Dana', 'Eli', 'Fay', 'Gus', 'Hana', 'Ivo', 'Jun', 'Kai'], 'i')}
  || ' ' || ${pick(['Abara', 'Berg', 'Costa', 'Diaz', 'Evans', 'Fuchs', 'Gomez', 'Haas', 'Ito'], 'i / 11')} || ' ' || i`

const adjectives =
  'Sunrise Harbour Quiet Open Friday Hidden Northern Golden Little Early Slow Salty Green Distant Paper Second Warm Coastal Night Wild'
const nouns =
  'Garden River Rooftop Canyon Market Lagoon Kitchen Studio Trail Ferry Volcano Library Bakery Terrace Island Station Forest Museum Bridge'
const people =
  'Makers Sailors Cooks Dancers Writers Runners Coders Surfers Painters Singers Climbers Founders'

const listingName = `${pick(adjectives.split(' '), 'i')} || ' '
  || case when i % 997 = 5 then '${rareWord}' else ${pick(nouns.split(' '), 'i / 20')} end || ' '
  || case when i % 3 = 0 then '${commonWord}' else ${pick(people.split(' '), 'i / 380')} end`

async function addAdmin(database: Database): Promise<void> {
  await database.query(`insert into auth.users (id, email, created_at, updated_at)
    values ('${adminId}', 'admin@example.com', now(), now()) on conflict do nothing`)
  await database.query(`update public.profiles set is_admin = true where id = '${adminId}'`)
}

/** The load must not drift from what the triggers write. @throws when it does */
async function checkTriggersAgree(database: Database): Promise<void> {
  const state = `select string_agg(search_text, '|' order by id) as texts from public.communities
    where id in (select md5('listing ' || i)::uuid from generate_series(1, 20) as i)`
  const [loaded] = await database.query(state)
  await database.query(`update public.communities set search_text = ''
    where id in (select md5('listing ' || i)::uuid from generate_series(1, 20) as i)`)
  const [written] = await database.query(state)
  const [strays] = await database.query(
    `select count(*)::int as people from private.user_directory as d
     full join auth.users as u using (id) left join public.profiles as p using (id)
     where d.name is distinct from p.name or d.email is distinct from u.email`,
  )
  if (loaded?.['texts'] !== written?.['texts'] || strays?.['people'] !== 0) {
    throw new Error('The rows of this benchmark are not what the triggers would write.')
  }
}

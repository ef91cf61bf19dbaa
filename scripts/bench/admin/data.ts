import { type Database, fill, newestTime, random } from '../database.ts'

export const adminId = '11111111-1111-4111-8111-111111111111'

/** The email of a user who owns a community at every size. */
export const ownerEmail = 'user76@example.com'

/** One community name in two thousand contains the rare word, one in three the common word. */
export const rareWord = 'Lighthouse'
export const commonWord = 'Walkers'

const moods = 'Sunrise Harbour Quiet Open Friday Hidden Northern Early Golden Slow Salty Windy'
const places =
  'Garden River Rooftop Canyon Market Beach Lagoon Station Terrace Island Forest Studio'
const groups = `${commonWord} Makers Sailors`
const endings =
  'Club Circle Crew Collective Meetup Society Friends Guild Table Exchange Union Tribe'
const names = 'Ana Ben Chi Dana Eli Fay Gus Hana Ivo Jun Kai Lea Mia Noa Omar Pia Quin Rosa Sam'

/* SQL expressions for row `i`. */

export const communityId = (i: string) => `md5('community ' || ${i})::uuid`
export const userId = (i: string) => `md5('user ' || ${i})::uuid`

/** An integer below `limit`. */
const randomBelow = (limit: number, salt: string) => `floor(${random(`'${salt}'`)} * ${limit})::int`

const pickWord = (list: string, salt: string) => {
  const words = list.split(' ')
  return `('{${words.join(',')}}'::text[])[1 + ${randomBelow(words.length, salt)}]`
}

const randomTime = (salt: string) =>
  `${newestTime} - ${randomBelow(730 * 24 * 60, salt)} * interval '1 minute'`

const communityName = `concat_ws(' ', ${pickWord(moods, 'mood')},
  case when i % 2000 = 7 then '${rareWord}' else ${pickWord(places, 'place')} end,
  ${pickWord(groups, 'group')}, ${pickWord(endings, 'ending')})`

const userName = `concat_ws(' ', ${pickWord(names, 'first')}, ${pickWord(names, 'last')})`

/** SQL: a description of 100 to 600 characters. */
const description = `left(repeat(concat_ws(' ', 'We meet at the', ${pickWord(places, 'where')},
  'with', ${pickWord(groups, 'whom')} || ',', 'stay for as long as we like and welcome everyone. '), 10),
  100 + ${randomBelow(500, 'length')})`

export async function addAdmin(database: Database): Promise<void> {
  await database.query(`insert into auth.users (id, aud, role, email, created_at, updated_at)
    values ('${adminId}', 'authenticated', 'authenticated', 'admin@example.com', now(), now())`)
  await database.query(
    `insert into auth.sessions (id, user_id) values ('${adminId}', '${adminId}')`,
  )
  await database.query(`update public.profiles set is_admin = true where id = '${adminId}'`)
}

/** Adds users and communities until there are `to` of each. */
export const addRows = (database: Database, from: number, to: number): Promise<void> =>
  fill(
    database,
    [...insertUsers(from, to), insertCommunities(from, to)],
    ['public.communities', 'public.profiles', 'private.account_index'],
  )

function insertUsers(from: number, to: number): string[] {
  const newUsers = `(
    select ${userId('i')} as id, ${userName} as name, 'user' || i || '@example.com' as email,
      ${randomTime('joined')} as at, i % 12 as credits
    from generate_series(${from + 1}, ${to}) as i) as u`
  return [
    `insert into auth.users (id, aud, role, email, raw_user_meta_data, created_at, updated_at)
     select id, 'authenticated', 'authenticated', email, jsonb_build_object('name', name), at, at
     from ${newUsers}`,
    `insert into auth.sessions (id, user_id, created_at) select id, id, at from ${newUsers}`,
    `insert into public.profiles (id, name, email, sign_in_email, credits, created_at, updated_at)
     select id, name, email, email, credits, at, at from ${newUsers}`,
    `insert into private.account_index (id, name, email, credits, is_admin, created_at)
     select id, name, email, credits, false, at from ${newUsers}`,
  ]
}

/** SQL: the name of the stored image of a community whose owner's profile is `p`. */
export const imageName = (i: string): string =>
  `(p.image_folder || '/' || ${i} + 1700000000000 || '-compressed.jpg')`

/** Every second community has its own owner, the others a random one. One in three has an image of its owner. */
function insertCommunities(from: number, to: number): string {
  return `
    insert into public.communities (
      id, name, description, location, whatsapp_link, image_url, category, member_count, owner_id,
      status, approval_date, approved_by, rejection_reason, held_changes, held_at,
      approved_groups, created_at, updated_at, search_text)
    select l.id, l.name, l.description, l.location, l.link,
      case when l.i % 3 = 0
        then 'https://project.supabase.co/storage/v1/object/public/community-images/' || ${imageName('l.i')}
        else 'https://images.unsplash.com/photo-1469854523086-cc02fe5d8800' end, l.category, l.members, p.id,
      l.status::public.community_status,
      case when l.status <> 'pending' then l.at end,
      case when l.status <> 'pending' then '${adminId}'::uuid end,
      case when l.status = 'rejected' then 'The link has expired.' end,
      case when l.held then jsonb_build_object('name', l.name || ' and Friends') end,
      case when l.held then l.at end,
      case when l.status = 'approved' then '[]'::jsonb end, l.at, l.at,
      lower(concat_ws(' ', l.name, l.location,
        case l.location when 'Zürich' then 'Zurich' when 'Medellín' then 'Medellin' end,
        place.country, l.link))
    from (
      select *, status = 'approved' and chance < 5 as held from (
        select i, ${communityId('i')} as id, ${communityName} as name, ${description} as description,
          (array(select name from public.places order by name))[1 + ${randomBelow(6, 'location')}] as location,
          (enum_range(null::public.community_category))[1 + ${randomBelow(8, 'category')}] as category,
          'https://chat.whatsapp.com/' || left(md5('link ' || i), 22) as link,
          ${randomBelow(900, 'members')} as members, ${randomTime('listed')} as at,
          ${randomBelow(1000, 'held')} as chance,
          case ${randomBelow(20, 'status')}
            when 0 then 'pending' when 1 then 'rejected' else 'approved' end as status,
          case when i % 2 = 0 then i else 1 + ${randomBelow(to, 'owner')} end as owner
        from generate_series(${from + 1}, ${to}) as i) as row
    ) as l join public.profiles as p on p.id = ${userId('l.owner')} join public.places as place on place.name = l.location`
}

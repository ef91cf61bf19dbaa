import { checkLoad } from './check-load.ts'
import type { Database } from './databases.ts'
import { description, dice, communityName, personName } from './words.ts'

/** Who asks, in every query that an admin asks. */
export const adminId = '11111111-1111-4111-8111-111111111111'

/** Someone who owns a community at every size. */
export const ownerEmail = 'person76@example.com'

/** SQL: the ids of the community and of the user with a number. */
export const communityId = (number: string) => `md5('community ' || ${number})::uuid`
export const userId = (number: string) => `md5('user ' || ${number})::uuid`

const moment = (salt: string) =>
  `timestamptz '2026-11-01' - ${dice(salt, 730 * 24 * 60)} * interval '1 minute'`

/** The one who may ask, made the way everyone is: by the triggers. */
export async function addAdmin(database: Database): Promise<void> {
  await database.query(`insert into auth.users (id, aud, role, email, created_at, updated_at)
    values ('${adminId}', 'authenticated', 'authenticated', 'admin@example.com', now(), now())`)
  await database.query(`update public.profiles set is_admin = true where id = '${adminId}'`)
}

/**
 * Brings a database from `from` to `to` users and as many communities.
 *
 * @throws when the rows are not what the triggers would have written
 */
export async function growTo(database: Database, from: number, to: number): Promise<void> {
  const statements = [
    // Row by row, the triggers would take longer than everything that is measured.
    'set session_replication_role = replica',
    ...insertUsers(from, to),
    insertCommunities(from, to),
    'set session_replication_role = origin',
  ]
  for (const statement of statements) {
    // One connection, one statement after the other.
    // oxlint-disable-next-line no-await-in-loop
    await database.query(statement)
  }
  await checkLoad(database, to)
  await database.query('vacuum analyze')
}

function insertUsers(from: number, to: number): string[] {
  const people = `(
    select ${userId('i')} as id, ${personName} as name, 'person' || i || '@example.com' as email,
      ${moment('joined')} as at, i % 12 as credits
    from generate_series(${from + 1}, ${to}) as i) as u`
  return [
    `insert into auth.users (id, aud, role, email, raw_user_meta_data, created_at, updated_at)
     select id, 'authenticated', 'authenticated', email, jsonb_build_object('name', name), at, at
     from ${people}`,
    `insert into public.profiles (id, name, email, sign_in_email, credits, created_at, updated_at)
     select id, name, email, email, credits, at, at from ${people}`,
    `insert into private.account_index (id, name, email, credits, is_admin, created_at)
     select id, name, email, credits, false, at from ${people}`,
  ]
}

/** Every second community has an owner of its own, the others anyone: so many own none, and some four. */
function insertCommunities(from: number, to: number): string {
  const owner = `case when i % 2 = 0 then i else 1 + ${dice('owner', to)} end`
  return `
    insert into public.communities (
      id, name, description, location, whatsapp_link, image_url, category, member_count, owner_id,
      status, approval_date, approved_by, rejection_reason, held_changes, held_at,
      approved_groups, created_at, updated_at, search_text)
    select l.id, l.name, l.description, l.location, l.link,
      'https://images.unsplash.com/photo-1469854523086-cc02fe5d8800', l.category, l.members, p.id,
      l.status::public.community_status,
      case when l.status <> 'pending' then l.at end,
      case when l.status <> 'pending' then '${adminId}'::uuid end,
      case when l.status = 'rejected' then 'The link has expired.' end,
      case when l.held then jsonb_build_object('name', l.name || ' and Friends') end,
      case when l.held then l.at end,
      case when l.status = 'approved' then '[]'::jsonb end, l.at, l.at,
      concat_ws(' ', l.name, l.location,
        case l.location when 'Zürich' then 'Zurich' when 'Medellín' then 'Medellin' end,
        private.country_of(l.location), l.link, p.name, p.email)
    from (
      select *, status = 'approved' and chance < 5 as held from (
        select ${communityId('i')} as id, ${communityName} as name, ${description} as description,
          (enum_range(null::public.community_location))[1 + ${dice('location', 6)}] as location,
          (enum_range(null::public.community_category))[1 + ${dice('category', 8)}] as category,
          'https://chat.whatsapp.com/' || left(md5('link ' || i), 22) as link,
          ${dice('members', 900)} as members, ${moment('listed')} as at, ${dice('held', 1000)} as chance,
          case ${dice('status', 20)}
            when 0 then 'pending' when 1 then 'rejected' else 'approved' end as status,
          ${owner} as owner
        from generate_series(${from + 1}, ${to}) as i) as row
    ) as l join public.profiles as p on p.id = ${userId('l.owner')}`
}

import { listingColumns } from '../../src/communities/listing.ts'
import { commonWord, rareWord } from './load.ts'

/** One thing the page asks, as the API asks it. */
export interface Question {
  name: string
  sql: string
  role: 'authenticated' | 'service_role'
}

const columns = listingColumns
  .split(', ')
  .map((column) => `c.${column}`)
  .join(', ')

/** PostgREST's way of putting a question: columns, the embedded owner, one JSON text. */
const listings = (name: string, source: string): Question => ({
  name,
  role: 'authenticated',
  sql: `
    select coalesce(json_agg(t), '[]')::text as body from (
      select ${columns}, row_to_json(owner) as owner from (${source}) as c
      left join lateral (
        select p.name, p.email from public.profiles as p where p.id = c.owner_id
      ) as owner on true
    ) as t`,
})

const call = (name: string, role: Question['role'], source: string): Question => ({
  name,
  role,
  sql: `select json_agg(t)::text as body from (select * from ${source}) as t`,
})

const list = (name: string, args = '') =>
  listings(name, `select * from public.list_communities(${args})`)

/** Every query that /admin makes, for a table of `rows` listings and as many users. */
export function questions(rows: number): Question[] {
  const last = Math.ceil(rows / 50)
  return [
    list('first page'),
    list('last page', `page => ${last}`),
    list('first page by name', `sort => 'name', descending => false`),
    list('first page by owner', `sort => 'owner', descending => false`),
    list('search, few found', `search => '${rareWord}'`),
    list('search, a third found', `search => '${commonWord}'`),
    list('search by email', `search => 'person77@example'`),
    list('filter by status', `status => 'pending'`),
    list('filter by category', `category => 'Sports'`),
    list('filter by country', `country => 'Brazil'`),
    list('all three filters', `status => 'pending', category => 'Sports', country => 'Indonesia'`),
    call('count per status', 'authenticated', 'public.count_communities()'),
    call('count of a search', 'authenticated', `public.count_communities(search => '${rareWord}')`),
    listings('queue, first page', 'select * from public.list_moderation_queue(50, 1)'),
    call('queue, count', 'authenticated', 'public.count_moderation_queue()'),
    listings(
      'similar listings',
      `select * from public.similar_communities(md5('listing 40')::uuid)`,
    ),
    call('users, first page', 'service_role', 'public.list_users()'),
    call('users, last page', 'service_role', `public.list_users(page => ${last})`),
    call('users by name', 'service_role', `public.list_users(sort => 'name', descending => false)`),
    call('users, search', 'service_role', `public.list_users(search => 'person77')`),
    call('users, count', 'service_role', 'public.count_users()'),
  ]
}

/** The same done without the functions: an admin reads the table, and the policy applies to each row. */
export function underPolicy(): Question[] {
  const direct = (name: string, filter: string) =>
    listings(
      name,
      `select * from public.communities as c where ${filter} order by c.created_at desc, c.id limit 50`,
    )
  return [
    direct('first page', 'true'),
    direct('search, few found', `c.search_text ilike '%${rareWord}%'`),
    direct(
      'all three filters',
      `c.status = 'pending' and c.category = 'Sports' and c.location = 'Bali'`,
    ),
  ]
}

/**
 * Copies of the functions that ask nobody who they are, in a schema `bare`: what a question costs
 * without row-level security and the check that stands in for it.
 */
export const makeBareFunctions = [
  'create schema bare',
  `do $do$
  declare
    source text;
  begin
    for source in
      select pg_get_functiondef(p.oid) from pg_proc as p
      where p.proname ~ '^(list|count|similar)_'
        and p.pronamespace in ('private'::regnamespace, 'public'::regnamespace)
        and p.prorettype <> 'trigger'::regtype
      -- The inner functions first, because an SQL function is checked when it is made.
      order by p.pronamespace <> 'private'::regnamespace
    loop
      source := replace(source, 'perform private.require_admin();', '');
      source := regexp_replace(source, 'FUNCTION private\\.(\\w+)', 'FUNCTION bare.inner_\\1');
      source := replace(source, 'FUNCTION public.', 'FUNCTION bare.');
      source := regexp_replace(source, 'private\\.((list|count|similar)_\\w+)', 'bare.inner_\\1', 'g');
      execute source;
    end loop;
  end
  $do$`,
]

/** The same question for the superuser, past every policy and every check. */
export const bareSql = ({ sql }: Question) =>
  sql.replaceAll(/public\.((?:list|count|similar)_\w+)/g, 'bare.$1')

import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { generateTypes } from '../../tooling/postgres/generate-types.ts'
import { startLocalSupabase } from '../../supabase/local/start.ts'
import { servePGlite } from '../../tooling/postgres/postgres.ts'
import { runAdvisors } from '../../tooling/postgres/supabase-cli.ts'

const local = await startLocalSupabase()
afterAll(() => local.stop())

async function query<Row>(sql: string): Promise<Row[]> {
  const { rows } = await local.connection.driver.query<Row>(sql)
  return rows
}

test('the advisors report nothing except for unused indexes, not even at the level info', async () => {
  const postgres = await servePGlite(local.connection.driver)
  try {
    expect(await runAdvisors(postgres.url)).toEqual([])
  } finally {
    await postgres.stop()
  }
})

test('the committed types match the migrations', async () => {
  expect(await generateTypes()).toBe(readFileSync('src/supabase/database.types.ts', 'utf8'))
}, 60_000)

test('no security definer function can be called through the API', async () => {
  const callable = await query(`
    select p.oid::regprocedure::text as function
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and p.prosecdef
      and (has_function_privilege('anon', p.oid, 'execute')
        or has_function_privilege('authenticated', p.oid, 'execute'))`)
  expect(callable).toEqual([])
})

test('every function has a fixed search path', async () => {
  const open = await query(`
    select p.oid::regprocedure::text as function
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') and not coalesce(p.proconfig, '{}') @> array['search_path=""']`)
  expect(open).toEqual([])
})

test('every table has row-level security and a policy', async () => {
  const tables = await query<{ name: string; secured: boolean; policies: number }>(`
    select c.relname as name, c.relrowsecurity as secured,
      (select count(*)::int from pg_policy where polrelid = c.oid) as policies
    from pg_class c
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and c.relkind in ('r', 'p')`)
  expect(tables.length).toBeGreaterThan(0)
  expect(tables.filter(({ secured, policies }) => !secured || policies === 0)).toEqual([])
})

test('every policy is for signed-in users only', async () => {
  const wide = await query(`
    select policyname from pg_policies
    where schemaname in ('public', 'storage') and roles <> '{authenticated}'`)
  expect(wide).toEqual([])
})

describe('the grants', () => {
  test('give anonymous visitors no table and no column', async () => {
    const granted = await query(`
      select table_name as name from information_schema.column_privileges
      where table_schema in ('public', 'private') and grantee in ('anon', 'PUBLIC')`)
    expect(granted).toEqual([])
  })

  test('let anonymous visitors call only the functions that read the directory', async () => {
    const callable = await query<{ name: string }>(`
      select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and has_function_privilege('anon', p.oid, 'execute')`)
    expect(callable.map(({ name }) => name.replace(/\(.*/, '')).toSorted()).toEqual([
      'count_directory',
      'count_places',
      'get_directory_community',
      'is_directory_live',
      'private.allow_caching',
      'private.check_request',
      'private.count_directory',
      'private.count_places',
      'private.get_directory_community',
      'private.is_directory_live',
      'private.refuse_filters',
      'private.search_directory',
      'search_directory',
    ])
  })

  test('let signed-in users write only these columns', async () => {
    const rows = await query<{ verb: string; name: string; columns: string }>(`
      select privilege_type as verb, table_name as name,
        string_agg(column_name, ' ' order by column_name collate "C") as columns
      from information_schema.column_privileges
      where table_schema = 'public' and grantee = 'authenticated'
        and privilege_type in ('INSERT', 'UPDATE')
      group by 1, 2 order by 2, 1`)
    expect(rows.map(({ verb, name, columns }) => `${verb} ${name}: ${columns}`)).toEqual([
      'INSERT communities: category description id image_url join_type languages location member_count name owner_id requested_place whatsapp_link',
      'UPDATE communities: approval_date approved_by category description groups_updated_at held_changes id image_url join_type languages location member_count name rejection_reason requested_place status updated_at whatsapp_link',
      'INSERT community_groups: community_id description id name',
      'UPDATE community_groups: community_id description id name',
      'INSERT places: alternative_names country country_code id is_active latitude longitude name',
      'UPDATE places: alternative_names country country_code is_active latitude longitude name updated_at',
      'INSERT profiles: address country email id interests name phone',
      'UPDATE profiles: address country credits email interests name phone updated_at wants_decision_emails wants_summary_emails',
    ])
  })

  test('give users no table in the private schema', async () => {
    const tables = await query(`
      select table_name from information_schema.role_table_grants
      where table_schema = 'private' and grantee in ('anon', 'authenticated')`)
    expect(tables).toEqual([])
  })
})

import { expect, test } from 'vitest'
import { local } from './closed-backend.ts'
import { expectNoTableRights, expectStatedFunctions } from './permissions/stated-grants.ts'

/* Grants, policies and functions, read from the catalog: rules that later migrations must follow, too. */

const sql = local.connection.driver

async function query<Row>(text: string): Promise<Row[]> {
  const { rows } = await sql.query<Row>(text)
  return rows
}

/** Which of our functions call which, by the names in their bodies. */
const calls = `calls as materialized (
  select distinct caller.oid as caller, p.oid as called
  from pg_proc as caller, regexp_matches(caller.prosrc, '(\\w+)\\(', 'g') as found
  join pg_proc as p on p.proname = found[1]
  where caller.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    and p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
)`

test('visitors and signed-in users can execute exactly the functions in docs/permissions.md', () =>
  expectStatedFunctions(sql))

test('visitors have no right on a table or column, and users none in the private schema', () =>
  expectNoTableRights(sql))

test('signed-in users write only these columns, and delete only from these tables', async () => {
  const rows = await query<{ verb: string; name: string; columns: string }>(`
    select privilege_type as verb, table_name as name,
      string_agg(column_name, ' ' order by column_name collate "C") as columns
    from information_schema.column_privileges
    where table_schema = 'public' and grantee = 'authenticated'
      and privilege_type in ('INSERT', 'UPDATE')
    group by 1, 2 order by 2, 1`)
  expect(rows.map(({ verb, name, columns }) => `${verb} ${name}: ${columns}`)).toEqual([
    'INSERT admin_notes: community_id id text user_id',
    'INSERT alerts: category id join_type language location search user_id',
    'INSERT communities: category description host_intro host_name id image_url join_type languages location member_count name owner_id requested_place whatsapp_link',
    'UPDATE communities: approval_date approved_by category description groups_updated_at held_changes host_intro host_name id image_url join_type languages location member_count name rejection_reason requested_place status updated_at whatsapp_link',
    'INSERT community_groups: community_id description id name',
    'UPDATE community_groups: community_id description id name',
    'INSERT places: alternative_names country country_code id is_active latitude longitude name',
    'UPDATE places: alternative_names country country_code is_active latitude longitude name updated_at',
    'INSERT profiles: address country email id interests name phone',
    'UPDATE profiles: address country credits email interests name phone updated_at wants_alert_emails wants_decision_emails wants_report_emails wants_summary_emails',
    'INSERT saved_communities: community_id',
    'INSERT synonyms: id terms',
    'UPDATE synonyms: terms updated_at',
  ])
  const deletable = await query(`
    select table_name from information_schema.role_table_grants
    where table_schema = 'public' and grantee = 'authenticated' and privilege_type = 'DELETE'
    order by 1`)
  const names = [
    'admin_notes',
    'alerts',
    'communities',
    'community_groups',
    'saved_communities',
    'synonyms',
  ]
  expect(deletable).toEqual(names.map((table_name) => ({ table_name })))
})

test('every table has row-level security and a policy, for signed-in users only', async () => {
  const tables = await query<{ name: string; secured: boolean; policies: number }>(`
    select c.relname as name, c.relrowsecurity as secured,
      (select count(*)::int from pg_policy where polrelid = c.oid) as policies
    from pg_class c
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and c.relkind in ('r', 'p')`)
  expect(tables.length).toBeGreaterThan(12)
  expect(tables.filter(({ secured, policies }) => !secured || policies === 0)).toEqual([])
  const wide = await query(`
    select policyname from pg_policies
    where schemaname in ('public', 'storage') and roles <> '{authenticated}'`)
  expect(wide).toEqual([])
})

test('every function has a fixed search path, and the API exposes no security definer function', async () => {
  const open = await query(`
    select p.oid::regprocedure::text as function
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') and not coalesce(p.proconfig, '{}') @> array['search_path=""']`)
  expect(open).toEqual([])
  const callable = await query(`
    select p.oid::regprocedure::text as function from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prosecdef
      and (has_function_privilege('anon', p.oid, 'execute')
        or has_function_privilege('authenticated', p.oid, 'execute'))`)
  expect(callable).toEqual([])
})

test('no function that writes returns data, which a failed cast would expose', async () => {
  // Except for admins, who may read every community, and a code that no longer exists after the failure.
  const rows = await query(`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and provolatile = 'v' and prorettype <> 'void'::regtype
      and proname not in ('import_communities', 'get_ownership_code')
      and (has_function_privilege('anon', oid, 'execute')
        or has_function_privilege('authenticated', oid, 'execute'))`)
  expect(rows).toEqual([])
})

test('no policy calls a function that raises, because an error reveals that a row exists', async () => {
  const rows = await query(`
    with recursive ${calls}, called (policy, oid) as (
      select pol.polname, d.refobjid
      from pg_policy as pol
      join pg_depend as d on d.objid = pol.oid
        and d.classid = 'pg_policy'::regclass and d.refclassid = 'pg_proc'::regclass
      union
      select called.policy, calls.called from called join calls on calls.caller = called.oid
    )
    select called.policy, p.proname as function
    from called join pg_proc as p on p.oid = called.oid
    where p.prosrc ~* '\\mraise\\s+exception'`)
  expect(rows).toEqual([])
  expect((await query('select from pg_policy')).length).toBeGreaterThan(15)
})

test('a suspended user writes to no table, whatever the other policies allow', async () => {
  const isRestricted = (command: string, using: string, check: string) => `exists (
    select from pg_policy as p
    where p.polrelid = c.oid and not p.polpermissive and p.polcmd = '${command}'
      and p.polroles = array['authenticated'::regrole::oid]
      and pg_get_expr(p.polqual, p.polrelid) = '${using}'
      and pg_get_expr(p.polwithcheck, p.polrelid) is not distinct from ${check}
  )`
  const isAllowed = '( SELECT (NOT private.is_suspended()))'
  const rows = await query<{ name: string }>(`
    select c.oid::regclass::text as name,
      ${isRestricted('*', 'true', `'${isAllowed}'`)} and ${isRestricted('d', isAllowed, 'null')}
      and exists (select from pg_trigger where tgrelid = c.oid and tgname = 'refuse_suspended_writes')
      as is_protected
    from pg_class as c
    where c.oid = 'storage.objects'::regclass or c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and (
      has_any_column_privilege('authenticated', c.oid, 'insert, update')
      or has_table_privilege('authenticated', c.oid, 'delete')
    )`)
  expect(rows.length).toBeGreaterThan(7)
  expect(rows).toEqual(rows.map(({ name }) => ({ name, is_protected: true })))
})

test('every function that writes for a user refuses suspended users', async () => {
  const rows = await query<{ name: string; refuses: boolean }>(`
    with recursive ${calls}, called (name, oid) as (
      select proname, oid from pg_proc
      where pronamespace = 'public'::regnamespace and provolatile = 'v'
        and has_function_privilege('authenticated', oid, 'execute')
      union
      select called.name, calls.called from called join calls on calls.caller = called.oid
    )
    select name::text, bool_or(p.proname in ('require_writer', 'require_admin')) as refuses
    from called join pg_proc as p on p.oid = called.oid
    group by 1`)
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter(({ refuses }) => !refuses)).toEqual([])
})

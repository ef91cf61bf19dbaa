import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Postgres, prepareProject, startPostgres } from '../../tooling/postgres/postgres.ts'
import { supabase } from '../../tooling/postgres/supabase-cli.ts'
import { expectNoTableRights, expectStatedFunctions } from './permissions/stated-grants.ts'

/*
 * A push to a project that was used before: new tables and functions are granted to every role, pg_trgm is in the
 * public schema, and realtime runs.
 */

let postgres: Postgres
let sql: Client

beforeAll(async () => {
  postgres = await startPostgres()
  await prepareProject(postgres.url)
  sql = new Client({ connectionString: postgres.url })
  await sql.connect()
  await sql.query(`
    alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
    alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
    create extension pg_trgm with schema public;
    create publication supabase_realtime;`)
  await supabase(['db', 'push'], postgres.url)
}, 60_000)

afterAll(async () => {
  await sql.end()
  await postgres.stop()
})

test('visitors and signed-in users can execute exactly the functions in docs/permissions.md', () =>
  expectStatedFunctions(sql))

test('visitors have no right on a table or column, and users none in the private schema', () =>
  expectNoTableRights(sql))

test('the API roles have no access to what a later migration adds', async () => {
  await sql.query(`
    create table public.later (id int);
    create function public.later() returns int language sql set search_path = '' as 'select 1';
    create function private.later() returns int language sql set search_path = '' as 'select 1';`)
  const { rows } = await sql.query(
    `select role, has_table_privilege(role, 'public.later', 'select') as reads,
       has_function_privilege(role, 'public.later()', 'execute') as calls,
       has_function_privilege(role, 'private.later()', 'execute') as calls_private
     from unnest(array['anon', 'authenticated']) as role`,
  )
  await sql.query('drop table public.later; drop function public.later(), private.later();')
  const nothing = { reads: false, calls: false, calls_private: false }
  expect(rows).toEqual([
    { role: 'anon', ...nothing },
    { role: 'authenticated', ...nothing },
  ])
})

test('pg_trgm is moved to the extensions schema', async () => {
  const { rows } = await sql.query(
    `select extnamespace::regnamespace::text as schema from pg_extension where extname = 'pg_trgm'`,
  )
  expect(rows).toEqual([{ schema: 'extensions' }])
})

test('realtime publishes inserts and updates, but no deletions', async () => {
  const { rows } = await sql.query(
    `select pubinsert, pubupdate, pubdelete, pubtruncate,
       (select array_agg(tablename::text) from pg_publication_tables as t where t.pubname = p.pubname) as tables
     from pg_publication as p where pubname = 'supabase_realtime'`,
  )
  expect(rows).toEqual([
    {
      pubinsert: true,
      pubupdate: true,
      pubdelete: false,
      pubtruncate: false,
      tables: ['communities'],
    },
  ])
})

import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  listVisitorBodies,
  listExecutable,
  listExecutableByPublic,
  listStatedExecutable,
} from '../database/permissions/list-executable.ts'
import { type LocalSupabase, startLocalSupabase } from '../../supabase/local/start.ts'
import { createTestClient } from '../support/users.ts'
import { databaseUrl } from '../../tooling/real-services/database.ts'
import { readCluster, pushedName } from '../../tooling/real-services/copy.ts'

/* The grants right after the push, to which the services, which run on copies, must not add any. */

let pushed: Client
let services: LocalSupabase

beforeAll(async () => {
  pushed = new Client(databaseUrl(readCluster().server, { database: pushedName }))
  await pushed.connect()
  services = await startLocalSupabase()
})

afterAll(async () => {
  await pushed.end()
  await services.stop()
})

const grants = `
  select c.oid::regclass::text as name, c.relacl::text as rights, null as column_rights
  from pg_class as c
  where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'v')
  union all
  select a.attrelid::regclass::text || '.' || a.attname, null, a.attacl::text
  from pg_attribute as a join pg_class as c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and a.attacl is not null
  union all
  select p.oid::regprocedure::text, p.proacl::text, null from pg_proc as p
  where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
  order by 1`

test('only the roles that docs/permissions.md names can execute a function', async () => {
  expect(await listExecutableByPublic(pushed)).toEqual([])
  expect(await listExecutable(pushed, 'anon', 'public')).toEqual(listStatedExecutable('anonymous'))
  expect(await listExecutable(pushed, 'anon', 'private')).toEqual(listVisitorBodies())
  expect(await listExecutable(pushed, 'authenticated', 'public')).toEqual(
    listStatedExecutable('admin'),
  )
})

test('the services add no grants to those of the migrations', async () => {
  await createTestClient().from('profiles').select('id')
  const before = await pushed.query(grants)
  const after = await services.connection.driver.query(grants)
  expect(before.rows.length).toBeGreaterThan(50)
  expect(after.rows).toEqual(before.rows)
})

test('auth.uid() reads the claims of the REST service before another service has started', async () => {
  const sub = crypto.randomUUID()
  await pushed.query("select set_config('request.jwt.claims', $1, false)", [
    JSON.stringify({ sub }),
  ])
  const { rows } = await pushed.query('select auth.uid()::text as id')
  expect(rows).toEqual([{ id: sub }])
})

test('the owner of the tables is not a superuser, as on a hosted project', async () => {
  const { rows } = await pushed.query(
    `select distinct r.rolname as owner, r.rolsuper as super from pg_class as c
     join pg_roles as r on r.oid = c.relowner
     where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)`,
  )
  expect(rows).toEqual([{ owner: 'project_owner', super: false }])
})

test('a statement is canceled after the timeout of a hosted project', async () => {
  await services.connection.driver.exec(`
    create function public.slow() returns void language sql as 'select pg_sleep(30)';
    grant execute on function public.slow() to anon;`)
  const url = new URL('/rest/v1/rpc/slow', services.url)
  const call = () => fetch(url, { method: 'POST', headers: { apikey: services.publishableKey } })
  // The REST service takes a moment to reload the schema.
  await expect
    .poll(async () => (await call()).json(), { timeout: 20_000 })
    .toMatchObject({
      code: '57014',
    })
})

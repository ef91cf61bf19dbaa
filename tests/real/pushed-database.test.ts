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
import { addressOf } from '../../tooling/real-services/database.ts'
import { readCluster, pushedName } from '../../tooling/real-services/copy.ts'

/*
 * The database that a push left, and nothing has touched since: what is granted in it, and that the
 * services, which run on copies, grant nothing more.
 */

let pushed: Client
let services: LocalSupabase

beforeAll(async () => {
  pushed = new Client(addressOf(readCluster().server, { database: pushedName }))
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

test('functions are open to those that docs/permissions.md names, and to no others', async () => {
  expect(await listExecutableByPublic(pushed)).toEqual([])
  expect(await listExecutable(pushed, 'anon', 'public')).toEqual(listStatedExecutable('anonymous'))
  expect(await listExecutable(pushed, 'anon', 'private')).toEqual(listVisitorBodies())
  expect(await listExecutable(pushed, 'authenticated', 'public')).toEqual(
    listStatedExecutable('admin'),
  )
})

test('the services grant nothing on top of what was pushed', async () => {
  await createTestClient().from('profiles').select('id')
  const before = await pushed.query(grants)
  const after = await services.connection.driver.query(grants)
  expect(before.rows.length).toBeGreaterThan(50)
  expect(after.rows).toEqual(before.rows)
})

test('it belongs to nobody who is a superuser, as on a hosted project', async () => {
  const { rows } = await pushed.query(
    `select distinct r.rolname as owner, r.rolsuper as super from pg_class as c
     join pg_roles as r on r.oid = c.relowner
     where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)`,
  )
  expect(rows).toEqual([{ owner: 'project_owner', super: false }])
})

test('a statement that takes longer than hosted projects allow is cancelled', async () => {
  await services.connection.driver.exec(`
    create function public.slow() returns void language sql as 'select pg_sleep(30)';
    grant execute on function public.slow() to anon;`)
  const url = new URL('/rest/v1/rpc/slow', services.url)
  const ask = () => fetch(url, { method: 'POST', headers: { apikey: services.publishableKey } })
  // The REST service learns of a new function a moment after it was made.
  await expect
    .poll(async () => (await ask()).json(), { timeout: 20_000 })
    .toMatchObject({
      code: '57014',
    })
})

import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectStatedFunctions } from '../database/permissions/stated-grants.ts'
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

test('visitors and signed-in users can execute exactly the functions in docs/permissions.md', () =>
  expectStatedFunctions(pushed))

test('the services add no grants to those of the migrations', async () => {
  await createTestClient().from('profiles').select('id')
  const before = await pushed.query(grants)
  const after = await services.connection.driver.query(grants)
  expect(before.rows.length).toBeGreaterThan(50)
  expect(after.rows).toEqual(before.rows)
})

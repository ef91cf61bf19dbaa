import { afterAll, expect, test } from 'vitest'
import { startLocalSupabase } from '../../../supabase/local/start.ts'
import { createHttpAccess } from './http-access.ts'
import { readStatedRights } from '../../../tooling/permission-matrix.ts'
import { subjects } from './subjects.ts'
import { tryDirectory } from './try-directory.ts'
import { type Findings, tryFunctions, tryPrivateTables, tryTable } from './try-cells.ts'
import { tryImages, tryServices } from './try-services.ts'

const stated = readStatedRights()
const untried = new Set(stated.keys())

const local = await startLocalSupabase()
const access = await createHttpAccess(local)

afterAll(() => local.stop())

/** Compares the findings with the rows of the matrix about the same subjects. */
function expectAsStated(findings: Findings) {
  for (const subject of findings.keys()) untried.delete(subject)
  const expected = [...findings.keys()].map((subject) => [subject, stated.get(subject)])
  expect(Object.fromEntries(findings)).toEqual(Object.fromEntries(expected))
}

test.each(Object.keys(subjects))(
  '%s can be read and written exactly as the matrix allows',
  { timeout: 120_000 },
  async (name) => expectAsStated(await tryTable(access, name)),
)

test('every table of the API is in the matrix', async () => {
  const { rows } = await access.sql.query(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')`,
  )
  const known = Object.values(subjects).map(({ table }) => table)
  expect(new Set(known)).toEqual(new Set(rows.map(({ name }) => name)))
})

test('functions can be called exactly as the matrix allows', async () =>
  expectAsStated(await tryFunctions(access)))

test('no function that writes returns data, which a failed cast would expose', async () => {
  const { rows } = await access.sql.query(
    `select proname as name from pg_proc
     where pronamespace = 'public'::regnamespace and provolatile = 'v' and prorettype <> 'void'::regtype
       and (has_function_privilege('anon', oid, 'execute')
         or has_function_privilege('authenticated', oid, 'execute'))`,
  )
  expect(rows).toEqual([])
})

test('no policy calls a function that raises, because an error reveals that a row exists', async () => {
  const { rows } = await access.sql.query(
    `with recursive called (policy, oid) as (
       select pol.polname, d.refobjid
       from pg_policy as pol
       join pg_depend as d on d.objid = pol.oid
         and d.classid = 'pg_policy'::regclass and d.refclassid = 'pg_proc'::regclass
       union
       select called.policy, inner_function.oid
       from called
       join pg_proc as outer_function on outer_function.oid = called.oid
       join pg_proc as inner_function
         on inner_function.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
         and outer_function.prosrc ~ ('\\m' || inner_function.proname || '\\(')
     )
     select called.policy, p.proname as function
     from called join pg_proc as p on p.oid = called.oid
     where p.prosrc ~* '\\mraise\\s+exception'`,
  )
  expect(rows).toEqual([])
  const { rows: policies } = await access.sql.query('select from pg_policy')
  expect(policies.length).toBeGreaterThan(15)
})

test('private tables can be read exactly as the matrix allows', async () =>
  expectAsStated(await tryPrivateTables(access)))

test('the directory can be used exactly as the matrix allows', { timeout: 60_000 }, async () =>
  expectAsStated(await tryDirectory(access)),
)

test(
  'images can be viewed, added and removed exactly as the matrix allows',
  { timeout: 60_000 },
  async () => expectAsStated(await tryImages(local, access)),
)

test(
  'edge functions and the auth service can be used exactly as the matrix allows',
  { timeout: 60_000 },
  async () => expectAsStated(await tryServices(access)),
)

test('every row of the matrix is tried', () => expect([...untried]).toEqual([]))

import { expect } from 'vitest'
import { readStatedRights } from '../../../tooling/permission-matrix.ts'
import type { Sql } from './users.ts'

/** Expects visitors and signed-in users to execute exactly the functions in `docs/permissions.md`, and PUBLIC none. */
export async function expectStatedFunctions(sql: Sql): Promise<void> {
  const visitors = listStatedExecutable('anonymous')
  expect({
    visitors: await listExecutable(sql, 'anon', 'public'),
    bodies: await listExecutable(sql, 'anon', 'private'),
    users: await listExecutable(sql, 'authenticated', 'public'),
    everyone: await listExecutableByPublic(sql),
  }).toEqual({
    visitors,
    // Those that the functions above call, and the one that the REST service calls before each request.
    bodies: [...visitors, 'allow_caching()', 'check_request()', 'refuse_filters()'].toSorted(),
    users: listStatedExecutable('admin'),
    everyone: [],
  })
}

/** Expects visitors to have no right on a table or column, and users none in the private schema. */
export async function expectNoTableRights(sql: Sql): Promise<void> {
  const { rows } = await sql.query(`
    select table_name, privilege_type from (
      select table_schema, table_name, privilege_type, grantee from information_schema.column_privileges
      union all
      select table_schema, table_name, privilege_type, grantee from information_schema.table_privileges
    ) as privileges
    where table_schema in ('public', 'private') and grantee in ('anon', 'PUBLIC')
      or table_schema = 'private' and grantee = 'authenticated'`)
  expect(rows).toEqual([])
}

/** Lists the names of the functions that the matrix allows to a role, but not to visitors. */
export const functionsFor = (role: 'owner' | 'admin'): string[] =>
  [...readStatedRights()]
    .filter(([name, rights]) => name.endsWith('()') && rights[role] && !rights.anonymous)
    .map(([name]) => name.slice(0, -2))

/** Lists the functions of a schema that a role may execute, except those of extensions. */
async function listExecutable(sql: Sql, role: string, schema: string): Promise<unknown[]> {
  const { rows } = await sql.query(
    `select distinct p.proname || '()' as name from pg_proc as p
     where p.pronamespace = $2::regnamespace and has_function_privilege($1, p.oid, 'execute')
       and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
     order by 1`,
    [role, schema],
  )
  return rows.map(({ name }) => name)
}

/** Lists the functions that a role may call according to `docs/permissions.md`. */
const listStatedExecutable = (role: 'anonymous' | 'admin'): string[] =>
  [...readStatedRights()]
    .filter(([name, rights]) => name.endsWith('()') && rights[role] === 'X')
    .map(([name]) => name)
    .toSorted()

/** Lists our functions that PUBLIC may execute. */
async function listExecutableByPublic(sql: Sql): Promise<unknown[]> {
  const { rows } = await sql.query(
    `select p.oid::regprocedure::text as name from pg_proc as p
     cross join aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as acl
     where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and acl.grantee = 0`,
  )
  return rows.map(({ name }) => name)
}

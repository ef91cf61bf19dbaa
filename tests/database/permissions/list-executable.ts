import { readStatedRights } from '../../../tooling/permission-matrix.ts'
import type { Sql } from './users.ts'

/** Lists the functions of a schema that a role may execute, except those of extensions. */
export async function listExecutable(sql: Sql, role: string, schema: string): Promise<unknown[]> {
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
export const listStatedExecutable = (role: 'anonymous' | 'admin'): string[] =>
  [...readStatedRights()]
    .filter(([name, rights]) => name.endsWith('()') && rights[role] === 'X')
    .map(([name]) => name)
    .toSorted()

/** Lists the names of the functions that the matrix allows to a role, but not to visitors. */
export const functionsFor = (role: 'owner' | 'admin'): string[] =>
  [...readStatedRights()]
    .filter(([name, rights]) => name.endsWith('()') && rights[role] && !rights.anonymous)
    .map(([name]) => name.slice(0, -2))

/** Lists the private functions that those for visitors call, and the one that the REST service calls before each request. */
export const listVisitorBodies = (): string[] =>
  [
    ...listStatedExecutable('anonymous'),
    'allow_caching()',
    'check_request()',
    'refuse_filters()',
  ].toSorted()

/** Lists our functions that PUBLIC may execute. */
export async function listExecutableByPublic(sql: Sql): Promise<unknown[]> {
  const { rows } = await sql.query(
    `select p.oid::regprocedure::text as name from pg_proc as p
     cross join aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as acl
     where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and acl.grantee = 0`,
  )
  return rows.map(({ name }) => name)
}

import { readStatedRights } from '../../../tooling/permission-matrix.ts'
import type { Sql } from './people.ts'

/** Functions of a schema that a role may execute, without those of extensions. */
export async function executable(sql: Sql, role: string, schema: string): Promise<unknown[]> {
  const { rows } = await sql.query(
    `select distinct p.proname || '()' as name from pg_proc as p
     where p.pronamespace = $2::regnamespace and has_function_privilege($1, p.oid, 'execute')
       and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
     order by 1`,
    [role, schema],
  )
  return rows.map(({ name }) => name)
}

/** Functions that `docs/permissions.md` opens to somebody. */
export const statedExecutable = (somebody: 'anonymous' | 'admin'): string[] =>
  [...readStatedRights()]
    .filter(([name, rights]) => name.endsWith('()') && rights[somebody] === 'X')
    .map(([name]) => name)
    .toSorted()

/** What those for visitors pass their calls on to. */
export const bodiesForVisitors = (): string[] =>
  [...statedExecutable('anonymous'), 'allow_caching()'].toSorted()

/** Functions of ours that everybody may execute, whichever role they have. */
export async function executableByAll(sql: Sql): Promise<unknown[]> {
  const { rows } = await sql.query(
    `select p.oid::regprocedure::text as name from pg_proc as p
     cross join aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as acl
     where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and acl.grantee = 0`,
  )
  return rows.map(({ name }) => name)
}

import type { Role } from '../../../tooling/permission-matrix.ts'

export interface Person {
  id: string
  /** Only over HTTP; someone without one sends the publishable key alone. */
  token?: string
}

/** One person a role, and somebody whose profile is missing, to add it again. */
export type People = Record<Exclude<Role, 'no key' | 'anonymous'> | 'bare', Person>

/** Past every rule. */
export interface Sql {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
}

/** One way to the database: over HTTP as a browser, or as the REST service itself does. */
export interface Way {
  sql: Sql
  people: People
  /** Each is done as the role; a refusal is an answer, not an exception. */
  read(role: Role, table: string, column: string, key: Key): Promise<boolean>
  insert(role: Role, table: string, row: object): Promise<void>
  update(role: Role, table: string, change: object, key: Key): Promise<void>
  remove(role: Role, table: string, key: Key): Promise<void>
  /** Whether the role may call a function of the database at all. */
  call(role: Role, name: string, args: Record<string, unknown>): Promise<boolean>
}

export interface Key {
  column: string
  value: string
}

/** Gives each its role in the database, after they were signed up. */
export async function assignRoles(sql: Sql, people: People) {
  const profile = 'update public.profiles set is_admin = $2 where id = $1'
  await sql.query(profile, [people.admin.id, true])
  await sql.query(profile, [people['former admin'].id, true])
  await sql.query(profile, [people['former admin'].id, false])
  await sql.query('delete from auth.users where id = $1', [people['deleted user'].id])
  await sql.query('delete from public.profiles where id = $1', [people.bare.id])
}

/** Who acts: as the owner of a missing profile, that is somebody else. */
export function actorOf(people: People, role: Role, table: string): Person | undefined {
  if (role === 'no key' || role === 'anonymous') return undefined
  return role === 'owner' && table === 'missing profile' ? people.bare : people[role]
}

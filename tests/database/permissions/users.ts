import type { Role } from '../../../tooling/permission-matrix.ts'

export interface User {
  id: string
  /** Only over HTTP. Without it, requests carry the publishable key alone. */
  token?: string
}

/** One user for each role, and one without a profile, who may add it again. */
export type Users = Record<Exclude<Role, 'no key' | 'anonymous'> | 'profileless', User>

/** Unrestricted access to the database. */
export interface Sql {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
}

/** Access to the database as a role: over HTTP like a browser, or with SQL like the REST service. */
export interface Access {
  sql: Sql
  users: Users
  /** A refusal is a result, not an exception. */
  read(role: Role, table: string, column: string, key: Key): Promise<boolean>
  insert(role: Role, table: string, row: object): Promise<void>
  update(role: Role, table: string, change: object, key: Key): Promise<void>
  remove(role: Role, table: string, key: Key): Promise<void>
  /** Whether the role may call a function of the database. */
  call(role: Role, name: string, args: Record<string, unknown>): Promise<boolean>
}

export interface Key {
  column: string
  value: string
}

/** Signs up the users, and gives them their roles in the database. */
export async function createUsers(sql: Sql, signUp: () => Promise<User>): Promise<Users> {
  const users: Users = {
    'deleted user': await signUp(),
    stranger: await signUp(),
    'former admin': await signUp(),
    owner: await signUp(),
    admin: await signUp(),
    profileless: await signUp(),
  }
  const setAdmin = 'update public.profiles set is_admin = $2 where id = $1'
  await sql.query(setAdmin, [users.admin.id, true])
  await sql.query(setAdmin, [users['former admin'].id, true])
  await sql.query(setAdmin, [users['former admin'].id, false])
  await sql.query('delete from auth.users where id = $1', [users['deleted user'].id])
  await sql.query('delete from public.profiles where id = $1', [users.profileless.id])
  return users
}

/** Returns the user who acts as a role. Only a user without a profile can own a missing one. */
export function getActor(users: Users, role: Role, table: string): User | undefined {
  if (role === 'no key' || role === 'anonymous') return undefined
  return role === 'owner' && table === 'missing profile' ? users.profileless : users[role]
}

import { insertFactor, deleteFactors } from '../../support/factors.ts'
import type { Role } from '../../../tooling/permission-matrix.ts'

export interface User {
  id: string
  token: string
}

type OwnerRole = 'owner' | 'owner at aal1' | 'owner at aal2' | 'suspended owner'

/** One user for each role, and one without a profile, who may add it again. */
export type Users = Record<Exclude<Role, 'no key' | 'anonymous' | OwnerRole>, User> &
  Record<'owner' | 'profileless', User>

/** Unrestricted access to the database. */
export interface Sql {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
}

/** Signs up the users, and gives them their roles in the database. */
export async function createUsers(sql: Sql, signUp: () => Promise<User>): Promise<Users> {
  const users: Users = {
    'deleted user': await signUp(),
    stranger: await signUp(),
    'former admin': await signUp(),
    owner: await signUp(),
    admin: await signUp(),
    'suspended admin': await signUp(),
    profileless: await signUp(),
  }
  const setAdmin = 'update public.profiles set is_admin = $2 where id = $1'
  await sql.query(setAdmin, [users.admin.id, true])
  await sql.query(setAdmin, [users['former admin'].id, true])
  await sql.query(setAdmin, [users['former admin'].id, false])
  await sql.query(setAdmin, [users['suspended admin'].id, true])
  await suspend(sql, users['suspended admin'].id)
  await sql.query('delete from auth.users where id = $1', [users['deleted user'].id])
  await sql.query('delete from public.profiles where id = $1', [users.profileless.id])
  return users
}

/** The user who acts as a role, with the assurance level of their token. */
interface Actor extends User {
  level: 'aal1' | 'aal2'
}

/** Suspends a user, if the account still exists. */
export const suspend = (sql: Sql, userId: string) =>
  sql.query(
    `insert into public.suspensions (user_id, reason)
     select id, 'Spam.' from public.profiles where id = $1 on conflict do nothing`,
    [userId],
  )

const isOwner = (role: Role): role is OwnerRole =>
  role.startsWith('owner') || role === 'suspended owner'

/** Returns the user of a role, who is the same for all roles of the owner. */
export const userOf = (users: Users, role: Exclude<Role, 'no key' | 'anonymous'>): User =>
  users[isOwner(role) ? 'owner' : role]

/**
 * Returns a function that finds the user who acts as a role. It adds or removes the owner's second factor and
 * suspension, as the role requires. The owner of a 'missing profile' is the user without one, who cannot be suspended.
 */
export function createActors(sql: Sql, users: Users) {
  const owners = [users.owner.id, users.profileless.id]
  let hasFactor = false
  let isSuspended = false
  return async (role: Role, table = ''): Promise<Actor | undefined> => {
    if (role === 'no key' || role === 'anonymous') return undefined
    const needsFactor = role === 'owner at aal1' || role === 'owner at aal2'
    if (needsFactor !== hasFactor) {
      await Promise.all(owners.map((id) => (needsFactor ? insertFactor : deleteFactors)(sql, id)))
      hasFactor = needsFactor
    }
    // A row of this table is a suspension of the owner.
    if (table === 'suspensions') isSuspended = true
    else if (role === 'suspended owner') {
      await suspend(sql, users.owner.id)
      isSuspended = true
    } else if (isSuspended) {
      await sql.query('delete from public.suspensions where user_id = $1', [users.owner.id])
      isSuspended = false
    }
    const isMissing = isOwner(role) && role !== 'suspended owner' && table === 'missing profile'
    const user = isMissing ? users.profileless : userOf(users, role)
    return { ...user, level: role === 'owner at aal2' ? 'aal2' : 'aal1' }
  }
}

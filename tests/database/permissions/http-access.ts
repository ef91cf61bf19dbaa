import type { LocalSupabase } from '../../../supabase/local/start.ts'
import { signAtLevel } from '../../../tooling/real-services/tokens.ts'
import { signUpAt } from '../../support/users.ts'
import { type Sql, type User, type Users, createActors, createUsers } from './users.ts'
import type { Role } from '../../../tooling/permission-matrix.ts'

/** Accesses the database like a browser: with a key and the access token of a signed-in user. */
export async function createHttpAccess(local: LocalSupabase): Promise<HttpAccess> {
  const sql = local.connection.driver
  const users = await createUsers(sql, () => signUp(local))

  const findActor = createActors(sql, users)

  const request: RequestAs = async (role, path, { table, ...init } = {}) => {
    const headers = new Headers(init.headers)
    if (role !== 'no key') headers.set('apikey', local.publishableKey)
    const actor = await findActor(role, table)
    if (actor) {
      const token = signAtLevel(actor.token, actor.level, local.jwtSecret)
      headers.set('authorization', `Bearer ${token}`)
    }
    if (typeof init.body === 'string') headers.set('content-type', 'application/json')
    return fetch(local.url + path, { ...init, headers })
  }
  const rest = async (role: Role, table: string, query: string, init: RequestInit = {}) => {
    const path = `/rest/v1/${table === 'missing profile' ? 'profiles' : table}${query}`
    const answer = await request(role, path, { ...init, table })
    return { ok: answer.ok, body: await answer.text() }
  }

  return {
    sql,
    users,
    request,
    signUp: () => signUp(local),
    async read(role, table, column, key) {
      const [schema, name = ''] = table.includes('.') ? table.split('.') : ['public', table]
      const filter = key ? `&${key.column}=eq.${key.value}` : ''
      const headers = { 'accept-profile': schema ?? '' }
      const { ok, body } = await rest(role, name, `?select=${column}${filter}`, { headers })
      return ok && body !== '[]'
    },
    async insert(role, table, row) {
      await rest(role, table, '', { method: 'POST', body: JSON.stringify(row) })
    },
    async update(role, table, change, { column, value }) {
      const body = JSON.stringify(change)
      await rest(role, table, `?${column}=eq.${value}`, { method: 'PATCH', body })
    },
    async remove(role, table, { column, value }) {
      await rest(role, table, `?${column}=eq.${value}`, { method: 'DELETE' })
    },
    async call(role, name, args) {
      const body = JSON.stringify(args)
      const answer = await request(role, `/rest/v1/rpc/${name}`, { method: 'POST', body })
      await answer.text()
      return ![401, 403, 404].includes(answer.status)
    },
  }
}

export interface Key {
  column: string
  value: string
}

/** A refusal is a result, not an exception. */
export interface HttpAccess {
  /** Unrestricted access to the database. */
  sql: Sql
  users: Users
  request: RequestAs
  /** Creates a user who has none of the roles. */
  signUp(): Promise<User>
  read(role: Role, table: string, column: string, key?: Key): Promise<boolean>
  insert(role: Role, table: string, row: object): Promise<void>
  update(role: Role, table: string, change: object, key: Key): Promise<void>
  remove(role: Role, table: string, key: Key): Promise<void>
  /** Whether the role may call a function of the database. */
  call(role: Role, name: string, args: Record<string, unknown>): Promise<boolean>
}

/** Sends a request as a role. `table` selects another owner for a missing profile. */
type RequestAs = (
  role: Role,
  path: string,
  init?: RequestInit & { table?: string },
) => Promise<Response>

async function signUp(local: LocalSupabase): Promise<User> {
  const { id, accessToken } = await signUpAt(local)
  return { id, token: accessToken }
}

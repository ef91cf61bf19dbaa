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
    const name = table === 'missing profile' ? 'profiles' : table
    const path = `/rest/v1/${name}${query}`
    const answer = await request(role, path, { ...init, table })
    const body = await answer.text()
    const isDenied =
      role === 'no key'
        ? answer.status === 401
        : body.includes(`permission denied for table ${name}"`)
    return { ok: answer.ok, body, isDenied }
  }

  return {
    sql,
    users,
    request,
    signUp: () => signUp(local),
    become: async (role, table) => {
      await findActor(role, table)
    },
    read(role, table, columns, key) {
      const [schema, name = ''] = table.includes('.') ? table.split('.') : ['public', table]
      const filter = key ? `&${key.column}=eq.${key.value}` : ''
      const headers = { 'accept-profile': schema ?? '' }
      return rest(role, name, `?select=${columns}${filter}`, { headers })
    },
    insert: (role, table, row) =>
      rest(role, table, '', { method: 'POST', body: JSON.stringify(row) }),
    update: (role, table, change, { column, value }) => {
      const body = JSON.stringify(change)
      return rest(role, table, `?${column}=eq.${value}`, { method: 'PATCH', body })
    },
    remove: (role, table, { column, value }) =>
      rest(role, table, `?${column}=eq.${value}`, { method: 'DELETE' }),
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

export interface RestAnswer {
  ok: boolean
  body: string
  /** Whether the role of the database, which several roles of the matrix share, has no such privilege. */
  isDenied: boolean
}

/** A refusal is a result, not an exception. */
export interface HttpAccess {
  /** Unrestricted access to the database. */
  sql: Sql
  users: Users
  request: RequestAs
  /** Creates a user who has none of the roles. */
  signUp(): Promise<User>
  /** Changes the second factor and the suspension of the owner as the role requires. */
  become(role: Role, table: string): Promise<void>
  read(role: Role, table: string, columns: string, key?: Key): Promise<RestAnswer>
  insert(role: Role, table: string, row: object): Promise<RestAnswer>
  update(role: Role, table: string, change: object, key: Key): Promise<RestAnswer>
  remove(role: Role, table: string, key: Key): Promise<RestAnswer>
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

import type { LocalSupabase } from '../../../supabase/local/start.ts'
import { type Access, type User, createUsers, getActor } from './users.ts'
import type { Role } from '../../../tooling/permission-matrix.ts'

/** Accesses the database like a browser: with a key and the access token of a signed-in user. */
export async function createHttpAccess(
  local: LocalSupabase,
): Promise<Access & { request: RequestAs }> {
  const sql = local.connection.driver
  const users = await createUsers(sql, () => signUp(local))

  const request: RequestAs = (role, path, { table = '', ...init } = {}) => {
    const headers = new Headers(init.headers)
    if (role !== 'no key') headers.set('apikey', local.publishableKey)
    const actor = getActor(users, role, table)
    if (actor?.token) headers.set('authorization', `Bearer ${actor.token}`)
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
    async read(role, table, column, key) {
      const [schema, name = ''] = table.includes('.') ? table.split('.') : ['public', table]
      const filter = key.column && `&${key.column}=eq.${key.value}`
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

/** Sends a request as a role. `table` selects another owner for a missing profile. */
export type RequestAs = (
  role: Role,
  path: string,
  init?: RequestInit & { table?: string },
) => Promise<Response>

async function signUp(local: LocalSupabase): Promise<User> {
  const answer = await fetch(`${local.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: local.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `${crypto.randomUUID()}@example.com`,
      password: 'correct-horse-7',
    }),
  })
  const session: unknown = await answer.json()
  const token: unknown = Reflect.get(Object(session), 'access_token')
  const user: unknown = Reflect.get(Object(session), 'user')
  return { id: String(Reflect.get(Object(user), 'id')), token: String(token) }
}

import type { Database } from './database.ts'

const userColumns = `id, aud, role, email, phone, email_confirmed_at, last_sign_in_at,
  raw_app_meta_data as app_metadata, raw_user_meta_data as user_metadata, created_at, updated_at`

/**
 * The auth-admin calls of Supabase's auth service that the embedded one lacks: list users, get one,
 * delete one. For the secret key alone.
 *
 * @returns the answer, or undefined when the request is for another part of the backend
 */
export async function answerAuthAdmin(
  request: Request,
  connection: Database,
  secretKey: string,
): Promise<Response | undefined> {
  const url = new URL(request.url)
  const [, id] = /^\/auth\/v1\/admin\/users(?:\/([^/]+))?\/?$/.exec(url.pathname) ?? []
  if (!url.pathname.startsWith('/auth/v1/admin/users')) return undefined
  if (request.headers.get('apikey') !== secretKey) {
    return problem(403, 'not_admin', 'User not allowed')
  }
  if (id !== undefined && !/^[0-9a-f-]{36}$/i.test(id)) {
    return problem(404, 'validation_failed', 'user_id must be an UUID')
  }
  if (request.method === 'GET') {
    return id === undefined ? listUsers(url, connection) : getUser(id, connection)
  }
  if (request.method === 'DELETE' && id !== undefined) return deleteUser(id, connection)
  return problem(405, 'method_not_allowed', 'Method not allowed')
}

async function listUsers(url: URL, connection: Database): Promise<Response> {
  const page = Math.max(1, Number(url.searchParams.get('page')) || 1)
  const perPage = Math.max(1, Number(url.searchParams.get('per_page')) || 50)
  const { rows } = await connection.driver.query('select count(*)::int as total from auth.users')
  const users = await connection.driver.query(
    `select ${userColumns} from auth.users order by created_at desc, id limit $1 offset $2`,
    [perPage, (page - 1) * perPage],
  )
  return Response.json(
    { users: users.rows, aud: 'authenticated' },
    { headers: { 'x-total-count': String(Number(rows[0]?.['total'])) } },
  )
}

async function getUser(id: string, connection: Database): Promise<Response> {
  const { rows } = await connection.driver.query(
    `select ${userColumns} from auth.users where id = $1`,
    [id],
  )
  return rows[0] ? Response.json(rows[0]) : problem(404, 'user_not_found', 'User not found')
}

async function deleteUser(id: string, connection: Database): Promise<Response> {
  const { rows } = await connection.driver.query(
    'delete from auth.users where id = $1 returning id',
    [id],
  )
  return rows[0] ? Response.json({}) : problem(404, 'user_not_found', 'User not found')
}

function problem(status: number, code: string, message: string): Response {
  return Response.json({ code: status, error_code: code, msg: message }, { status })
}

import { localPublishableKey } from './data-folder.ts'
import type { Database } from './database.ts'

const userColumns = `id, aud, role, email, phone, email_confirmed_at, last_sign_in_at,
  raw_app_meta_data as app_metadata, raw_user_meta_data as user_metadata, created_at, updated_at`

/**
 * Adds the admin calls that the embedded auth service lacks: list, get and delete users. They require the secret key.
 *
 * @returns undefined for a request to another path
 */
export async function handleAuthAdmin(
  request: Request,
  connection: Database,
  secretKey: string,
): Promise<Response | undefined> {
  const url = new URL(request.url)
  if (!url.pathname.startsWith('/auth/v1/admin/users')) return undefined
  const [, id] = /^\/auth\/v1\/admin\/users\/([^/]+)\/?$/.exec(url.pathname) ?? []
  const key = request.headers.get('apikey')
  if (key === localPublishableKey) return createError(403, 'not_admin', 'User not allowed')
  if (key !== secretKey) {
    const message = key ? 'Invalid API key' : 'No API key found in request'
    return Response.json({ message }, { status: 401 })
  }
  if (id !== undefined && !/^[0-9a-f-]{36}$/i.test(id)) {
    return createError(404, 'validation_failed', 'user_id must be an UUID')
  }
  if (request.method === 'GET') {
    return id === undefined ? listUsers(url, connection) : getUser(id, connection)
  }
  if (request.method === 'DELETE' && id !== undefined) return deleteUser(id, connection)
  return createError(405, 'method_not_allowed', 'Method not allowed')
}

async function listUsers(url: URL, { driver }: Database): Promise<Response> {
  const page = Math.max(1, Number(url.searchParams.get('page')) || 1)
  const perPage = Math.max(1, Number(url.searchParams.get('per_page')) || 50)
  const { rows } = await driver.query('select count(*)::int as total from auth.users')
  const users = await driver.query(
    `select ${userColumns} from auth.users order by created_at desc, id limit $1 offset $2`,
    [perPage, (page - 1) * perPage],
  )
  return Response.json(
    { users: users.rows, aud: 'authenticated' },
    { headers: { 'x-total-count': String(rows[0]?.['total']) } },
  )
}

async function getUser(id: string, { driver }: Database): Promise<Response> {
  const { rows } = await driver.query(`select ${userColumns} from auth.users where id = $1`, [id])
  return rows[0] ? Response.json(rows[0]) : createError(404, 'user_not_found', 'User not found')
}

async function deleteUser(id: string, { driver }: Database): Promise<Response> {
  const { rows } = await driver.query('delete from auth.users where id = $1 returning id', [id])
  return rows[0] ? Response.json({}) : createError(404, 'user_not_found', 'User not found')
}

const createError = (status: number, code: string, message: string) =>
  Response.json({ code: status, error_code: code, msg: message }, { status })

/**
 * Returns the request with a type that the embedded auth service knows: it lacks 'email', for codes, and accepts them as
 * 'magiclink'.
 */
export async function withKnownCodeType(request: Request): Promise<Request> {
  if (new URL(request.url).pathname !== '/auth/v1/verify' || !request.body) return request
  const text = await request.text()
  const body = text.replace(/("type"\s*:\s*)"email"/, '$1"magiclink"')
  return new Request(request.url, { method: request.method, headers: request.headers, body })
}

/**
 * Responds to calls for second factors like an auth service that does not offer them: the embedded one has none, and
 * would respond with a 404 that is not JSON.
 *
 * @returns undefined for a request to another path
 */
export function handleFactors(request: Request): Response | undefined {
  if (!new URL(request.url).pathname.startsWith('/auth/v1/factors')) return undefined
  return createError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP')
}

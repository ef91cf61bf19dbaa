import { createClient, type PostgrestError, type SupabaseClient } from '@supabase/supabase-js'
import { HttpError } from './http.ts'

const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }

/** Returns a client that bypasses row-level security. Never add the caller's token: it would replace the key. */
export function createSecretClient(): SupabaseClient {
  return createClient(getProjectUrl(), getFirstKey('SECRET'), { auth })
}

/** A user whose token the auth service has accepted. Their rights are not checked yet. */
export interface Caller {
  id: string
  /**
   * Checks the caller's second factor.
   *
   * @throws HttpError with status 403 while the code is missing
   */
  requireCompleteSignIn(): Promise<void>
  /** Like `requireCompleteSignIn`, but also throws for an admin without the second factor that admins need. */
  isAdmin(): Promise<boolean>
}

/**
 * Returns the signed-in user. The auth service checks the token, because the token of a deleted or banned user can still
 * have a valid signature. The database checks the second factor and the role.
 *
 * @throws HttpError with status 401 without a valid session
 */
export async function getCaller(request: Request): Promise<Caller> {
  const token = getBearerToken(request)
  if (!token) throw new HttpError(401, 'Please sign in.')
  const visitor = createClient(getProjectUrl(), getFirstKey('PUBLISHABLE'), { auth })
  const { data, error } = await visitor.auth.getUser(token)
  if (error || !data.user) {
    // A network error (status 0), a rate limit or a 5xx does not prove that the session ended.
    const status = error?.status ?? 401
    if (status < 400 || status === 429 || status >= 500) throw error
    throw new HttpError(401, 'Your session has ended. Please sign in again.')
  }

  async function call(name: 'require_complete_sign_in' | 'get_my_role'): Promise<unknown> {
    const result = await visitor.rpc(name).setHeader('Authorization', `Bearer ${token}`)
    if (result.error) throw toHttpError(result.error)
    return result.data
  }
  return {
    id: data.user.id,
    requireCompleteSignIn: async () => void (await call('require_complete_sign_in')),
    isAdmin: async () => (await call('get_my_role')) === 'admin',
  }
}

/** Converts an error that the database raised for the caller. Returns any other error unchanged. */
export function toHttpError(error: PostgrestError): Error {
  const status = ([400, 401, 403, 409, 410, 429] as const).find((code) =>
    error.code === `PT${code}`
  )
  return status ? new HttpError(status, error.message) : error
}

/** Whether the request carries one of the project's secret keys, as scheduled requests do. */
export function hasSecretKey(request: Request): boolean {
  const sent = [request.headers.get('apikey'), getBearerToken(request)]
  return getSecretKeys().some((key) => sent.includes(key))
}

/** Returns all secret keys of the project, the preferred one first. */
export const getSecretKeys = (): string[] => getKeys('SECRET')

function getBearerToken(request: Request): string | undefined {
  return /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}

/**
 * Returns the project's keys: `default` first, then the other names, then the legacy key. Supabase has announced the end
 * of legacy keys, but older projects may have no others (https://github.com/orgs/supabase/discussions/29260).
 */
function getKeys(kind: 'PUBLISHABLE' | 'SECRET'): string[] {
  const named = parseKeys(Deno.env.get(`SUPABASE_${kind}_KEYS`))
  const legacy = Deno.env.get(
    kind === 'SECRET' ? 'SUPABASE_SERVICE_ROLE_KEY' : 'SUPABASE_ANON_KEY',
  )
  const keys = [named.default, ...Object.values(named), legacy]
  return keys.filter((key): key is string => typeof key === 'string' && key !== '')
}

function getFirstKey(kind: 'PUBLISHABLE' | 'SECRET'): string {
  const [key] = getKeys(kind)
  if (key) return key
  throw createSetupError(`SUPABASE_${kind}_KEYS`)
}

/** @throws HttpError when the variable is not set */
export function getProjectUrl(): string {
  const url = Deno.env.get('SUPABASE_URL')
  if (url) return url
  throw createSetupError('SUPABASE_URL')
}

/** Parses an object of names and keys. Unreadable text counts as not set. */
function parseKeys(text: string | undefined): Record<string, unknown> {
  try {
    return { ...JSON.parse(text ?? '{}') }
  } catch {
    return {}
  }
}

/** Creates the error for settings that the project's operator must add. */
export const createSetupError = (...settings: string[]) =>
  new HttpError(503, `This function is not set up yet. Set ${settings.join(' and ')}.`)

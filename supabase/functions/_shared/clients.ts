import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Refusal } from './http.ts'

const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }

/** Past every rule. It never carries the caller's token: that would make it the caller. */
export function secretClient(): SupabaseClient {
  return createClient(projectUrl(), firstKey('SECRET'), { auth })
}

export interface Caller {
  id: string
  isAdmin: boolean
}

/**
 * Who calls, after the auth service has looked at the token: that catches a user who is deleted or
 * banned, whose token may still be valid by its signature.
 */
export async function identifyCaller(request: Request, secret: SupabaseClient): Promise<Caller> {
  const token = bearerToken(request)
  if (!token) throw new Refusal(401, 'Please sign in.')
  const visitor = createClient(projectUrl(), firstKey('PUBLISHABLE'), { auth })
  const { data, error } = await visitor.auth.getUser(token)
  if (error || !data.user) {
    // No answer (status 0), too many requests or a fault there says nothing about the session.
    const status = error?.status ?? 401
    if (status < 400 || status === 429 || status >= 500) throw error
    throw new Refusal(401, 'Your session has ended. Please sign in again.')
  }
  const profile = await secret
    .from('profiles')
    .select('is_admin')
    .eq('id', data.user.id)
    .maybeSingle<{ is_admin: boolean }>()
  if (profile.error) throw profile.error
  return { id: data.user.id, isAdmin: profile.data?.is_admin ?? false }
}

/** Whether a schedule calls, or another server: with one of the project's secret keys. */
export function hasSecretKey(request: Request): boolean {
  const sent = [request.headers.get('apikey'), bearerToken(request)]
  return secretKeys().some((key) => sent.includes(key))
}

/** All secret keys of the project, the one to use first. */
export const secretKeys = (): string[] => keys('SECRET')

function bearerToken(request: Request): string | undefined {
  return /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}

/** The project's keys, whatever their names, the one called default first; then the legacy one. */
function keys(kind: 'PUBLISHABLE' | 'SECRET'): string[] {
  const named = parse(Deno.env.get(`SUPABASE_${kind}_KEYS`))
  const legacy = Deno.env.get(
    kind === 'SECRET' ? 'SUPABASE_SERVICE_ROLE_KEY' : 'SUPABASE_ANON_KEY',
  )
  const found = [named.default, ...Object.values(named), legacy]
  return found.filter((key): key is string => typeof key === 'string' && key !== '')
}

function firstKey(kind: 'PUBLISHABLE' | 'SECRET'): string {
  const [key] = keys(kind)
  if (key) return key
  throw notSetUp(`it has no ${kind.toLowerCase()} key: set SUPABASE_${kind}_KEYS`)
}

/** Of the project that the function belongs to. @throws Refusal when it is not set */
export function projectUrl(): string {
  const url = Deno.env.get('SUPABASE_URL')
  if (url) return url
  throw notSetUp('it does not know its project: set SUPABASE_URL')
}

/** An object of names and keys. Empty when it is not set or unreadable, which counts as not set. */
function parse(text: string | undefined): Record<string, unknown> {
  try {
    return { ...JSON.parse(text ?? '{}') }
  } catch {
    return {}
  }
}

/** Not a fault to look for in a log, but something that whoever runs the project can set. */
export const notSetUp = (problem: string) =>
  new Refusal(503, `This function is not set up yet: ${problem}.`)

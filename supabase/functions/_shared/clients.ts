import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Refusal } from './http.ts'

const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }

/** Past every rule. It never carries the caller's token: that would make it the caller. */
export function secretClient(): SupabaseClient {
  return createClient(variable('SUPABASE_URL'), key('SECRET'), { auth })
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
  const token = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (!token) throw new Refusal(401, 'Please sign in.')
  const visitor = createClient(variable('SUPABASE_URL'), key('PUBLISHABLE'), { auth })
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

/** The project's keys, under their present names or the legacy ones. */
function key(kind: 'PUBLISHABLE' | 'SECRET'): string {
  const keys = Deno.env.get(`SUPABASE_${kind}_KEYS`)
  const present: unknown = keys && JSON.parse(keys).default
  if (typeof present === 'string') return present
  return variable(kind === 'SECRET' ? 'SUPABASE_SERVICE_ROLE_KEY' : 'SUPABASE_ANON_KEY')
}

function variable(name: string): string {
  const value = Deno.env.get(name)
  if (!value) throw new Error(`The environment variable ${name} is not set`)
  return value
}

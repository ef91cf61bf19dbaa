import { createClient } from '@supabase/supabase-js'
import { supabase } from '../supabase/client.ts'
import { sessionStorageKey, supabaseKey, supabaseUrl } from '../supabase/config.ts'
import { readObject } from '../lib/browser-storage.ts'
import { describeLinkProblem, type SessionLink } from './callback-url.ts'

/** Seconds after which the service's own client calls such a link stale. */
const freshFor = 120

type Tokens = SessionLink['tokens']

export type LinkOutcome =
  | { kind: 'signed-in' }
  | { kind: 'refused'; problem: string }
  /** Nothing has changed yet: who is signed in has to agree first. */
  | { kind: 'other-account'; current: string; other: string; tokens: Tokens }

/**
 * Signs in with the session of a link, unless somebody else is signed in here: a link from outside
 * must not replace their session without their knowledge.
 */
export async function followLink({ tokens, issuedAt }: SessionLink): Promise<LinkOutcome> {
  if (issuedAt !== null && Date.now() / 1000 - issuedAt >= freshFor) {
    console.warn('The link that brought this session was issued more than 120 seconds ago')
  }
  // Tried apart: the shared client would drop its own session when the link's has ended.
  const apart = createClient(supabaseUrl, supabaseKey, {
    auth: {
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storageKey: `community-app-link-${crypto.randomUUID()}`,
    },
  })
  const { session, problem } = outcomeOf(await apart.auth.setSession(tokens))
  if (!session) return { kind: 'refused', problem }

  const current = await signedInHere()
  if (!current || current.id === session.user.id) return acceptLink(session)
  const { email: other = '' } = session.user
  return { kind: 'other-account', current: current.email, other, tokens: session }
}

/** Signs in with the session of a link, whoever was signed in before. */
export async function acceptLink(tokens: Tokens): Promise<LinkOutcome> {
  const { session, problem } = outcomeOf(await supabase.auth.setSession(tokens))
  return session ? { kind: 'signed-in' } : { kind: 'refused', problem }
}

/** Whose session is stored. One that cannot be refreshed for the moment is still somebody's. */
async function signedInHere() {
  // Removes it when it has ended.
  await supabase.auth.getSession()
  const stored = readObject('local', sessionStorageKey)
  const user: unknown = stored && Reflect.get(stored, 'user')
  if (typeof user !== 'object' || user === null) return null
  const { id, email } = { id: Reflect.get(user, 'id'), email: Reflect.get(user, 'email') }
  return { id: String(id), email: String(email ?? '') }
}

type Answer = Awaited<ReturnType<typeof supabase.auth.setSession>>

function outcomeOf({ data, error }: Answer) {
  if (data.session && !error) return { session: data.session, problem: null }
  return { session: null, problem: describeLinkProblem(error) }
}

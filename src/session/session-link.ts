import { createClient } from '@supabase/supabase-js'
import { supabase } from '../supabase/client.ts'
import { sessionStorageKey, supabaseKey, supabaseUrl } from '../supabase/config.ts'
import { readProperty } from '../lib/read-property.ts'
import { readObject } from '../lib/browser-storage.ts'
import { describeLinkProblem, type SessionLink } from './callback-url.ts'

/** As in supabase-js. */
const staleAfterSeconds = 120

type Tokens = SessionLink['tokens']

export type LinkOutcome =
  | { kind: 'signed-in' }
  | { kind: 'rejected'; problem: string }
  /** Nothing has changed yet: the signed-in user is asked first. */
  | { kind: 'other-account'; current: string; other: string; tokens: Tokens }

/**
 * Signs in with the session of a link, unless another account is signed in: a link must not replace its session without
 * asking.
 */
export async function followLink({ tokens, issuedAt }: SessionLink): Promise<LinkOutcome> {
  if (issuedAt !== null && Date.now() / 1000 - issuedAt >= staleAfterSeconds) {
    console.warn('The session in this link was issued more than 120 seconds ago')
  }
  // In a separate client: the shared one would drop its own session if the link's has ended.
  const separateClient = createClient(supabaseUrl, supabaseKey, {
    auth: {
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storageKey: `community-app-link-${crypto.randomUUID()}`,
    },
  })
  const { session, problem } = toResult(await separateClient.auth.setSession(tokens))
  if (!session) return { kind: 'rejected', problem }

  const current = await readStoredUser()
  if (!current || current.id === session.user.id) return acceptLink(session)
  const { email: other = '' } = session.user
  return { kind: 'other-account', current: current.email, other, tokens: session }
}

/** Signs in with the session of a link, even if another account is signed in. */
export async function acceptLink(tokens: Tokens): Promise<LinkOutcome> {
  const { session, problem } = toResult(await supabase.auth.setSession(tokens))
  return session ? { kind: 'signed-in' } : { kind: 'rejected', problem }
}

/** Returns the user of the stored session, even if it cannot be refreshed at the moment. */
async function readStoredUser() {
  // Removes a session that has ended.
  await supabase.auth.getSession()
  const stored = readObject(sessionStorageKey)
  const user = readProperty(stored, 'user')
  const id = readProperty(user, 'id')
  const email = readProperty(user, 'email')
  if (typeof id !== 'string') return null
  return { id, email: typeof email === 'string' ? email : '' }
}

type Response = Awaited<ReturnType<typeof supabase.auth.setSession>>

function toResult({ data, error }: Response) {
  if (data.session && !error) return { session: data.session, problem: null }
  return { session: null, problem: describeLinkProblem(error) }
}

import { createClient } from '@supabase/supabase-js'
import { inject } from 'vitest'
import { WebSocket } from 'ws'
import type { Database } from '../../src/supabase/database.types.ts'

// Node 20 has no WebSocket of its own, and the client asks for one.
if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket })

export type Client = ReturnType<typeof createTestClient>

/** A client with a key and a session of its own, as one browser has. */
export function createTestClient(
  key: string = inject('publishableKey'),
  url: string = inject('supabaseUrl'),
) {
  return createClient<Database>(url, key, {
    auth: {
      // Clients under one name share what they know, as tabs of one browser do.
      storageKey: crypto.randomUUID(),
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
    },
  })
}

/** Past every rule: for preparing what a test needs, and for re-reading a row after an attack. */
export const createSecretClient = (): Client => createTestClient(inject('secretKey'))

export interface TestUser {
  id: string
  email: string
  password: string
  client: Client
  accessToken: string
}

const created: string[] = []

/** Signs a new person up over HTTP. */
export async function createUser({ admin = false, name = 'Test Person' } = {}): Promise<TestUser> {
  const client = createTestClient()
  const email = `${crypto.randomUUID()}@example.com`
  const password = 'correct-horse-7'
  const { data, error } = await client.auth.signUp({ email, password, options: { data: { name } } })
  if (error || !data.user || !data.session) throw error ?? new Error('Sign-up gave no session')
  created.push(data.user.id)
  if (admin) {
    const { error: refused } = await createSecretClient()
      .from('profiles')
      .update({ is_admin: true })
      .eq('id', data.user.id)
    if (refused) throw refused
  }
  return { id: data.user.id, email, password, client, accessToken: data.session.access_token }
}

/** Takes the communities of this file's people away: the tables of the next one need not show them. */
export async function deleteCommunitiesOfTestUsers(): Promise<void> {
  if (created.length === 0) return
  await createSecretClient()
    .from('communities')
    .delete()
    .in('owner_id', created.splice(0))
    .throwOnError()
}

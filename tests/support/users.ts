import { createClient } from '@supabase/supabase-js'
import { inject } from 'vitest'
import { WebSocket } from 'ws'
import type { Database } from '../../src/supabase/database.types.ts'

// The client requires WebSocket, which Node 20 does not have.
if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket })

export type Client = ReturnType<typeof createTestClient>

/**
 * Creates a client with its own session, like a separate browser. With an access token, it has no session, but sends the
 * token, like an attacker who has copied it.
 */
export function createTestClient(
  key: string = inject('publishableKey'),
  url: string = inject('supabaseUrl'),
  accessToken?: string,
) {
  return createClient<Database>(url, key, {
    global: { headers: accessToken ? { authorization: `Bearer ${accessToken}` } : {} },
    auth: {
      // Clients with the same key would share a session, like the tabs of a browser.
      storageKey: crypto.randomUUID(),
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
    },
  })
}

/** Creates a client that bypasses row-level security, to prepare and verify data. */
export const createSecretClient = (): Client => createTestClient(inject('secretKey'))

/** The errors of a refresh after a session has ended. */
export const endedSession = /^(refresh_token_not_found|session_not_found)$/

export interface TestUser {
  id: string
  email: string
  password: string
  client: Client
  accessToken: string
}

const createdIds: string[] = []

/** Signs up a new user over HTTP. */
export async function createUser({ admin = false, name = 'Test User' } = {}): Promise<TestUser> {
  const client = createTestClient()
  const email = `${crypto.randomUUID()}@example.com`
  const password = 'correct-horse-7'
  const { data, error } = await client.auth.signUp({ email, password, options: { data: { name } } })
  if (error || !data.user || !data.session)
    throw error ?? new Error('Signing up returned no session')
  createdIds.push(data.user.id)
  const { id } = data.user
  const secret = createSecretClient()
  if (admin) await secret.from('profiles').update({ is_admin: true }).eq('id', id).throwOnError()
  return { id, email, password, client, accessToken: data.session.access_token }
}

/** Deletes the communities of the users that this file has created, so that later files have short lists. */
export async function deleteCommunitiesOfTestUsers(): Promise<void> {
  if (createdIds.length === 0) return
  await createSecretClient()
    .from('communities')
    .delete()
    .in('owner_id', createdIds.splice(0))
    .throwOnError()
}

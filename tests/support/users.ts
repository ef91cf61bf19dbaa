import { createClient } from '@supabase/supabase-js'
import { expect, inject } from 'vitest'
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

export interface TestUser {
  id: string
  email: string
  password: string
  client: Client
  accessToken: string
}

/**
 * Expects that the service ends the session of a client. Waits with reads: a refresh during the sign-out would get another
 * error, after which the client has no session to try again with.
 */
export async function expectSessionToEnd({ client }: Pick<TestUser, 'client'>): Promise<void> {
  const readProfile = async () => (await client.from('profiles').select('id')).data
  await expect.poll(readProfile, { timeout: 15_000 }).toEqual([])
  expect((await client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
}

const createdIds: string[] = []

interface Backend {
  url: string
  publishableKey: string
  secretKey: string
}

/** Signs up a new user over HTTP, at a separate backend. */
export async function signUpAt(
  { url, publishableKey, secretKey }: Backend,
  { admin = false, name = 'Test User' } = {},
): Promise<TestUser> {
  const client = createTestClient(publishableKey, url)
  const account = { email: `${crypto.randomUUID()}@example.com`, password: 'correct-horse-7' }
  const { data, error } = await client.auth.signUp({ ...account, options: { data: { name } } })
  if (error || !data.user || !data.session)
    throw error ?? new Error('Signing up returned no session')
  const { id } = data.user
  if (admin) {
    const profiles = createTestClient(secretKey, url).from('profiles')
    await profiles.update({ is_admin: true }).eq('id', id).throwOnError()
  }
  return { ...account, id, client, accessToken: data.session.access_token }
}

/** Signs up a new user over HTTP. */
export async function createUser(options: { admin?: boolean; name?: string } = {}) {
  const user = await signUpAt(
    {
      url: inject('supabaseUrl'),
      publishableKey: inject('publishableKey'),
      secretKey: inject('secretKey'),
    },
    options,
  )
  createdIds.push(user.id)
  return user
}

/** Signs up two users and an admin. */
export const createUsersAndAdmin = (signUp = createUser) =>
  Promise.all([signUp(), signUp(), signUp({ admin: true })])

/** Deletes the communities of the users that this file has created, so that later files have short lists. */
export async function deleteCommunitiesOfTestUsers(): Promise<void> {
  if (createdIds.length === 0) return
  await createSecretClient()
    .from('communities')
    .delete()
    .in('owner_id', createdIds.splice(0))
    .throwOnError()
}

import { describe, expect, inject, test } from 'vitest'
import { createSecretClient, createUser } from '../support/users.ts'

describe('the admin API of the auth service', () => {
  test.each(['GET', 'DELETE'])('refuses %s without the secret key', async (method) => {
    const user = await createUser()
    const url = `${inject('supabaseUrl')}/auth/v1/admin/users/${user.id}`
    const apikey = inject('publishableKey')
    const attempts: [status: number, headers: Record<string, string>][] = [
      [401, {}],
      [403, { apikey }],
      [403, { apikey, authorization: `Bearer ${user.accessToken}` }],
      [401, { apikey: 'sb_secret_guess', authorization: 'Bearer sb_secret_guess' }],
    ]
    for (const [status, headers] of attempts) {
      expect((await fetch(url, { method, headers })).status).toBe(status)
    }
    const kept = await createSecretClient().auth.admin.getUserById(user.id)
    expect(kept.data.user?.email).toBe(user.email)
  })
})

import { describe, expect, inject, test } from 'vitest'
import { createSecretClient, createUser } from '../support/users.ts'

describe('the admin API of the auth service', () => {
  test.each(['GET', 'DELETE'])('refuses %s without the secret key', async (method) => {
    const person = await createUser()
    const url = `${inject('supabaseUrl')}/auth/v1/admin/users/${person.id}`
    const attempts: Record<string, string>[] = [
      {},
      { apikey: inject('publishableKey') },
      { apikey: inject('publishableKey'), authorization: `Bearer ${person.accessToken}` },
      { apikey: 'sb_secret_guess', authorization: 'Bearer sb_secret_guess' },
    ]
    for (const headers of attempts) {
      // oxlint-disable-next-line no-await-in-loop
      expect((await fetch(url, { method, headers })).status).toBe(403)
    }
    const kept = await createSecretClient().auth.admin.getUserById(person.id)
    expect(kept.data.user?.email).toBe(person.email)
  })

  test('returns and deletes a user with the secret key', async () => {
    const person = await createUser()
    const { admin } = createSecretClient().auth
    expect((await admin.getUserById(person.id)).data.user?.email).toBe(person.email)
    expect((await admin.deleteUser(person.id)).error).toBeNull()
    expect((await admin.getUserById(person.id)).error?.status).toBe(404)
    expect((await admin.deleteUser(person.id)).error?.status).toBe(404)
  })
})

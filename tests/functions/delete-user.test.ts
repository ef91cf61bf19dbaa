import { afterAll, describe, expect, inject, test } from 'vitest'
import { startLocalSupabase } from '../../supabase/local/start.ts'
import { createCommunity } from '../support/communities.ts'
import { readImageFolder, uploadImage } from '../support/images.ts'
import { createSecretClient, createTestClient, createUser } from '../support/users.ts'
import { callFunction } from './call.ts'

const remove = (userId: unknown, token?: string) =>
  callFunction('delete-user', { token, body: { userId } })

async function exists(id: string): Promise<boolean> {
  const secret = createSecretClient()
  const [user, profile] = await Promise.all([
    secret.auth.admin.getUserById(id),
    secret.from('profiles').select('id').eq('id', id).maybeSingle(),
  ])
  expect(Boolean(user.data.user)).toBe(Boolean(profile.data))
  return Boolean(profile.data)
}

describe('deleting an account', () => {
  test('deletes the profile, communities, groups, images and session', async () => {
    const user = await createUser()
    const image = await uploadImage(user)
    const folder = await readImageFolder(user)
    const community = await createCommunity(user, { image_url: image.url })
    await uploadImage(user)
    await user.client
      .from('community_groups')
      .insert({ community_id: community.id, name: 'Going as well' })
      .throwOnError()

    const answer = await remove(user.id, user.accessToken)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ success: true })

    expect(await exists(user.id)).toBe(false)
    const secret = createSecretClient()
    const communities = await secret.from('communities').select('id').eq('owner_id', user.id)
    expect(communities.data).toEqual([])
    const groups = await secret
      .from('community_groups')
      .select('id')
      .eq('community_id', community.id)
    expect(groups.data).toEqual([])
    const files = await secret.storage.from('community-images').list(folder)
    expect(files.data).toEqual([])
    expect((await fetch(image.url)).ok).toBe(false)
    const session = await user.client.auth.refreshSession()
    expect(session.data.session).toBeNull()
    const signIn = await createTestClient().auth.signInWithPassword(user)
    expect(signIn.error?.code).toBe('invalid_credentials')
  })

  test('ends the session, so the token works only once', async () => {
    const user = await createUser()
    await remove(user.id, user.accessToken)
    const again = await remove(user.id, user.accessToken)
    expect(again.status).toBe(401)
    expect(await again.json()).toEqual({
      error: 'Your session has ended. Please sign in again.',
    })
  })

  test('is refused for the account of another user', async () => {
    const [user, stranger] = await Promise.all([createUser(), createUser()])
    const answer = await remove(user.id, stranger.accessToken)
    expect(answer.status).toBe(403)
    expect(await answer.json()).toEqual({ error: 'You can only delete your own account.' })
    expect(await exists(user.id)).toBe(true)
  })

  test('requires a session', async () => {
    const user = await createUser()
    expect((await remove(user.id)).status).toBe(401)
    expect((await remove(user.id, inject('publishableKey'))).status).toBe(401)
    expect(await exists(user.id)).toBe(true)
  })
})

describe('an admin', () => {
  test('deletes a user who is not an admin, and can repeat it', async () => {
    const [admin, user] = await Promise.all([createUser({ admin: true }), createUser()])
    expect((await remove(user.id, admin.accessToken)).status).toBe(200)
    expect(await exists(user.id)).toBe(false)
    expect((await remove(user.id, admin.accessToken)).status).toBe(200)
  })

  test('cannot be deleted by another admin', async () => {
    const [admin, other] = await Promise.all([
      createUser({ admin: true }),
      createUser({ admin: true }),
    ])
    const answer = await remove(other.id, admin.accessToken)
    expect(answer.status).toBe(403)
    expect(await exists(other.id)).toBe(true)
  })

  test('can delete their own account while there is another admin', async () => {
    const admin = await createUser({ admin: true })
    expect((await remove(admin.id, admin.accessToken)).status).toBe(200)
    expect(await exists(admin.id)).toBe(false)
  })
})

describe('the last admin', async () => {
  // The shared backend has another admin, from the demo data.
  const local = await startLocalSupabase()
  afterAll(() => local.stop())

  test('cannot delete their own account', async () => {
    const secret = createTestClient(local.secretKey, local.url)
    await secret.from('profiles').update({ is_admin: false }).eq('is_admin', true)
    const client = createTestClient(local.publishableKey, local.url)
    const { data } = await client.auth.signUp({
      email: 'last@example.com',
      password: 'correct-horse-7',
    })
    const id = data.user?.id ?? ''
    await secret.from('profiles').update({ is_admin: true }).eq('id', id).throwOnError()
    const image = await uploadImage({ id, client })
    const answer = await fetch(`${local.url}/functions/v1/delete-user`, {
      method: 'POST',
      headers: { authorization: `Bearer ${data.session?.access_token}` },
      body: JSON.stringify({ userId: id }),
    })
    expect(answer.status).toBe(409)
    const kept = await secret.auth.admin.getUserById(id)
    expect(kept.data.user?.id).toBe(id)
    const profile = await secret.from('profiles').select('is_admin').eq('id', id).single()
    expect(profile.data).toEqual({ is_admin: true })
    // Rejected before anything is deleted.
    expect((await fetch(image.url)).ok).toBe(true)
  })

  test('remains when the last two delete their accounts at the same time', async () => {
    const secret = createTestClient(local.secretKey, local.url)
    await secret.from('profiles').update({ is_admin: false }).eq('is_admin', true)
    const leaving = await Promise.all(
      ['one@example.com', 'two@example.com'].map(async (email) => {
        const own = createTestClient(local.publishableKey, local.url)
        const { data } = await own.auth.signUp({ email, password: 'correct-horse-7' })
        const id = data.user?.id ?? ''
        const image = await uploadImage({ id, client: own })
        return { id, token: data.session?.access_token, image }
      }),
    )
    const ids = leaving.map(({ id }) => id)
    await secret.from('profiles').update({ is_admin: true }).in('id', ids).throwOnError()
    const answers = await Promise.all(
      leaving.map(({ id, token }) =>
        fetch(`${local.url}/functions/v1/delete-user`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body: JSON.stringify({ userId: id }),
        }),
      ),
    )
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused.length).toBeGreaterThan(0)
    const admins = await secret.from('profiles').select('id').eq('is_admin', true)
    expect(admins.data).toHaveLength(refused.length)
    const images = await Promise.all(
      leaving.map(async ({ id, image }) => ({ id, isStored: (await fetch(image.url)).ok })),
    )
    const remaining = new Set(admins.data?.map(({ id }) => id))
    expect(images).toEqual(ids.map((id) => ({ id, isStored: remaining.has(id) })))
  })
})

describe('an invalid request', () => {
  test.each([
    ['no body', ''],
    ['malformed JSON', '{'],
    ['no user id', {}],
    ['an id that is not a UUID', { userId: "x' or 1=1" }],
    ['a number as the id', { userId: 7 }],
  ])('with %s is rejected with an explanation', async (_what, body) => {
    const { accessToken } = await createUser()
    const answer = await callFunction('delete-user', { token: accessToken, body })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({ error: expect.stringMatching(/^[A-Z].+\.$/) })
  })

  test('with a body of 100 kB is rejected as too large', async () => {
    const { accessToken } = await createUser()
    expect((await remove('x'.repeat(100_000), accessToken)).status).toBe(413)
  })

  test('with another method is rejected', async () => {
    expect((await callFunction('delete-user', { method: 'GET' })).status).toBe(405)
  })
})

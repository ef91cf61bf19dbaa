import { afterEach, describe, expect, inject, test } from 'vitest'
import { callFunction } from '../functions/call.ts'
import { createCommunity, newCommunity } from '../support/communities.ts'
import { readImageFolder, uploadImage } from '../support/images.ts'
import {
  createSecretClient,
  createTestClient,
  createUser,
  type TestUser,
} from '../support/users.ts'
import { functionsFor } from './permissions/stated-grants.ts'
import { functionArguments } from './permissions/function-arguments.ts'
import { sendRestRequest } from './rest-request.ts'

/*
 * Attacks with the access token of a session that has ended: the owner has signed out everywhere, but the token's
 * signature stays valid for an hour.
 */

const bucket = 'community-images'
const hasEnded = 'Your session has ended. Please sign in again.'

const owner = await createUser()
const image = await uploadImage(owner)
const folder = await readImageFolder(owner)
const community = await createCommunity(owner, { image_url: image.url })
const unused = await uploadImage(owner)
const admin = await createUser({ admin: true })
await Promise.all([owner, admin].map(({ client }) => client.auth.signOut({ scope: 'global' })))

/** Reads everything that these attacks target, with unrestricted access. */
async function snapshot() {
  const secret = createSecretClient()
  const userIds = [owner.id, admin.id]
  const [profiles, communities, groups, files] = await Promise.all([
    secret.from('profiles').select('*').in('id', userIds).order('id').throwOnError(),
    secret.from('communities').select('*').in('owner_id', userIds).throwOnError(),
    secret.from('community_groups').select('*').eq('community_id', community.id).throwOnError(),
    secret.storage.from(bucket).list(folder),
  ])
  return [profiles.data, communities.data, groups.data, files.data?.map(({ name }) => name)]
}
const before = await snapshot()
const expectUnchanged = async () => expect(await snapshot()).toEqual(before)

/** Sends a request with the old token. */
async function attack(
  path: string,
  { method = 'GET', body }: { method?: string; body?: object } = {},
  { accessToken }: TestUser = owner,
) {
  const headers = { prefer: 'return=representation' }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const { status, text } = await sendRestRequest(path, init, accessToken)
  const answer: unknown = JSON.parse(text)
  return { status, answer }
}

const refused = {
  status: 401,
  answer: expect.objectContaining({ code: 'PT401', message: hasEnded }),
}
const noRows = { status: 200, answer: [] }

describe('a token of a session that has ended', () => {
  afterEach(expectUnchanged)

  test('reads no rows', async () => {
    const tables = ['profiles', 'communities', 'community_groups', 'places', 'audit_log']
    for (const table of [...tables, 'community_reports']) {
      expect(await attack(`${table}?select=*`)).toEqual(noRows)
      expect(await attack(`${table}?select=*`, {}, admin)).toEqual(noRows)
    }
  })

  test('saves and deletes nothing, and approves nothing as an admin', async () => {
    const name = 'Taken over'
    const own = `communities?id=eq.${community.id}`
    expect(await attack(own, { method: 'PATCH', body: { name } })).toEqual(noRows)
    expect(await attack(own, { method: 'DELETE' })).toEqual(noRows)
    const profile = `profiles?id=eq.${owner.id}`
    expect(await attack(profile, { method: 'PATCH', body: { name } })).toEqual(noRows)
    expect(await attack('communities', { method: 'POST', body: newCommunity() })).toEqual(refused)
    const group = { community_id: community.id, name }
    expect(await attack('community_groups', { method: 'POST', body: group })).toMatchObject({
      status: 403,
      answer: { code: '42501' },
    })
    const approval = { method: 'PATCH', body: { status: 'approved' } }
    expect(await attack(own, approval, admin)).toEqual(noRows)
  })

  test('is refused by every function', async () => {
    for (const name of functionsFor('admin')) {
      const body = functionArguments[name]?.({ owner, admin }) ?? {}
      const user = functionsFor('owner').includes(name) ? owner : admin
      const outcome = await attack(`rpc/${name}`, { method: 'POST', body }, user)
      expect({ name, ...outcome }).toEqual({ name, ...refused })
    }
  })

  test('lists, uploads and deletes no images', async () => {
    const { storage } = createTestClient(undefined, undefined, owner.accessToken)
    const files = storage.from(bucket)
    expect((await files.list(folder)).data).toEqual([])
    const upload = await files.upload(`${folder}/1763600000000-compressed.jpg`, 'x', {
      contentType: 'image/jpeg',
    })
    expect(upload.error).toMatchObject({ statusCode: '403' })
    expect((await files.remove([unused.path])).data).toEqual([])
  })

  test('is refused by the edge functions', async () => {
    for (const [path, body, { accessToken }] of [
      ['delete-user', { userId: owner.id }, owner],
      ['delete-user', { userId: owner.id }, admin],
      ['admin/send-emails', {}, admin],
      ['admin/check-links', {}, admin],
      ['admin/collect-images', {}, admin],
    ] as const) {
      const response = await callFunction(path, { token: accessToken, body })
      expect([path, response.status]).toEqual([path, 401])
      expect(await response.json()).toEqual({ error: hasEnded })
    }
  })

  test('changes nothing at the auth service', async () => {
    const response = await fetch(`${inject('supabaseUrl')}/auth/v1/user`, {
      method: 'PUT',
      headers: {
        apikey: inject('publishableKey'),
        authorization: `Bearer ${owner.accessToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ password: 'better-horse-8' }),
    })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ error_code: 'session_not_found' })
    const { email, password } = owner
    expect((await createTestClient().auth.signInWithPassword({ email, password })).error).toBeNull()
  })
})

test('signing out on one device does not affect the others', async () => {
  const user = await createUser()
  const { email, password } = user
  const otherDevice = createTestClient()
  await otherDevice.auth.signInWithPassword({ email, password })
  await user.client.auth.signOut({ scope: 'local' })
  expect((await sendRestRequest('profiles?select=id', {}, user.accessToken)).text).toBe('[]')
  expect((await otherDevice.from('profiles').select('id')).data).toEqual([{ id: user.id }])
})

test('no request of a session is refused while its tokens are refreshed', async () => {
  const { id, client } = await createUser()
  const read = async () => {
    for (let count = 0; count < 10; count += 1) {
      expect((await client.from('profiles').select('id')).data).toEqual([{ id }])
    }
  }
  const refresh = async () => {
    for (let count = 0; count < 5; count += 1) {
      expect((await client.auth.refreshSession()).error).toBeNull()
    }
  }
  await Promise.all([refresh(), read(), read()])
})

import { once } from 'node:events'
import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import * as consumers from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, inject, test } from 'vitest'
import { getRaw } from '../support/get-raw.ts'
import { type TestUser, createUser } from '../support/users.ts'

const headersOf = (user: TestUser) => ({
  apikey: inject('publishableKey'),
  authorization: `Bearer ${user.accessToken}`,
})

const post = (user: TestUser, path: string, body: string) =>
  fetch(inject('supabaseUrl') + path, {
    method: 'POST',
    headers: { ...headersOf(user), 'content-type': 'application/json' },
    body,
  })

test('the embedded backend serves only its four services, whatever the key', async () => {
  for (const path of [
    '/_system/introspect',
    '/rest/v1/%2e%2e/%2e%2e/_system/introspect',
    '/rest/v1/../../_system/introspect',
    '/static/.vite/manifest.json',
    '/',
  ]) {
    for (const key of ['', inject('publishableKey'), inject('secretKey')]) {
      const { status, text } = await getRaw(inject('supabaseUrl'), path, { apikey: key })
      expect([path, status, text.includes('auth')]).toEqual([path, 404, false])
    }
  }
})

test('a NUL, which PostgreSQL text cannot contain, is refused with 400', async () => {
  const user = await createUser()
  for (const path of [
    '/rest/v1/communities?select=id&name=ilike.*%00*',
    '/storage/v1/object/public/community-images/a%00b.jpg',
  ]) {
    const { status } = await getRaw(inject('supabaseUrl'), path, headersOf(user))
    expect([path, status]).toEqual([path, 400])
  }
  for (const [path, body] of [
    ['/auth/v1/signup', { email: 'c@example.com', password: 'abcdefgh1', data: { name: 'a\0b' } }],
    ['/rest/v1/rpc/list_communities', { search: 'a\0b' }],
    ['/storage/v1/object/list/community-images', { prefix: 'a\0b' }],
  ] as const) {
    const { status } = await post(user, path, JSON.stringify(body))
    expect([path, status]).toEqual([path, 400])
  }
  // An escaped backslash is no NUL.
  const name = String.raw`C:\u0000`
  expect((await user.client.from('profiles').update({ name }).eq('id', user.id)).error).toBeNull()
})

describe('a body', () => {
  const path = '/functions/v1/delete-user'
  /** Sends a body without its length, or after asking whether to send it, like `curl` for a large one. */
  const send = (at: string, body: string, headers: OutgoingHttpHeaders) =>
    new Promise<[status?: number, text?: string, origin?: string]>((resolve, reject) => {
      const sent = request(inject('supabaseUrl') + at, { method: 'POST', headers }, (response) => {
        const origin = response.headers['access-control-allow-origin']
        consumers
          .text(response)
          .then((answer) => resolve([response.statusCode, answer, origin]), reject)
      })
      sent.on('error', reject).end(body)
    })
  const chunked = { apikey: inject('publishableKey'), 'transfer-encoding': 'chunked' }

  test.each([
    ['without its length', chunked],
    ['after asking whether to send it', { expect: '100-continue', 'content-length': 2 }],
  ])('%s reaches a function', async (_how, headers) => {
    expect(await send(path, '{}', headers)).toEqual([401, '{"error":"Please sign in."}', '*'])
  })

  test('of 11 MB is refused by every service with 413, which pages can read', async () => {
    const body = 'x'.repeat(11 * 1024 * 1024)
    const message = 'The request is too large.'
    const sized = { 'content-length': body.length }
    for (const [at, headers] of [
      [path, chunked],
      [path, sized],
      ['/rest/v1/rpc/search_directory', chunked],
      ['/auth/v1/signup', sized],
      ['/storage/v1/object/community-images/a.jpg', sized],
    ] as const) {
      const [status, answer = '', origin] = await send(at, body, headers)
      expect([at, status, origin]).toEqual([at, 413, '*'])
      const error = at === path ? { error: message } : { message }
      expect(JSON.parse(answer)).toMatchObject(error)
    }
  })
})

test('a slow client reads why its upload is refused, and keeps its connection', async () => {
  const agent = new Agent({ keepAlive: true })
  const user = await createUser()
  const size = 5 * 1024 * 1024 + 1
  const path = `/storage/v1/object/community-images/${user.id}/1763600000001-compressed.jpg`
  const upload = request(inject('supabaseUrl') + path, {
    agent,
    method: 'POST',
    headers: { ...headersOf(user), 'content-type': 'image/jpeg', 'content-length': size },
  })
  const answered = once(upload, 'response')
  upload.write(Buffer.alloc(1024))
  // The server closes a connection half a second after an answer to a body that was not read.
  await setTimeout(700)
  upload.end(Buffer.alloc(size - 1024))
  const [response] = await answered
  expect(await consumers.json(response)).toMatchObject({ statusCode: '413' })
  const next = request(inject('supabaseUrl'), { agent }).end()
  await once(next, 'response')
  expect(next.reusedSocket).toBe(true)
  agent.destroy()
})

test('the embedded auth service responds like one that offers no second factors', async () => {
  const { client } = await createUser()
  const { error } = await client.auth.mfa.enroll({ factorType: 'totp' })
  expect([error?.status, error?.code]).toEqual([422, 'mfa_totp_enroll_not_enabled'])
  expect((await client.auth.mfa.listFactors()).data?.all).toEqual([])
})

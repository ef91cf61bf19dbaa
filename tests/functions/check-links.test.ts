import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LocalFunctions, startFunctions } from '../../supabase/local/functions.ts'
import { listen } from '../../supabase/local/listen.ts'
import { type LocalSupabase, startLocalSupabase } from '../../supabase/local/start.ts'
import { createCommunity, newCommunity } from '../support/communities.ts'
import { type Client, type TestUser, createTestClient } from '../support/users.ts'

let local: LocalSupabase
let functions: LocalFunctions
let secret: Client
let owner: TestUser
let admin: TestUser
/** In place of WhatsApp: what it answers to a path. Whatever has no answer here names a group. */
const answers = new Map<string, RequestListener>()
let asked: string[] = []
let whatsApp: Awaited<ReturnType<typeof listen>>
/** Something else on the same machine, which nobody outside may reach. */
let bystander: Awaited<ReturnType<typeof listen>>
let intrusions = 0

beforeAll(async () => {
  ;[whatsApp, bystander] = await Promise.all([listen(), listen()])
  whatsApp.serve((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const answer = answers.get(path) ?? naming('Sunrise Swimmers')
    return answer(request, response)
  })
  bystander.serve((_request, response) => {
    intrusions += 1
    response.end(pageOf('Stolen'))
  })
  local = await startLocalSupabase({ isDirectoryLive: true })
  functions = startFunctions({
    SUPABASE_URL: local.url,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: local.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: local.secretKey }),
    WHATSAPP_ORIGIN: whatsApp.url,
  })
  secret = createTestClient(local.secretKey, local.url)
  owner = await signUp()
  admin = await signUp()
  await secret.from('profiles').update({ is_admin: true }).eq('id', admin.id).throwOnError()
})
afterAll(async () => {
  functions.stop()
  await Promise.all([whatsApp.close(), bystander.close(), local.stop()])
})

beforeEach(async () => {
  answers.clear()
  asked = []
  intrusions = 0
  await local.connection.driver.exec('delete from public.communities')
})

async function signUp(): Promise<TestUser> {
  const client = createTestClient(local.publishableKey, local.url)
  const account = { email: `${crypto.randomUUID()}@example.org`, password: 'correct-horse-7' }
  const { data, error } = await client.auth.signUp(account)
  if (error) throw error
  const accessToken = data.session?.access_token ?? ''
  return { ...account, id: data.user?.id ?? '', client, accessToken }
}

async function call(body: unknown = {}, key = local.secretKey, method = 'POST') {
  const request = new Request(`${local.url}/functions/v1/admin/check-links`, {
    method,
    headers: { authorization: `Bearer ${key}` },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const response = await functions.answer(request)
  if (!response) throw new Error('No function answered')
  return { status: response.status, body: await response.json() }
}

const pageOf = (title: string) =>
  `<html><head><title>WhatsApp Group Invite</title><meta property="og:title" content="${title}" />`
const naming =
  (title: string): RequestListener =>
  (_request, response) =>
    response.setHeader('content-type', 'text/html').end(pageOf(title))
const redirecting =
  (location: string): RequestListener =>
  (_request, response) =>
    response.writeHead(302, { location }).end()
const refusing =
  (status: number): RequestListener =>
  (_request, response) =>
    response.writeHead(status).end('WhatsApp Group Invite')

const pathOf = (link: string) => new URL(link).pathname

/** An approved community, whose page answers as given. */
async function approved(answer: RequestListener) {
  const { data } = await secret
    .from('communities')
    .insert({ ...newCommunity(), owner_id: owner.id, status: 'approved' })
    .select()
    .single()
    .throwOnError()
  answers.set(pathOf(data.whatsapp_link), answer)
  return data
}

const stateOf = async (id: string) =>
  (
    await secret
      .from('community_links')
      .select('state, group_name, checked_at, live_at, dead_since')
      .eq('community_id', id)
      .single()
      .throwOnError()
  ).data

const isListed = async (id: string) => {
  const visitor = createTestClient(local.publishableKey, local.url)
  const { data } = await visitor.rpc('get_directory_community', { community: id }).throwOnError()
  return data.length === 1
}

/** As if everything had been checked so much earlier. */
const turnBack = (hours: number) =>
  local.connection.driver.query(
    `update public.community_links set checked_at = checked_at - $1 * interval '1 hour',
       dead_since = dead_since - $1 * interval '1 hour', claimed_at = null`,
    [hours],
  )

describe('a batch', () => {
  test('finds the links that are live and those that are not', async () => {
    const live = await approved(naming('Swimmers &amp; Friends'))
    const dead = await approved(naming('WhatsApp Group Invite'))
    const gone = await approved(refusing(404))
    const unknown = await approved(refusing(429))
    expect(await call()).toEqual({
      status: 200,
      body: { checked: 4, live: 1, dead: 2, unknown: 1, stopped: false },
    })
    expect(await stateOf(live.id)).toMatchObject({
      state: 'live',
      group_name: 'Swimmers & Friends',
      dead_since: null,
    })
    const once = { state: 'unchecked', live_at: null, dead_since: expect.any(String) }
    expect(await stateOf(dead.id)).toMatchObject(once)
    expect(await stateOf(gone.id)).toMatchObject(once)
    expect(await stateOf(unknown.id)).toMatchObject({
      state: 'unchecked',
      checked_at: expect.any(String),
      dead_since: null,
    })
    // None of them is asked for again today.
    expect((await call()).body).toMatchObject({ checked: 0 })
  })

  test('two dead answers a day apart take a community out of the directory, a live one brings it back', async () => {
    const { id, whatsapp_link } = await approved(naming(''))
    await call()
    await turnBack(23)
    await call()
    expect(await stateOf(id)).toMatchObject({ state: 'unchecked' })
    expect(await isListed(id)).toBe(true)
    await turnBack(13)
    expect((await call()).body).toMatchObject({ dead: 1 })
    expect(await stateOf(id)).toMatchObject({ state: 'dead' })
    expect(await isListed(id)).toBe(false)
    const { error } = await admin.client.rpc('join_community', { community: id })
    expect(error?.message).toBe('This community is not in the directory any more.')

    // WhatsApp says nothing: still dead.
    answers.set(pathOf(whatsapp_link), refusing(503))
    await turnBack(13)
    await call()
    expect(await stateOf(id)).toMatchObject({ state: 'dead' })
    answers.set(pathOf(whatsapp_link), naming('Back Again'))
    await turnBack(13)
    await call()
    expect(await stateOf(id)).toMatchObject({ state: 'live', group_name: 'Back Again' })
    expect(await isListed(id)).toBe(true)
  })

  test('stops when WhatsApp does not answer any more', async () => {
    for (let count = 0; count < 20; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one database
      await approved(refusing(429))
    }
    const { body } = await call()
    expect(body).toMatchObject({ live: 0, dead: 0, stopped: true })
    expect(asked.length).toBeGreaterThanOrEqual(3)
    expect(asked.length).toBeLessThan(10)
    // It is left alone for a while, too.
    expect((await call()).body).toMatchObject({ checked: 0 })
  })

  test('is never under way twice', async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await approved(async (_request, response) => {
      await held
      response.end(pageOf('Held'))
    })
    await approved(naming('Other'))
    const first = call()
    await expect.poll(() => asked.length).toBe(2)
    expect((await call()).body).toMatchObject({ checked: 0 })
    release()
    expect((await first).body).toMatchObject({ checked: 2, live: 2 })
    expect(asked).toHaveLength(2)
  })

  test('forgets the answer about a link that was replaced meanwhile', async () => {
    const { id } = await approved(async (_request, response) => {
      const link = 'https://chat.whatsapp.com/ReplacedReplacedReplac'
      await secret.from('communities').update({ whatsapp_link: link }).eq('id', id).throwOnError()
      response.end(pageOf('Old Group'))
    })
    await call()
    expect(await stateOf(id)).toEqual({
      state: 'unchecked',
      group_name: null,
      checked_at: null,
      live_at: null,
      dead_since: null,
    })
  })
})

describe('a page that means harm', () => {
  test('leads nowhere but to WhatsApp', async () => {
    const { port } = new URL(bystander.url)
    const targets = [
      `${bystander.url}/`,
      `http://localhost:${port}/`,
      `//127.0.0.1:${port}/`,
      `https://chat.whatsapp.com:${port}/x`,
      `https://chat.whatsapp.com@127.0.0.1:${port}/`,
      `https://chat.whatsapp.com.evil.example/x`,
      'http://169.254.169.254/latest/meta-data/',
      'http://10.0.0.1/',
      'http://[::1]/',
      'http://chat.whatsapp.com/AAAAAAAAAAAAAAAAAAAAAA',
      'file:///etc/passwd',
      `data:text/html,${encodeURIComponent(pageOf('Data'))}`,
      'javascript:alert(1)',
      'http://[',
    ]
    const answered = await Promise.all(
      targets.map(async (target) => {
        const { id } = await approved(redirecting(target))
        return (await call({ community: id })).body
      }),
    )
    expect(answered).toEqual(targets.map(() => ({ state: 'unknown', group_name: null })))
    expect(intrusions).toBe(0)
    expect(asked).toHaveLength(targets.length)
  })

  test('is followed within WhatsApp, not for ever', async () => {
    const moved = await approved(redirecting('https://whatsapp.com/elsewhere?a=1'))
    answers.set('/elsewhere?a=1', redirecting('/at-last'))
    answers.set('/at-last', naming('Moved'))
    expect((await call({ community: moved.id })).body).toEqual({
      state: 'live',
      group_name: 'Moved',
    })
    const loop = await approved(redirecting('https://chat.whatsapp.com/loop'))
    answers.set('/loop', redirecting('/loop'))
    asked = []
    expect((await call({ community: loop.id })).body).toMatchObject({ state: 'unknown' })
    expect(asked).toHaveLength(6)
  })

  test('is cut off when it is endless, huge or slow', { timeout: 40_000 }, async () => {
    let sent = 0
    const endless: RequestListener = (_request, response) => {
      const chunk = '<meta property="x" content="'.repeat(1000)
      const write = () => {
        while (!response.destroyed) {
          sent += chunk.length
          if (!response.write(chunk)) return
        }
      }
      response.on('drain', write)
      write()
    }
    const bomb: RequestListener = (_request, response) =>
      response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(50_000_000, ' ')))
    const silent: RequestListener = () => undefined
    const dripping: RequestListener = (_request, response) => {
      const timer = setInterval(() => response.write('<p>'), 200)
      response.on('close', () => clearInterval(timer))
    }
    const broken: RequestListener = (request) => request.socket.destroy()
    const start = performance.now()
    const states = await Promise.all(
      [endless, bomb, silent, dripping, broken].map(async (answer) => {
        const { id } = await approved(answer)
        const { body } = await call({ community: id })
        return body
      }),
    )
    expect(states).toEqual(
      Array.from({ length: 5 }, () => ({ state: 'unknown', group_name: null })),
    )
    expect(performance.now() - start).toBeLessThan(20_000)
    expect(sent).toBeLessThan(20_000_000)
  })

  test('names a group in one harmless line, or not at all', async () => {
    const { id } = await approved(
      naming(`&lt;script&gt;x&#10;&#x202E;Bcc: a@b.example&#0;${'y'.repeat(300)}`),
    )
    const { body } = await call({ community: id })
    expect(body.group_name).toBe(`<script>x Bcc: a@b.example${'y'.repeat(174)}`)
    expect(await stateOf(id)).toMatchObject({ group_name: body.group_name })
    const hidden = await approved(naming('&#x3164;&#x3164;'))
    await call({ community: hidden.id })
    expect(await stateOf(hidden.id)).toMatchObject({ state: 'live', group_name: null })
  })
})

describe('before a decision', () => {
  test('reviewers see what a link leads to, while it waits and while it is held', async () => {
    const waiting = await createCommunity(owner)
    answers.set(pathOf(waiting.whatsapp_link), naming('Crypto Signals'))
    expect(await call({ community: waiting.id }, admin.accessToken)).toEqual({
      status: 200,
      body: { state: 'live', group_name: 'Crypto Signals' },
    })
    const live = await approved(naming('As It Was'))
    const link = 'https://chat.whatsapp.com/HeldHeldHeldHeldHeldHe'
    await owner.client
      .from('communities')
      .update({ whatsapp_link: link })
      .eq('id', live.id)
      .throwOnError()
    answers.set(pathOf(link), naming(''))
    expect((await call({ community: live.id }, admin.accessToken)).body).toEqual({
      state: 'dead',
      group_name: null,
    })
    // That was about the new link, not about the one that visitors use.
    expect(await stateOf(live.id)).toMatchObject({ dead_since: null, checked_at: null })
  })

  test('the name that was last seen is shown when WhatsApp says nothing', async () => {
    const { id, whatsapp_link } = await approved(naming('Seen Before'))
    await call({ community: id })
    answers.set(pathOf(whatsapp_link), refusing(500))
    expect((await call({ community: id })).body).toEqual({
      state: 'unknown',
      group_name: 'Seen Before',
    })
  })

  test('no community, or none that can be read, is an answer in words', async () => {
    expect(await call({ community: crypto.randomUUID() })).toEqual({
      status: 404,
      body: { error: 'There is no such community.' },
    })
    for (const body of ['not json', '[]', 'null', '{"community":5}', '{"community":"x"}']) {
      // oxlint-disable-next-line no-await-in-loop -- five calls
      expect([body, (await call(body)).status]).toEqual([body, 400])
    }
    expect((await call('')).status).toBe(200)
    expect((await call('x'.repeat(20_000))).status).toBe(400)
  })
})

describe('a check', () => {
  test('is for admins and for the secret key', async () => {
    const { id } = await approved(naming('Never Asked'))
    for (const body of [{}, { community: id }]) {
      /* oxlint-disable no-await-in-loop -- a few calls */
      expect((await call(body, '')).status).toBe(401)
      expect((await call(body, local.publishableKey)).status).toBe(401)
      expect((await call(body, 'sb_secret_guess')).status).toBe(401)
      expect(await call(body, owner.accessToken)).toEqual({
        status: 403,
        body: { error: 'Only an admin may check links.' },
      })
      /* oxlint-enable no-await-in-loop */
    }
    expect((await call({}, local.secretKey, 'GET')).status).toBe(405)
    expect(asked).toEqual([])
    expect((await call({}, admin.accessToken)).body).toMatchObject({ checked: 1 })
  })

  test('tells the owner whether the link works, and nobody what the group is called', async () => {
    const { id } = await approved(naming('Secret Name'))
    await call()
    const columns = 'community_id, state, checked_at, dead_since'
    const read = (client: Client) =>
      client.from('community_links').select(columns).eq('community_id', id)
    const { data } = await read(owner.client).throwOnError()
    expect(data).toEqual([
      { community_id: id, state: 'live', checked_at: expect.any(String), dead_since: null },
    ])
    const stranger = await signUp()
    expect((await read(stranger.client)).data).toEqual([])
    for (const client of [owner.client, admin.client]) {
      // oxlint-disable-next-line no-await-in-loop -- two calls
      expect((await client.from('community_links').select('group_name')).error?.code).toBe('42501')
    }
    const embedded = await owner.client
      .from('communities')
      .select('name, community_links(state)')
      .eq('id', id)
      .single()
      .throwOnError()
    expect(embedded.data.community_links).toEqual({ state: 'live' })
  })
})

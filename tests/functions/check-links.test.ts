import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCommunity } from '../support/communities.ts'
import type { Client } from '../support/users.ts'
import {
  respondWithGroup,
  renderPage,
  getPath,
  respondWithStatus,
  startLinkBackend,
} from './link-backend.ts'

const backend = await startLinkBackend()
const { secret, owner, admin, signUp, responses, requests } = backend
const { check, createApproved, readLink, advanceHours, clear } = backend
beforeEach(clear)
afterAll(backend.stop)

const isListed = async (community_id: string) =>
  (await secret.rpc('get_directory_community', { community_id }).throwOnError()).data.length === 1

describe('a batch of checks', () => {
  test('records which links are live and which are dead', async () => {
    const live = await createApproved(respondWithGroup('Swimmers &amp; Friends'))
    const dead = await createApproved(respondWithStatus(404))
    const unknown = await createApproved(respondWithStatus(429))
    expect(await check()).toEqual({
      status: 200,
      body: { checked: 3, live: 1, dead: 1, unknown: 1, stopped: false },
    })
    const checked = { state: 'unchecked', checked_at: expect.any(String), dead_since: null }
    expect(await readLink(live.id)).toMatchObject({
      ...checked,
      state: 'live',
      group_name: 'Swimmers & Friends',
    })
    expect(await readLink(dead.id)).toMatchObject({ ...checked, dead_since: expect.any(String) })
    expect(await readLink(unknown.id)).toMatchObject(checked)
    // No link is checked again within twelve hours.
    expect((await check()).body).toMatchObject({ checked: 0 })
  })

  test('removes a community after two dead results a day apart, and restores it after a live one', async () => {
    const { id, whatsapp_link } = await createApproved(respondWithGroup(''))
    await check()
    await advanceHours(23)
    await check()
    expect(await readLink(id)).toMatchObject({ state: 'unchecked' })
    expect(await isListed(id)).toBe(true)
    await advanceHours(13)
    expect((await check()).body).toMatchObject({ dead: 1 })
    expect(await readLink(id)).toMatchObject({ state: 'dead' })
    expect(await isListed(id)).toBe(false)

    // Without a response from WhatsApp, the link stays dead.
    responses.set(getPath(whatsapp_link), respondWithStatus(503))
    await advanceHours(13)
    await check()
    expect(await readLink(id)).toMatchObject({ state: 'dead' })
    responses.set(getPath(whatsapp_link), respondWithGroup('Back Again'))
    await advanceHours(13)
    await check()
    expect(await readLink(id)).toMatchObject({ state: 'live', group_name: 'Back Again' })
    expect(await isListed(id)).toBe(true)
  })

  test('stops when WhatsApp stops responding', async () => {
    for (let count = 0; count < 12; count += 1) await createApproved(respondWithStatus(429))
    const { body } = await check()
    expect(body).toMatchObject({ live: 0, dead: 0, stopped: true })
    expect(requests.length).toBeLessThan(10)
    // The next batch waits, too.
    expect((await check()).body).toMatchObject({ checked: 0 })
  })

  test('never runs concurrently with another', async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await createApproved(async (_request, response) => {
      await held
      response.end(renderPage('Held'))
    })
    await createApproved(respondWithGroup('Other'))
    const first = check()
    await expect.poll(() => requests.length).toBe(2)
    expect((await check()).body).toMatchObject({ checked: 0 })
    release()
    expect((await first).body).toMatchObject({ checked: 2, live: 2 })
    expect(requests).toHaveLength(2)
  })

  test('stores no name that is invisible', async () => {
    const { id } = await createApproved(respondWithGroup('&#x3164;&#x3164;'))
    await check({ community: id })
    expect(await readLink(id)).toMatchObject({ state: 'live', group_name: null })
  })

  test('ignores the result of a link that was replaced in the meantime', async () => {
    const { id } = await createApproved(async (_request, response) => {
      const link = 'https://chat.whatsapp.com/ReplacedReplacedReplac'
      await secret.from('communities').update({ whatsapp_link: link }).eq('id', id).throwOnError()
      response.end(renderPage('Old Group'))
    })
    await check()
    const replaced = { state: 'unchecked', group_name: null, checked_at: null, live_at: null }
    expect(await readLink(id)).toEqual({ ...replaced, dead_since: null })
  })
})

describe('before a decision', () => {
  test('reviewers see where a pending link and a held link lead', async () => {
    const waiting = await createCommunity(owner)
    responses.set(getPath(waiting.whatsapp_link), respondWithGroup('Crypto Signals'))
    expect(await check({ community: waiting.id }, admin.accessToken)).toEqual({
      status: 200,
      body: { state: 'live', group_name: 'Crypto Signals' },
    })
    const live = await createApproved(respondWithGroup('Current Group'))
    const link = 'https://chat.whatsapp.com/HeldHeldHeldHeldHeldHe'
    const held = owner.client.from('communities').update({ whatsapp_link: link })
    await held.eq('id', live.id).throwOnError()
    responses.set(getPath(link), respondWithGroup(''))
    const { body } = await check({ community: live.id }, admin.accessToken)
    expect(body).toEqual({ state: 'dead', group_name: null })
    // That was the held link, not the one that visitors use.
    expect(await readLink(live.id)).toMatchObject({ dead_since: null, checked_at: null })
  })

  test('reviewers see the last known name when WhatsApp does not respond', async () => {
    const { id, whatsapp_link } = await createApproved(respondWithGroup('Seen Before'))
    await check({ community: id })
    responses.set(getPath(whatsapp_link), respondWithStatus(500))
    const { body } = await check({ community: id })
    expect(body).toEqual({ state: 'unknown', group_name: 'Seen Before' })
  })

  test('an unknown community returns 404, an invalid request 400 or 413', async () => {
    expect(await check({ community: crypto.randomUUID() })).toEqual({
      status: 404,
      body: { error: 'There is no such community.' },
    })
    for (const body of ['not json', '[]', 'null', '{"community":5}', '{"community":"x"}']) {
      expect([body, (await check(body)).status]).toEqual([body, 400])
    }
    expect((await check('')).status).toBe(200)
    expect((await check('x'.repeat(20_000))).status).toBe(413)
  })
})

test('owners see whether their link works, and no client sees the name of the group', async () => {
  const { id } = await createApproved(respondWithGroup('Secret Name'))
  await check()
  const columns = 'community_id, state, checked_at, dead_since'
  const read = (client: Client) => client.from('community_links').select(columns)
  const { data } = await read(owner.client).throwOnError()
  expect(data).toEqual([
    { community_id: id, state: 'live', checked_at: expect.any(String), dead_since: null },
  ])
  const stranger = await signUp()
  expect((await read(stranger.client)).data).toEqual([])
  for (const client of [owner.client, admin.client]) {
    expect((await client.from('community_links').select('group_name')).error?.code).toBe('42501')
  }
})

import { describe, expect, test } from 'vitest'
import { createCommunity } from '../support/communities.ts'
import {
  type TestUser,
  createSecretClient,
  createTestClient,
  createUser,
} from '../support/users.ts'
import { sendRestRequest } from './rest-request.ts'

/*
 * Attacks on the live directory: links without joining, who joined and who reported. No response contains them, and the
 * data is unchanged when read with unrestricted access.
 */

const [owner, attacker, member] = await Promise.all([
  createUser({ name: 'Owner' }),
  createUser({ name: 'Attacker' }),
  createUser({ name: 'Member' }),
])
const content = { name: 'Wombat Walks', description: 'Wombats at dusk.' } as const
const community = await createCommunity(owner, { ...content, status: 'approved' })
/** Looks the same to visitors, with a different link. */
const twin = await createCommunity(owner, { ...content, status: 'approved' })
const pending = await createCommunity(owner)
await member.client.rpc('join_community', { community_id: community.id }).throwOnError()
await member.client
  .rpc('report_community', {
    community_id: community.id,
    reason: 'other',
    comment: 'Odd people.',
  })
  .throwOnError()

/** Reads everything that these attacks target, with unrestricted access. */
async function snapshot() {
  const secret = createSecretClient()
  const ids = [community.id, twin.id, pending.id]
  const [communities, joins, reports] = await Promise.all([
    secret.from('communities').select('*').in('id', ids).order('id').throwOnError(),
    secret.from('community_joins').select('*').in('community_id', ids).throwOnError(),
    secret.from('community_reports').select('*').in('community_id', ids).throwOnError(),
  ])
  return [communities.data, joins.data, reports.data]
}

const request = async (path: string, init: RequestInit = {}, token?: string) =>
  (await sendRestRequest(path, init, token)).text

const post = (body: object): RequestInit => ({ method: 'POST', body: JSON.stringify(body) })

/** Sends a request as a visitor and as a stranger. Neither response contains a secret, and no data changes. */
async function expectRefused(path: string, init: RequestInit = {}) {
  const before = await snapshot()
  const code = community.whatsapp_link.slice(-22)
  const secrets = [code, code.slice(0, 6), member.id, owner.id, 'Odd people']
  for (const token of [undefined, attacker.accessToken]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const answer = await request(path, init, token)
    for (const secret of secrets) expect(answer).not.toContain(secret)
  }
  expect(await snapshot()).toEqual(before)
}

describe('a link cannot be read without joining', () => {
  test.each([
    ['as a column of a search', 'rpc/search_directory?select=whatsapp_link'],
    ['as a renamed column', 'rpc/search_directory?select=name:whatsapp_link'],
    ['with every column', 'rpc/search_directory?select=*&search=wombat'],
    ['as a filter', 'rpc/search_directory?whatsapp_link=like.https*'],
    ['as a filter of one letter', 'rpc/search_directory?search=wombat&whatsapp_link=like.*com/A*'],
    ['as an order', 'rpc/search_directory?order=whatsapp_link'],
    ['as the order of the search', 'rpc/search_directory?sort=whatsapp_link&search=wombat'],
    ['by embedding the community', 'rpc/search_directory?select=id,communities(whatsapp_link)'],
    ['by an inner join', 'rpc/search_directory?select=id,communities!inner(*)&search=wombat'],
    ['from the table', 'communities?select=whatsapp_link'],
    ['from joins', 'community_joins?select=*,communities(whatsapp_link)'],
    ['from reports', 'community_reports?select=*,communities(whatsapp_link)'],
    ['from the audit log', 'audit_log?select=*'],
    ['from the table behind the directory', 'directory_communities?select=*'],
    ['from the words of the search', 'directory_words?select=word'],
  ])('%s', (_how, path) => expectRefused(path))

  test.each(['communities', 'directory_communities', 'settings', 'review_queue'])(
    'from the private schema, as %s',
    (table) => expectRefused(table, { headers: { 'accept-profile': 'private' } }),
  )

  test.each([
    ["x') union select whatsapp_link from public.communities --"],
    ["' or true) --"],
    ['$1'],
    ['%L'],
  ])('by SQL injection in the search or the page key: %s', async (text) => {
    await expectRefused('rpc/search_directory', post({ search: text }))
    await expectRefused('rpc/count_directory', post({ search: text }))
    await expectRefused('rpc/count_places', post({ search: text, language: text }))
    await expectRefused('rpc/search_directory', post({ location: text, language: text }))
    for (const sort of ['newest', 'members', 'name']) {
      // oxlint-disable-next-line no-await-in-loop -- three at most
      await expectRefused(
        'rpc/search_directory',
        post({ search: 'wombat', sort, after_key: text, after_id: community.id }),
      )
    }
    await expectRefused('rpc/search_directory', post({ search: 'wombat', sort: text }))
  })

  test('by opening a single community', async () => {
    const path = `rpc/get_directory_community?community_id=${community.id}`
    await expectRefused(path)
    await expectRefused(`${path}&select=*,communities(*)`)
    await expectRefused(`${path}&select=whatsapp_link,owner_id`)
    await expectRefused(`${path}&order=whatsapp_link`)
  })

  test('by guessing it letter by letter', async () => {
    const visitor = createTestClient()
    const both = [community.id, twin.id].toSorted()
    for (const part of [
      community.whatsapp_link,
      'https://chat.whatsapp.com/',
      ...Array.from({ length: 22 }, (_, end) => community.whatsapp_link.slice(-22, -22 + end + 1)),
    ]) {
      // Matching both or neither reveals nothing about the link.
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { data } = await visitor
        .rpc('search_directory', { search: `wombat ${part}`, page_size: 48 }, { get: true })
        .throwOnError()
      const found = data.map(({ id }) => id).filter((id) => both.includes(id))
      expect([0, 2]).toContain(found.length)
    }
  })

  test('by joining without an account or with a GET request', async () => {
    await expectRefused(`rpc/join_community?community_id=${pending.id}`)
    await expectRefused(`rpc/get_invite_link?community_id=${pending.id}`)
    await expectRefused(`rpc/get_invite_link?community_id=${community.id}`)
    expect(await request('rpc/join_community', post({ community_id: community.id }))).toContain(
      '42501',
    )
    expect(await request('rpc/get_invite_link', post({ community_id: community.id }))).toContain(
      '42501',
    )
    const before = await snapshot()
    await request(`rpc/join_community?community_id=${twin.id}`, {}, attacker.accessToken)
    expect(await snapshot()).toEqual(before)
  })

  test('from a pending community, by any role', async () => {
    for (const user of [attacker, owner, await createUser({ admin: true })]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const joined = await user.client.rpc('join_community', { community_id: pending.id })
      // oxlint-disable-next-line no-await-in-loop
      const read = await user.client.rpc('get_invite_link', { community_id: pending.id })
      expect([joined.error?.code, read.data, read.error?.code]).toEqual(['PT410', null, 'PT410'])
    }
  })
})

describe('a limit holds', () => {
  const listMany = (many: number) =>
    Promise.all(
      Array.from({ length: many }, async () => {
        const { id } = await createCommunity(owner, { status: 'approved' })
        return id
      }),
    )
  const joinsOf = async (user: TestUser) => {
    const joins = createSecretClient().from('community_joins').select('*')
    return (await joins.eq('user_id', user.id).throwOnError()).data.length
  }
  const reportsOf = async (user: TestUser) => {
    const reports = createSecretClient().from('community_reports').select('*')
    return (await reports.eq('reporter_id', user.id).throwOnError()).data.length
  }

  test('for concurrent joins', async () => {
    const scraper = await createUser()
    const ids = await listMany(36)
    const answers = await Promise.all(
      ids.map((id) => scraper.client.rpc('join_community', { community_id: id })),
    )
    expect(answers.filter(({ error }) => error === null)).toHaveLength(30)
    expect(await joinsOf(scraper)).toBe(30)
    const links = await Promise.all(
      ids.map((id) => scraper.client.rpc('get_invite_link', { community_id: id })),
    )
    expect(links.filter(({ data }) => data !== null)).toHaveLength(30)
  }, 60_000)

  test('for concurrent reports', async () => {
    const flooder = await createUser()
    const ids = await listMany(14)
    const answers = await Promise.all(
      [...ids, ...ids].map((id) =>
        flooder.client.rpc('report_community', { community_id: id, reason: 'spam' }),
      ),
    )
    expect(answers.filter(({ error }) => error === null)).toHaveLength(10)
    expect(await reportsOf(flooder)).toBe(10)
  }, 60_000)

  test('of one join per user and day, for concurrent joins of one community', async () => {
    const user = await createUser()
    await Promise.all(
      Array.from({ length: 10 }, () =>
        user.client.rpc('join_community', { community_id: twin.id }),
      ),
    )
    expect(await joinsOf(user)).toBe(1)
  })
})

describe('joins and reports', () => {
  test.each([
    ['from the joins', 'community_joins?select=*'],
    ['from the reports', 'community_reports?select=*'],
    ['as joins embedded in communities', 'communities?select=id,community_joins(*)'],
    ['as reports embedded in communities', 'communities?select=id,community_reports(*)'],
    [
      'as rows embedded in profiles',
      'profiles?select=id,community_joins(*),community_reports!reporter_id(*)',
    ],
    ['as profiles that joined', 'communities?select=id,profiles!community_joins(*)'],
    ['as a count', 'community_reports?select=count'],
    ['as a filter of communities', 'communities?select=id,community_joins!inner(user_id)'],
    ['from the queue', 'rpc/list_review_queue?select=id,community_reports(*)'],
    ['in the numbers of the queue', 'rpc/count_review_queue'],
  ])('are hidden from the owner %s', async (_how, path) => {
    const answer = await request(path, {}, owner.accessToken)
    for (const secret of [member.id, 'Odd people', '"count":1']) {
      expect(answer).not.toContain(secret)
    }
  })

  test('are only counted for the owner', async () => {
    const { data: own } = await owner.client.rpc('count_joins').throwOnError()
    expect(own.map(({ community_id }) => community_id)).toContain(community.id)
    const { data: others } = await attacker.client.rpc('count_joins').throwOnError()
    expect(others).toEqual([])
    const { data: filtered } = await attacker.client
      .rpc('count_joins')
      .eq('community_id', community.id)
      .throwOnError()
    expect(filtered).toEqual([])
  })

  test.each([
    ['a join', 'POST', 'community_joins', () => ({ community_id: twin.id, user_id: attacker.id })],
    [
      "a report in another user's name",
      'POST',
      'community_reports',
      () => ({ community_id: twin.id, reporter_id: member.id, reason: 'spam' }),
    ],
    [
      'a resolved report',
      'PATCH',
      'community_reports?resolved_at=is.null',
      () => ({ resolved_at: '2026-01-01' }),
    ],
    ['a deletion of reports', 'DELETE', 'community_reports?reason=eq.other', () => ({})],
    ['a deletion of joins', 'DELETE', 'community_joins?joined_on=gte.2001-01-01', () => ({})],
    [
      'reports resolved by a stranger',
      'POST',
      'rpc/resolve_reports',
      () => ({ community_id: community.id, seen_at: 'infinity' }),
    ],
  ])(
    'cannot be written by visitors, strangers or the owner: %s',
    async (_what, method, path, body) => {
      const before = await snapshot()
      for (const user of [undefined, attacker, owner]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const answer = await request(
          path,
          { method, body: JSON.stringify(body()) },
          user?.accessToken,
        )
        expect(answer).toMatch(/"(42501|PT403)"/)
      }
      expect(await snapshot()).toEqual(before)
    },
  )
})

describe('an expensive search', () => {
  // Each takes less than 0.1 s. Without limits, the first ones would take minutes. A hosted project and the real
  // services cancel them after three seconds.
  const timeLimit = 10_000
  const words = Array.from({ length: 2000 }, (_, index) => `w${index}`).join(' ')
  test.each([
    ['a very long word', { search: 'x'.repeat(15_000) }],
    ['thousands of words', { search: words }],
    ['eight words with typing errors', { search: 'wmobat wlaks dsuk cpae twon suoth arfica duks' }],
    ['only accents', { search: '\u0301'.repeat(9000) }],
    ['letters that expand to many', { search: '\uFDFA'.repeat(4000) }],
    ['a page of a billion', { page_size: 1_000_000_000 }],
    [
      'a very late page',
      { after_key: '2001-01-01', after_id: '00000000-0000-4000-8000-000000000000' },
    ],
    ['every filter', { search: 'a', location: 'Bali', category: 'Social', join_type: 'request' }],
  ])('with %s returns few rows within the time limit', async (_what, args) => {
    const start = performance.now()
    const answer: unknown = JSON.parse(await request('rpc/search_directory', post(args)))
    expect(performance.now() - start).toBeLessThan(timeLimit)
    expect(Array.isArray(answer) && answer.length <= 48).toBe(true)
  })

  test.each([
    {},
    { search: words },
    { search: 'a' },
    { language: 'en', category: 'Social', join_type: 'request' },
    { language: 'x'.repeat(15_000) },
  ])('counts its places within the time limit: %#', async (args) => {
    const start = performance.now()
    const answer: unknown = JSON.parse(await request('rpc/count_places', post(args)))
    expect(performance.now() - start).toBeLessThan(timeLimit)
    expect(Array.isArray(answer)).toBe(true)
  })

  test.each([{ search: words }, { search: '\uFDFA'.repeat(4000) }, { search: 'a b c d e f g h' }])(
    'is counted within the time limit: %#',
    async (args) => {
      const start = performance.now()
      const answer: unknown = JSON.parse(await request('rpc/count_directory', post(args)))
      expect(performance.now() - start).toBeLessThan(timeLimit)
      expect(Array.isArray(answer) && answer.length <= 18).toBe(true)
    },
  )
})

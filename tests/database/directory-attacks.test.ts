import { describe, expect, test } from 'vitest'
import { createCommunity } from '../support/communities.ts'
import { createSecretClient, createUser } from '../support/users.ts'
import { readProperty } from '../../src/lib/read-property.ts'
import { isOnRealServices } from '../../tooling/real-services/environment.ts'
import { sendRestRequest } from './rest-request.ts'

/*
 * Attacks on the live directory: links without joining, who joined and who reported. No response contains them, and the
 * data is unchanged when read with unrestricted access.
 */

const [owner, attacker, member] = await Promise.all([createUser(), createUser(), createUser()])
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

const roles = [
  ['visitor', undefined],
  ['user', attacker.accessToken],
] as const

/** The code of each role's error, or what it reads: 'nothing' or 'rows'. */
type Outcomes = { visitor: string; user: string }

function toOutcome(answer: string): unknown {
  const body: unknown = JSON.parse(answer)
  const isEmpty = body === null || (Array.isArray(body) && body.length === 0)
  return readProperty(body, 'code') ?? (isEmpty ? 'nothing' : 'rows')
}

const forBoth = (code: string): Outcomes => ({ visitor: code, user: code })

/** Sends a request as a visitor and as a stranger. Neither response contains a secret, and no data changes. */
async function expectHarmless(path: string, outcomes: Outcomes, init: RequestInit = {}) {
  const before = await snapshot()
  const code = community.whatsapp_link.slice(-22)
  const secrets = [code, code.slice(0, 6), member.id, owner.id, 'Odd people']
  for (const [role, token] of roles) {
    const answer = await request(path, init, token)
    expect([role, toOutcome(answer)]).toEqual([role, outcomes[role]])
    for (const secret of secrets) expect(answer).not.toContain(secret)
  }
  expect(await snapshot()).toEqual(before)
}

/** Visitors have no right, and policies or missing rights keep the rows from users. */
const noGrant = (user: string): Outcomes => ({ visitor: '42501', user })

describe('a link cannot be read without joining', () => {
  test.each<[how: string, path: string, outcomes: Outcomes]>([
    ['as a column of a search', 'rpc/search_directory?select=whatsapp_link', forBoth('42703')],
    ['with every column', 'rpc/search_directory?select=*&search=wombat', forBoth('rows')],
    ['as a filter', 'rpc/search_directory?whatsapp_link=like.https*', forBoth('42703')],
    ['as an order', 'rpc/search_directory?order=whatsapp_link', forBoth('42703')],
    [
      'as the order of the search',
      'rpc/search_directory?sort=whatsapp_link&search=wombat',
      forBoth('rows'),
    ],
    [
      'by embedding the community',
      'rpc/search_directory?select=id,communities(whatsapp_link)',
      noGrant('PT400'),
    ],
    [
      'by an inner join',
      'rpc/search_directory?select=id,communities!inner(*)&search=wombat',
      // The embedded service joins without a condition.
      noGrant(isOnRealServices ? 'PT400' : 'nothing'),
    ],
    ['from the table', 'communities?select=whatsapp_link', noGrant('nothing')],
    ['from joins', 'community_joins?select=*,communities(whatsapp_link)', noGrant('42501')],
    ['from reports', 'community_reports?select=*,communities(whatsapp_link)', noGrant('nothing')],
    ['from the audit log', 'audit_log?select=*', noGrant('nothing')],
    ['from the table behind the directory', 'directory_communities?select=*', noGrant('42501')],
    [
      'from the words of the search',
      'directory_words?select=word',
      forBoth(isOnRealServices ? '42P01' : 'PGRST205'),
    ],
  ])('%s', (_how, path, outcomes) => expectHarmless(path, outcomes))

  test('from the private schema', async () => {
    for (const table of ['communities', 'directory_communities', 'settings', 'review_queue']) {
      const headers = { 'accept-profile': 'private' }
      await expectHarmless(table, forBoth('PGRST106'), { headers })
    }
  })

  test.each([
    ["x') union select whatsapp_link from public.communities --"],
    ["' or true) --"],
    ['$1 xyzzyx'],
    ['%L xyzzyx'],
  ])('by SQL injection in the search or the page key: %s', async (text) => {
    const attack = (name: string, args: object, outcome: string) =>
      expectHarmless(`rpc/${name}`, forBoth(outcome), post(args))
    await attack('search_directory', { search: text }, 'nothing')
    await attack('count_directory', { search: text }, 'rows')
    await attack('count_places', { search: text, language: text }, 'nothing')
    await attack('search_directory', { location: text, language: text }, 'nothing')
    const page = { search: 'wombat', after_key: text, after_id: community.id }
    await attack('search_directory', { ...page, sort: 'newest' }, '22007')
    await attack('search_directory', { ...page, sort: 'members' }, '22P02')
    await attack('search_directory', { ...page, sort: 'best' }, '22P02')
    // A name is a text: the page begins after it.
    const isBeforeWombat = !text.startsWith('x')
    const after = isBeforeWombat ? 'rows' : 'nothing'
    await attack('search_directory', { ...page, sort: 'name' }, after)
    await attack('search_directory', { search: 'wombat', sort: text }, 'rows')
  })

  test('by opening a single community', async () => {
    const path = `rpc/get_directory_community?community_id=${community.id}`
    await expectHarmless(path, forBoth('rows'))
    await expectHarmless(`${path}&select=*,communities(*)`, noGrant('PT400'))
    await expectHarmless(`${path}&select=whatsapp_link,owner_id`, forBoth('42703'))
    await expectHarmless(`${path}&order=whatsapp_link`, forBoth('42703'))
  })

  test('by joining without an account or with a GET request', async () => {
    await expectHarmless(`rpc/join_community?community_id=${pending.id}`, noGrant('PT410'))
    await expectHarmless(`rpc/get_invite_link?community_id=${pending.id}`, noGrant('PT410'))
    await expectHarmless(`rpc/get_invite_link?community_id=${community.id}`, noGrant('PT403'))
    const body = post({ community_id: community.id })
    expect(await request('rpc/join_community', body)).toContain('"42501"')
    expect(await request('rpc/get_invite_link', body)).toContain('"42501"')
    const before = await snapshot()
    await request(`rpc/join_community?community_id=${twin.id}`, {}, attacker.accessToken)
    expect(await snapshot()).toEqual(before)
  })
})

describe('the rows of the directory cannot be', () => {
  // The name of the JSON object in the statement, and the attacks on one that the REST service itself refuses.
  const object = isOnRealServices ? 'pgrst_scalar' : 'count_directory'
  const refused: Record<string, string> = isOnRealServices
    ? { multiplied: '42703' }
    : { searched: 'SUP', 'matched with one of several patterns': 'SUP' }
  const functions = [
    ['search_directory', {}, 'name', 'description'],
    ['count_directory', {}, `${object}->>total`, object],
    ['count_places', {}, 'name', 'country'],
    ['get_directory_community', { community_id: community.id }, 'name', 'description'],
    ['get_listed_communities', { community_ids: `{${community.id}}` }, 'name', 'description'],
  ] as const
  test.each<[how: string, toQuery: (first: string, second: string) => string]>([
    ['matched with a pattern', (first) => `${first}=match.a`],
    ['matched with a negated pattern', (first) => `${first}=not.imatch.a`],
    ['matched with one of several patterns', (first) => `${first}=match(any).{a,b}`],
    ['searched', (first) => `${first}=fts.a`],
    ['filtered', (first) => `${first}=eq.a`],
    [
      'filtered by one of two conditions',
      (first, second) => `or=(${first}.ilike.*a*,${second}.is.null)`,
    ],
    ['sorted', (_first, second) => `order=${second}.desc`],
    [
      'multiplied',
      (_first, second) =>
        `select=${Array.from({ length: 400 }, (_, index) => `a${index}:${second}`).join()}`,
    ],
  ])('%s', async (how, toQuery) => {
    for (const [name, args, first, second] of functions) {
      const code = (name === 'count_directory' && refused[how]) || 'PT400'
      await expectHarmless(`rpc/${name}?${toQuery(first, second)}`, forBoth(code), post(args))
    }
  })

  test('matched with a pattern in a GET request', () =>
    expectHarmless('rpc/search_directory?page_size=48&description=match.a', forBoth('PT400')))

  // The first takes seconds to compile, the second recurses, which crashed the embedded database.
  test.each(['(a{0,255}){0,100}b', '((a{0,50}){0,50}){0,50}b'])(
    'matched by a visitor with a pattern that is expensive to compile: %s',
    async (pattern) => {
      const start = performance.now()
      for (const [name, args, first] of functions) {
        for (const operator of ['match', 'not.imatch']) {
          const path = `rpc/${name}?${first}=${operator}.${encodeURIComponent(pattern)}`
          expect(JSON.parse(await request(path, post(args)))).toMatchObject({ code: 'PT400' })
        }
      }
      const path = `rpc/count_places?name=match.${encodeURIComponent(pattern)}`
      expect(JSON.parse(await request(path))).toMatchObject({ code: 'PT400' })
      expect(performance.now() - start).toBeLessThan(2000)
    },
  )

  test('refused because an argument looks like a condition', async () => {
    const path = 'rpc/search_directory?select=id&limit=1'
    await expectHarmless(`${path}&search=wombat`, forBoth('rows'))
    await expectHarmless(`${path}&search=wombats%20where%20order%20by%20dusk`, forBoth('rows'))
  })
})

describe('joins and reports', () => {
  test.each([
    ['as joins embedded in communities', 'communities?select=id,community_joins(*)', '42501'],
    [
      'as rows embedded in profiles',
      'profiles?select=id,community_joins(*),community_reports!reporter_id(*)',
      '42501',
    ],
    ['as profiles that joined', 'communities?select=id,profiles!community_joins(*)', '42501'],
    ['as a count', 'community_reports?select=count', 'rows'],
    ['as a filter of communities', 'communities?select=id,community_joins!inner(user_id)', '42501'],
    ['from the queue', 'rpc/list_review_queue?select=id,community_reports(*)', 'PT403'],
    ['in the numbers of the queue', 'rpc/count_review_queue', 'PT403'],
  ])('are hidden from the owner %s', async (_how, path, outcome) => {
    const answer = await request(path, {}, owner.accessToken)
    expect(toOutcome(answer)).toBe(outcome)
    for (const secret of [member.id, 'Odd people', '"count":1']) {
      expect(answer).not.toContain(secret)
    }
  })

  test('are only counted for the owner', async () => {
    const { data: own } = await owner.client.rpc('count_joins').throwOnError()
    expect(own.map(({ community_id }) => community_id)).toContain(community.id)
    const { data: others } = await attacker.client.rpc('count_joins').throwOnError()
    expect(others).toEqual([])
  })

  test.each([
    ['a join', 'POST', 'community_joins', () => ({ community_id: twin.id, user_id: attacker.id })],
    [
      "a report in another user's name",
      'POST',
      'community_reports',
      () => ({ community_id: twin.id, reporter_id: member.id, reason: 'spam' }),
    ],
    ['a deletion of reports', 'DELETE', 'community_reports?reason=eq.other', () => ({})],
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
  const best = (search: string) => ({ sort: 'best', search })
  const known = 'wombats hiking surfing coworking sailing africa'
  const unknown = 'wombatx hikngi surfnig cowrkngi sailngi africax cyclngi runnign divngi foodei'
  const first = { after_key: '2001-01-01', after_id: '00000000-0000-4000-8000-000000000000' }
  test.each<[what: string, name: string, args: object]>([
    ['a very long word', 'search_directory', { search: 'x'.repeat(15_000) }],
    ['thousands of words', 'search_directory', { search: words }],
    ['eight more', 'search_directory', best('wmobat wlaks dsuk cpae twon suoth arfica duks')],
    ['twelve known words', 'search_directory', best(`${known} ${known}`)],
    ['ten words with typing errors', 'search_directory', best(unknown)],
    ['a word of a hundred letters', 'search_directory', best('wombats'.repeat(15))],
    ['a script without spaces', 'search_directory', best('数字游民'.repeat(25))],
    ['only accents', 'search_directory', { search: '\u0301'.repeat(9000) }],
    ['letters that expand to many', 'search_directory', { search: '\uFDFA'.repeat(4000) }],
    ['a very late page', 'search_directory', first],
    ['thousands of words', 'count_places', { search: words }],
    ['every filter', 'count_places', { search: 'a', language: 'en', category: 'Social' }],
    ['a very long language', 'count_places', { language: 'x'.repeat(15_000) }],
    ['thousands of words', 'count_directory', { search: words }],
    ['letters that expand to many', 'count_directory', { search: '\uFDFA'.repeat(4000) }],
  ])('with %s returns few rows within the time limit: %s', async (_what, name, args) => {
    const start = performance.now()
    const answer: unknown = JSON.parse(await request(`rpc/${name}`, post(args)))
    expect(performance.now() - start).toBeLessThan(timeLimit)
    const rows = name === 'count_directory' ? readProperty(answer, 'locations') : answer
    expect(Array.isArray(rows) && rows.length <= 48).toBe(true)
  })
})

test('a page of a billion has 48 communities', async () => {
  await Promise.all(
    Array.from({ length: 50 }, () => createCommunity(owner, { status: 'approved' })),
  )
  const page = await request('rpc/search_directory', post({ page_size: 1_000_000_000 }))
  expect(JSON.parse(page)).toHaveLength(48)
})

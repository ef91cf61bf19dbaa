import { afterEach, describe, expect, test } from 'vitest'
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
const before = await snapshot()
const expectUnchanged = async () => expect(await snapshot()).toEqual(before)
afterEach(expectUnchanged)

const request = async (path: string, init: RequestInit = {}, token?: string) =>
  (await sendRestRequest(path, init, token)).text

const post = (body: object): RequestInit => ({ method: 'POST', body: JSON.stringify(body) })

/** The code of an error, or what was read: 'nothing' or 'rows'. */
function toOutcome(answer: string): unknown {
  const body: unknown = JSON.parse(answer)
  const isEmpty = body === null || (Array.isArray(body) && body.length === 0)
  return readProperty(body, 'code') ?? (isEmpty ? 'nothing' : 'rows')
}

const linkCode = community.whatsapp_link.slice(-22)
const secrets = [linkCode, linkCode.slice(0, 6), member.id, owner.id, 'Odd people']

/** Sends a request as a visitor and, with an outcome for them, as a stranger. No response contains a secret. */
async function expectHarmless(path: string, visitor: string, user?: string, init?: RequestInit) {
  for (const [token, outcome] of [
    [undefined, visitor],
    [attacker.accessToken, user],
  ]) {
    if (!outcome) continue
    const answer = await request(path, init, token)
    expect([path, token, toOutcome(answer)]).toEqual([path, token, outcome])
    for (const secret of secrets) expect(answer).not.toContain(secret)
  }
}

test('a link cannot be read without joining', async () => {
  const search = 'rpc/search_directory'
  const opened = `rpc/get_directory_community?community_id=${community.id}`
  const attacks: [path: string, visitor: string, user: string][] = [
    [`${search}?select=whatsapp_link`, '42703', '42703'],
    [`${search}?select=*&search=wombat`, 'rows', 'rows'],
    [`${search}?whatsapp_link=like.https*`, '42703', '42703'],
    [`${search}?order=whatsapp_link`, '42703', '42703'],
    [`${search}?sort=whatsapp_link&search=wombat`, 'rows', 'rows'],
    [`${search}?select=id,communities(whatsapp_link)`, '42501', 'PT400'],
    [
      `${search}?select=id,communities!inner(*)&search=wombat`,
      '42501',
      // The embedded service joins without a condition.
      isOnRealServices ? 'PT400' : 'nothing',
    ],
    [opened, 'rows', 'rows'],
    [`${opened}&select=*,communities(*)`, '42501', 'PT400'],
    [`${opened}&select=whatsapp_link,owner_id`, '42703', '42703'],
    [`${opened}&order=whatsapp_link`, '42703', '42703'],
    ['communities?select=whatsapp_link', '42501', 'nothing'],
    ['community_joins?select=*,communities(whatsapp_link)', '42501', '42501'],
    ['community_reports?select=*,communities(whatsapp_link)', '42501', 'nothing'],
    ['audit_log?select=*', '42501', 'nothing'],
    ['directory_communities?select=*', '42501', '42501'],
    [
      'directory_words?select=word',
      isOnRealServices ? '42P01' : 'PGRST205',
      isOnRealServices ? '42P01' : 'PGRST205',
    ],
    // A GET request does not join.
    [`rpc/join_community?community_id=${pending.id}`, '42501', 'PT410'],
    [`rpc/get_invite_link?community_id=${pending.id}`, '42501', 'PT410'],
    [`rpc/get_invite_link?community_id=${community.id}`, '42501', 'PT403'],
  ]
  for (const attack of attacks) await expectHarmless(...attack)
  await request(`rpc/join_community?community_id=${twin.id}`, {}, attacker.accessToken)

  for (const table of ['communities', 'directory_communities', 'settings', 'review_queue']) {
    const headers = { 'accept-profile': 'private' }
    await expectHarmless(table, 'PGRST106', 'PGRST106', { headers })
  }
  const body = post({ community_id: community.id })
  await expectHarmless('rpc/join_community', '42501', undefined, body)
  await expectHarmless('rpc/get_invite_link', '42501', undefined, body)
})

test.each([
  ["x') union select whatsapp_link from public.communities --"],
  ["' or true) --"],
  ['$1 xyzzyx'],
  ['%L xyzzyx'],
])('SQL in a search, a filter or a page key is not executed: %s', async (text) => {
  const attack = (name: string, args: object, outcome: string) =>
    expectHarmless(`rpc/${name}`, outcome, undefined, post(args))
  await attack('search_directory', { search: text }, 'nothing')
  await attack('count_directory', { search: text }, 'rows')
  await attack('count_places', { search: text, language: text }, 'nothing')
  await attack('search_directory', { location: text, language: text }, 'nothing')
  const page = { search: 'wombat', after_key: text, after_id: community.id }
  await attack('search_directory', { ...page, sort: 'newest' }, '22007')
  await attack('search_directory', { ...page, sort: 'members' }, '22P02')
  await attack('search_directory', { ...page, sort: 'best' }, '22P02')
  // A name is a text: the page begins after it.
  const after = text.startsWith('x') ? 'nothing' : 'rows'
  await attack('search_directory', { ...page, sort: 'name' }, after)
  await attack('search_directory', { search: 'wombat', sort: text }, 'rows')
})

describe('the rows of the directory cannot be', () => {
  // The name of the JSON object in the statement.
  const object = isOnRealServices ? 'pgrst_scalar' : 'count_directory'
  const all = ['search_directory', {}, 'name', 'description'] as const
  const others = [
    ['count_directory', {}, `${object}->>total`, object],
    ['count_places', {}, 'name', 'country'],
    ['get_directory_community', { community_id: community.id }, 'name', 'description'],
    ['get_listed_communities', { community_ids: `{${community.id}}` }, 'name', 'description'],
  ] as const

  test('filtered, sorted or multiplied', async () => {
    const toQueries = (first: string, second: string) => [
      `${first}=eq.a`,
      `order=${second}.desc`,
      `select=${Array.from({ length: 400 }, (_, index) => `a${index}:${second}`).join()}`,
    ]
    for (const [name, args, first, second] of [all, ...others]) {
      for (const query of toQueries(first, second)) {
        // The real service has no such column.
        const isUnknown = name === 'count_directory' && query.startsWith('select')
        const code = isOnRealServices && isUnknown ? '42703' : 'PT400'
        await expectHarmless(`rpc/${name}?${query}`, code, code, post(args))
      }
    }
    for (const filter of [
      'name=match.a',
      'name=not.imatch.a',
      'name=match(any).{a,b}',
      'name=fts.a',
      'or=(name.ilike.*a*,description.is.null)',
    ]) {
      await expectHarmless(`rpc/search_directory?${filter}`, 'PT400', 'PT400', post({}))
    }
    await expectHarmless('rpc/search_directory?page_size=48&description=match.a', 'PT400', 'PT400')
  })

  // The first takes seconds to compile, the second recurses, which crashed the embedded database.
  test.each(['(a{0,255}){0,100}b', '((a{0,50}){0,50}){0,50}b'])(
    'matched by a visitor with a pattern that is expensive to compile: %s',
    async (pattern) => {
      const start = performance.now()
      for (const [name, args, first] of [all, ...others]) {
        const path = `rpc/${name}?${first}=match.${encodeURIComponent(pattern)}`
        await expectHarmless(path, 'PT400', undefined, post(args))
      }
      await expectHarmless(
        `rpc/count_places?name=not.imatch.${encodeURIComponent(pattern)}`,
        'PT400',
      )
      expect(performance.now() - start).toBeLessThan(2000)
    },
  )

  test('refused because an argument looks like a condition', async () => {
    const path = 'rpc/search_directory?select=id&limit=1&search='
    await expectHarmless(`${path}wombats%20where%20order%20by%20dusk`, 'rows', 'rows')
  })
})

test('joins and reports are hidden, and owners only read how many joined', async () => {
  for (const [path, outcome] of [
    ['communities?select=id,community_joins(*)', '42501'],
    ['profiles?select=id,community_joins(*),community_reports!reporter_id(*)', '42501'],
    ['communities?select=id,profiles!community_joins(*)', '42501'],
    ['community_reports?select=count', 'rows'],
    ['communities?select=id,community_joins!inner(user_id)', '42501'],
    ['rpc/list_review_queue?select=id,community_reports(*)', 'PT403'],
    ['rpc/count_review_queue', 'PT403'],
  ] as const) {
    const answer = await request(path, {}, owner.accessToken)
    expect([path, toOutcome(answer)]).toEqual([path, outcome])
    for (const secret of [member.id, 'Odd people', '"count":1']) {
      expect(answer).not.toContain(secret)
    }
  }
  const { data: own } = await owner.client.rpc('count_joins').throwOnError()
  expect(own.map(({ community_id }) => community_id)).toContain(community.id)
  const { data: others } = await attacker.client.rpc('count_joins').throwOnError()
  expect(others).toEqual([])
})

test('visitors, strangers and owners cannot write joins and reports', async () => {
  const attacks: [method: string, path: string, body: object][] = [
    ['POST', 'community_joins', { community_id: twin.id, user_id: attacker.id }],
    [
      'POST',
      'community_reports',
      { community_id: twin.id, reporter_id: member.id, reason: 'spam' },
    ],
    ['DELETE', 'community_reports?reason=eq.other', {}],
    ['POST', 'rpc/resolve_reports', { community_id: community.id, seen_at: 'infinity' }],
  ]
  for (const [method, path, body] of attacks) {
    for (const user of [undefined, attacker, owner]) {
      const init = { method, body: JSON.stringify(body) }
      const answer = await request(path, init, user?.accessToken)
      expect([path, answer]).toEqual([path, expect.stringMatching(/"(42501|PT403)"/)])
    }
  }
})

test('an expensive search returns few rows within the time limit', async () => {
  // Each takes less than 0.1 s. Without limits, the first ones would take minutes. A hosted project and the real
  // services cancel them after three seconds.
  const timeLimit = 10_000
  const words = Array.from({ length: 2000 }, (_, index) => `w${index}`).join(' ')
  const best = (search: string) => ({ sort: 'best', search })
  const known = 'wombats hiking surfing coworking sailing africa'
  const unknown = 'wombatx hikngi surfnig cowrkngi sailngi africax cyclngi runnign divngi foodei'
  const first = { after_key: '2001-01-01', after_id: '00000000-0000-4000-8000-000000000000' }
  const searches: [what: string, name: string, args: object][] = [
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
  ]
  for (const [what, name, args] of searches) {
    const start = performance.now()
    const answer: unknown = JSON.parse(await request(`rpc/${name}`, post(args)))
    const isFast = performance.now() - start < timeLimit
    const rows = name === 'count_directory' ? readProperty(answer, 'locations') : answer
    const isShort = Array.isArray(rows) && rows.length <= 48
    expect([what, name, isFast, isShort]).toEqual([what, name, true, true])
  }
})

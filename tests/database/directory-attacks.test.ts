import { beforeAll, describe, expect, inject, test } from 'vitest'
import { createCommunity } from '../support/communities.ts'
import {
  type TestUser,
  createSecretClient,
  createTestClient,
  createUser,
} from '../support/users.ts'

/*
 * What somebody would try who wants more of the live directory than it shows: links without joining, who
 * joined, who reported. No answer has it, and what is stored, read again past every rule, is as it was.
 */

type Community = Awaited<ReturnType<typeof createCommunity>>

let owner: TestUser
let attacker: TestUser
let traveller: TestUser
let community: Community
/** The same in all that visitors see, with another link. */
let twin: Community
let pending: Community

beforeAll(async () => {
  ;[owner, attacker, traveller] = await Promise.all([
    createUser({ name: 'Owner' }),
    createUser({ name: 'Attacker' }),
    createUser({ name: 'Traveller' }),
  ])
  const content = { name: 'Wombat Walks', description: 'Wombats at dusk.' } as const
  community = await createCommunity(owner, { ...content, status: 'approved' })
  twin = await createCommunity(owner, { ...content, status: 'approved' })
  pending = await createCommunity(owner)
  await traveller.client.rpc('join_community', { community_id: community.id }).throwOnError()
  await traveller.client
    .rpc('report_community', {
      community_id: community.id,
      reason: 'other',
      comment: 'Odd people.',
    })
    .throwOnError()
})

/** Everything that an attack of this file could be after, past every rule. */
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

/** A request as a browser with this token sends it, or one without any. */
async function ask(path: string, init: RequestInit = {}, token?: string): Promise<string> {
  const headers = new Headers(init.headers)
  headers.set('apikey', inject('publishableKey'))
  headers.set('content-type', 'application/json')
  if (token) headers.set('authorization', `Bearer ${token}`)
  return (await fetch(`${inject('supabaseUrl')}/rest/v1/${path}`, { ...init, headers })).text()
}

const post = (body: object): RequestInit => ({ method: 'POST', body: JSON.stringify(body) })

/** Asks as a visitor and as a stranger: neither answer has any of the secrets, and nothing has changed. */
async function expectRefused(path: string, init: RequestInit = {}) {
  const before = await snapshot()
  const code = community.whatsapp_link.slice(-22)
  const secrets = [code, code.slice(0, 6), traveller.id, owner.id, 'Odd people']
  for (const token of [undefined, attacker.accessToken]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const answer = await ask(path, init, token)
    for (const secret of secrets) expect(answer).not.toContain(secret)
  }
  expect(await snapshot()).toEqual(before)
}

describe('a link, without joining', () => {
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
    ['from what joined', 'community_joins?select=*,communities(whatsapp_link)'],
    ['from what was reported', 'community_reports?select=*,communities(whatsapp_link)'],
    ['from the log', 'audit_log?select=*'],
    ['from the table behind the directory', 'directory_communities?select=*'],
    ['from the words of the search', 'directory_words?select=word'],
  ])('%s', (_how, path) => expectRefused(path))

  test.each(['communities', 'directory_communities', 'settings', 'reported_communities'])(
    'from the private schema, as %s',
    (table) => expectRefused(table, { headers: { 'accept-profile': 'private' } }),
  )

  test.each([
    ["x') union select whatsapp_link from public.communities --"],
    ["' or true) --"],
    ['$1'],
    ['%L'],
  ])('by SQL in what is searched and where a page begins: %s', async (text) => {
    await expectRefused('rpc/search_directory', post({ search: text }))
    await expectRefused('rpc/count_directory', post({ search: text }))
    for (const sort of ['newest', 'members', 'name']) {
      // oxlint-disable-next-line no-await-in-loop -- three at most
      await expectRefused(
        'rpc/search_directory',
        post({ search: 'wombat', sort, after_key: text, after_id: community.id }),
      )
    }
    await expectRefused('rpc/search_directory', post({ search: 'wombat', sort: text }))
  })

  test('by one community opened in every way', async () => {
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
      // Whatever is found is found of both, and so says nothing of the link.
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { data } = await visitor
        .rpc('search_directory', { search: `wombat ${part}`, page_size: 48 }, { get: true })
        .throwOnError()
      const found = data.map(({ id }) => id).filter((id) => both.includes(id))
      expect([0, 2]).toContain(found.length)
    }
  })

  test('by a join without an account, or that is only read', async () => {
    await expectRefused(`rpc/join_community?community_id=${pending.id}`)
    await expectRefused(`rpc/get_invite_link?community_id=${pending.id}`)
    await expectRefused(`rpc/get_invite_link?community_id=${community.id}`)
    expect(await ask('rpc/join_community', post({ community_id: community.id }))).toContain('42501')
    expect(await ask('rpc/get_invite_link', post({ community_id: community.id }))).toContain(
      '42501',
    )
    const before = await snapshot()
    await ask(`rpc/join_community?community_id=${twin.id}`, {}, attacker.accessToken)
    expect(await snapshot()).toEqual(before)
  })

  test('of a community that waits for approval, for anybody', async () => {
    for (const person of [attacker, owner, await createUser({ admin: true })]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const joined = await person.client.rpc('join_community', { community_id: pending.id })
      // oxlint-disable-next-line no-await-in-loop
      const read = await person.client.rpc('get_invite_link', { community_id: pending.id })
      expect([joined.error?.code, read.data, read.error?.code]).toEqual(['PT410', null, 'PT410'])
    }
  })
})

describe('more than the limit', () => {
  const listMany = (many: number) =>
    Promise.all(
      Array.from({ length: many }, async () => {
        const { id } = await createCommunity(owner, { status: 'approved' })
        return id
      }),
    )
  const joinsOf = async (person: TestUser) => {
    const joins = createSecretClient().from('community_joins').select('*')
    return (await joins.eq('user_id', person.id).throwOnError()).data.length
  }
  const reportsOf = async (person: TestUser) => {
    const reports = createSecretClient().from('community_reports').select('*')
    return (await reports.eq('reporter_id', person.id).throwOnError()).data.length
  }

  test('of links, all asked for at once', async () => {
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

  test('of reports, all sent at once', async () => {
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

  test('of counted joins, by joining again and again at once', async () => {
    const fan = await createUser()
    await Promise.all(
      Array.from({ length: 10 }, () => fan.client.rpc('join_community', { community_id: twin.id })),
    )
    expect(await joinsOf(fan)).toBe(1)
  })
})

describe('who joined, and who reported', () => {
  test.each([
    ['from the joins', 'community_joins?select=*'],
    ['from the reports', 'community_reports?select=*'],
    ['embedded in communities', 'communities?select=id,community_joins(*)'],
    ['reports embedded in communities', 'communities?select=id,community_reports(*)'],
    [
      'embedded in profiles',
      'profiles?select=id,community_joins(*),community_reports!reporter_id(*)',
    ],
    ['as profiles that joined', 'communities?select=id,profiles!community_joins(*)'],
    ['counted', 'community_reports?select=count'],
    ['as a filter of communities', 'communities?select=id,community_joins!inner(user_id)'],
    ['from the queue', 'rpc/list_review_queue?select=id,community_reports(*)'],
    ['by the numbers of the queue', 'rpc/count_review_queue'],
  ])('is not told to the owner %s', async (_how, path) => {
    const answer = await ask(path, {}, owner.accessToken)
    for (const secret of [traveller.id, 'Odd people', '"count":1']) {
      expect(answer).not.toContain(secret)
    }
  })

  test('joins are counted for the owner alone', async () => {
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
      'a report in the name of another',
      'POST',
      'community_reports',
      () => ({ community_id: twin.id, reporter_id: traveller.id, reason: 'spam' }),
    ],
    [
      'a resolved report',
      'PATCH',
      'community_reports?resolved_at=is.null',
      () => ({ resolved_at: '2026-01-01' }),
    ],
    ['an emptied list of reports', 'DELETE', 'community_reports?reason=eq.other', () => ({})],
    ['an emptied list of joins', 'DELETE', 'community_joins?joined_on=gte.2001-01-01', () => ({})],
    [
      'reports resolved by a stranger',
      'POST',
      'rpc/resolve_reports',
      () => ({ community_id: community.id, seen_at: 'infinity' }),
    ],
  ])('nobody but an admin writes %s', async (_what, method, path, body) => {
    const before = await snapshot()
    for (const person of [undefined, attacker, owner]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const answer = await ask(path, { method, body: JSON.stringify(body()) }, person?.accessToken)
      expect(answer).toMatch(/"(42501|PT403)"/)
    }
    expect(await snapshot()).toEqual(before)
  })
})

describe('an expensive search of a visitor', () => {
  // Each takes some hundredths of a second; unbounded, the first ones would take minutes. A hosted project
  // and the real services cancel them after three seconds.
  const patience = 10_000
  const words = Array.from({ length: 2000 }, (_, index) => `w${index}`).join(' ')
  test.each([
    ['a very long word', { search: 'x'.repeat(15_000) }],
    ['thousands of words', { search: words }],
    ['eight words with typing errors', { search: 'wmobat wlaks dsuk cpae twon suoth arfica duks' }],
    ['nothing but accents', { search: '\u0301'.repeat(9000) }],
    ['letters that become many', { search: '\uFDFA'.repeat(4000) }],
    ['a page of a billion', { page_size: 1_000_000_000 }],
    [
      'a very late page',
      { after_key: '2001-01-01', after_id: '00000000-0000-4000-8000-000000000000' },
    ],
    ['every filter', { search: 'a', location: 'Bali', category: 'Social', join_type: 'request' }],
  ])('%s is answered soon, with few rows', async (_what, args) => {
    const began = performance.now()
    const answer: unknown = JSON.parse(await ask('rpc/search_directory', post(args)))
    expect(performance.now() - began).toBeLessThan(patience)
    expect(Array.isArray(answer) && answer.length <= 48).toBe(true)
  })

  test.each([{ search: words }, { search: '\uFDFA'.repeat(4000) }, { search: 'a b c d e f g h' }])(
    'and so are its counts: %#',
    async (args) => {
      const began = performance.now()
      const answer: unknown = JSON.parse(await ask('rpc/count_directory', post(args)))
      expect(performance.now() - began).toBeLessThan(patience)
      expect(Array.isArray(answer) && answer.length <= 18).toBe(true)
    },
  )
})

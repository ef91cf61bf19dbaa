import { beforeAll, describe, expect, inject, test } from 'vitest'
import { createCommunity, readCommunity, updateCommunity } from '../support/communities.ts'
import { getRaw } from '../support/get-raw.ts'
import { type TestUser, createSecretClient, createUser } from '../support/users.ts'
import { sendRestRequest } from './rest-request.ts'

/*
 * Data that errors reveal. A failed statement is rolled back after its error message has shown the data, so a function
 * that writes must return nothing. A policy that raises an error reveals that a row exists, so a refused row must look
 * like a missing one.
 */

const [owner, attacker, reporter, admin] = await Promise.all([
  createUser(),
  createUser(),
  createUser(),
  createUser({ admin: true }),
])
const community = await createCommunity(owner, { status: 'approved' })
await reporter.client
  .rpc('report_community', { community_id: community.id, reason: 'spam' })
  .throwOnError()

const request = ({ accessToken }: TestUser, path: string, init: RequestInit = {}) =>
  sendRestRequest(path, init, accessToken)

describe('a function that writes', () => {
  /** The functions with side effects that signed-in users may call. */
  const calls: Record<string, () => object> = {
    join_community: () => ({ community_id: community.id }),
    report_community: () => ({ community_id: community.id, reason: 'spam' }),
    resolve_reports: () => ({ community_id: community.id, seen_at: 'infinity' }),
    confirm_name: () => ({ community_id: community.id, seen_at: 'infinity' }),
    confirm_groups: () => ({ community_id: community.id, seen_at: 'infinity' }),
    decide_changes: () => ({
      community_id: community.id,
      version: community.updated_at,
      is_accepted: true,
    }),
    undo_decision: () => ({ community_id: community.id }),
  }
  const names = (name: string) => [name, 'pgrst_scalar', 'pgrst_call']
  /** After a rename, the requests would no longer reach the function. */
  const unknownFunction = /PGRST202/
  const types = ['int', 'json']

  test.each(Object.entries(calls))(
    '%s exposes nothing when a cast fails, by embedding, a rollback, a query plan or another format',
    async (name, args) => {
      const casts = names(name).flatMap((column) => types.map((type) => `${column}::${type}`))
      const requests: [query: string, headers: Record<string, string>][] = [
        ...casts.map((select): [string, Record<string, string>] => [`?select=${select}`, {}]),
        ['?select=*,communities(*)', {}],
        ['?select=communities(whatsapp_link)', {}],
        ['', { prefer: 'tx=rollback' }],
        ['?select=*', { prefer: 'tx=rollback,return=representation' }],
        ['', { accept: 'application/vnd.pgrst.plan+json; options=analyze|verbose|buffers' }],
        ['', { accept: 'application/vnd.pgrst.plan' }],
        ['', { accept: 'text/csv' }],
        ['', { accept: 'text/plain' }],
        ['', { accept: 'application/octet-stream' }],
        ['', { accept: 'application/vnd.pgrst.object+json' }],
      ]
      for (const [query, headers] of requests) {
        const { text } = await request(attacker, `rpc/${name}${query}`, {
          method: 'POST',
          body: JSON.stringify(args()),
          headers,
        })
        expect(text).not.toMatch(unknownFunction)
        for (const secret of ['whatsapp.com', community.whatsapp_link.slice(-22), owner.id]) {
          expect(text).not.toContain(secret)
        }
      }
    },
  )

  test('an invite link is never shown without a recorded join', async () => {
    const scraper = await createUser()
    const requests = names('get_invite_link').flatMap((column) =>
      types.map((type) => `rpc/get_invite_link?select=${column}::${type}`),
    )
    for (const path of [...requests, 'rpc/get_invite_link', 'rpc/join_community']) {
      const { text } = await request(scraper, path, {
        method: 'POST',
        body: JSON.stringify({ community_id: community.id }),
      })
      expect(text).not.toMatch(unknownFunction)
      expect(text).not.toContain('whatsapp.com')
    }
    const { data } = await createSecretClient()
      .from('community_joins')
      .select('user_id')
      .eq('user_id', scraper.id)
      .throwOnError()
    expect(data).toHaveLength(1)
  })
})

describe('a filter on a hidden row', () => {
  const unknownId = '00000000-0000-4000-8000-000000000000'
  const reports = () => `community_reports?community_id=eq.${community.id}`
  const embedded = () =>
    `communities?id=eq.${community.id}&select=id,community_reports(id)&community_reports`
  /** The id for which a row exists, and a request without its end: the id. */
  const filters: [what: string, existing: () => string, request: () => string][] = [
    ['who reported a community', () => reporter.id, () => `${reports()}&reporter_id=eq.`],
    [
      'who reported a community, embedded',
      () => reporter.id,
      () => `${embedded()}.reporter_id=eq.`,
    ],
    [
      'which community was reported',
      () => community.id,
      () => 'community_reports?community_id=eq.',
    ],
    ["an admin's actions", () => admin.id, () => 'audit_log?actor_id=eq.'],
    ['the history of a community', () => community.id, () => 'audit_log?subject_id=eq.'],
    ['a profile', () => reporter.id, () => 'profiles?id=eq.'],
    ['who joined', () => community.id, () => 'community_joins?community_id=eq.'],
  ]

  beforeAll(async () => {
    const pending = await createCommunity(owner)
    await updateCommunity(admin, pending.id, { status: 'approved' }).throwOnError()
    await attacker.client.rpc('join_community', { community_id: community.id }).throwOnError()
  })

  test.each(filters)('does not reveal %s', async (_what, existing, path) => {
    for (const user of [owner, attacker]) {
      const answer = await request(user, path() + existing())
      expect(answer).toEqual(await request(user, path() + unknownId))
      expect(`${answer.status} ${answer.text}`).toMatch(/^(200 \[|403 .*"42501")/)
    }
  })
})

describe('a count that the planner estimates from hidden rows', () => {
  const spellings = [
    'count=planned',
    'count=estimated',
    'COUNT = Planned',
    'count="estimated"',
    ' count=planned ',
    'return=representation, count=planned',
    'count=exact, count=planned',
    'count=planned,count=exact',
    'handling=lenient,\tcount=estimated\t,tx=commit',
    'return=minimal; count=planned',
  ]
  const refusal = {
    status: 400,
    body: { code: 'PT400', details: null, hint: null, message: 'Only exact counts are available.' },
  }
  const parse = ({ status, text }: { status: number; text: string }): unknown => ({
    status,
    body: JSON.parse(text),
  })

  test('is refused for every table and function, however it is requested', async () => {
    const ofReports = `community_reports?community_id=eq.${community.id}`
    const attempts: [user: TestUser, path: string, prefer: string][] = [
      ...spellings.map((prefer): [TestUser, string, string] => [attacker, ofReports, prefer]),
      [admin, ofReports, 'count=planned'],
      [attacker, `audit_log?actor_id=eq.${admin.id}`, 'count=planned'],
      [attacker, 'profiles?sign_in_email=lt.b', 'count=planned'],
      [attacker, 'rpc/count_joins', 'count=planned'],
    ]
    for (const [user, path, prefer] of attempts) {
      const answer = await request(user, path, { headers: { prefer } })
      expect([path, prefer, parse(answer)]).toEqual([path, prefer, refusal])
    }
  })

  test('is refused for visitors, for the secret key, and in every method', async () => {
    const headers = { prefer: 'count=planned' }
    expect(parse(await sendRestRequest('rpc/search_directory', { headers }))).toEqual(refusal)
    const secret = await sendRestRequest('profiles', { headers }, inject('secretKey'))
    expect(parse(secret)).toEqual(refusal)
    const body = JSON.stringify({ name: 'Renamed' })
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      const answer = await request(owner, `communities?id=eq.${community.id}`, {
        method,
        headers,
        body,
      })
      expect(parse(answer)).toEqual(refusal)
    }
    const { status } = await request(owner, 'communities', { method: 'HEAD', headers })
    expect(status).toBe(400)
    expect((await readCommunity(community.id)).name).toBe(community.name)
  })

  test('is refused in one of two headers', async () => {
    const answer = await getRaw(inject('supabaseUrl'), '/rest/v1/community_reports?select=id', {
      apikey: inject('publishableKey'),
      authorization: `Bearer ${attacker.accessToken}`,
      prefer: ['return=minimal', 'count=planned'],
    })
    expect(parse(answer)).toEqual(refusal)
  })
})

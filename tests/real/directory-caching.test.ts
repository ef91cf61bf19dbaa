import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LocalSupabase, startLocalSupabase } from '../../supabase/local/start.ts'
import { signRoleToken, signToken } from '../../tooling/real-services/tokens.ts'

/*
 * Responses of the directory in shared caches. Tested on the real REST service, because the embedded one does not pass
 * the request's headers to the database.
 */

let local: LocalSupabase
let appHeaders: Record<string, string>

beforeAll(async () => {
  local = await startLocalSupabase({ isDirectoryLive: true })
  appHeaders = {
    accept: '*/*',
    apikey: local.publishableKey,
    // The client sends it with a list of columns.
    prefer: 'return=representation',
  }
})
afterAll(() => local.stop())

const list = 'search_directory?page_size=3&select=id,name,approval_date'
const missing = '00000000-0000-4000-8000-000000000000'
const url = (path: string) => `${local.url}/rest/v1/rpc/${path}`

async function ask(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(url(path), { headers: { ...appHeaders, ...headers } })
  const text = await response.text()
  // Connection headers and the time differ between any two responses.
  const names = [...response.headers.keys()].filter(
    (name) => !['date', 'connection', 'keep-alive'].includes(name),
  )
  return {
    isOk: response.ok,
    text,
    cacheControl: response.headers.get('cache-control'),
    vary: response.headers.get('vary')?.split(', ') ?? [],
    /** Everything that a client sees. */
    seen: [response.status, text, ...names.map((name) => [name, response.headers.get(name)])],
  }
}

/** The headers that an attacker may try, with values that the service understands. */
const tried = (secret: string): [string, string[]][] => [
  [
    'Accept',
    [
      'application/json',
      'text/csv',
      'application/json, text/csv',
      'application/vnd.pgrst.object+json',
      'application/vnd.pgrst.array+json;nulls=stripped',
      'application/vnd.pgrst.plan',
      'application/geo+json',
      'application/json;charset=latin1',
      'text/html',
    ],
  ],
  ['Accept-Charset', ['latin1']],
  ['Accept-Language', ['de']],
  ['Accept-Profile', ['public', 'private']],
  [
    'Authorization',
    [
      'Bearer x',
      `Bearer ${signRoleToken('service_role', secret)}`,
      `Bearer ${signToken({ role: 'authenticated', sub: missing, exp: 4_102_444_800 }, secret)}`,
    ],
  ],
  ['Content-Profile', ['public']],
  ['Content-Type', ['text/csv']],
  ['Cookie', ['session=1']],
  ['If-None-Match', ['*']],
  ['Origin', ['https://attacker.example']],
  [
    'Prefer',
    [
      'count=exact',
      'timezone=Asia/Tokyo',
      'params=single-object',
      'return=minimal',
      'handling=strict, wrong=1',
    ],
  ],
  ['Range', ['0-0', '9-10', '5-1', 'bytes=0-9']],
  ['Range-Unit', ['bytes']],
  ['X-Forwarded-Host', ['attacker.example']],
  ['X-Forwarded-Prefix', ['/attacker']],
  ['X-HTTP-Method-Override', ['POST']],
]

test('Vary names exactly the headers that change a successful response', async () => {
  const usual = await ask(list)
  const changing: string[] = []
  for (const [name, values] of tried(local.jwtSecret)) {
    const answers = await Promise.all(values.map((value) => ask(list, { [name]: value })))
    if (answers.some(({ isOk, seen }) => isOk && !isSame(seen, usual.seen))) changing.push(name)
  }
  expect(usual.vary).toEqual(changing)
})

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

test.each<[string, string, Record<string, string>]>([
  ['a range beyond the list', list, { range: '500-600', prefer: 'count=exact' }],
  ['an offset beyond the list', `${list}&offset=500`, { prefer: 'count=exact' }],
  ['an invalid range', list, { range: '5-1' }],
  ['more than one row', list, { accept: 'application/vnd.pgrst.object+json' }],
  ['an invalid page key', `search_directory?after_key=x&after_id=${missing}`, {}],
  ['an unknown category', 'count_directory?category=Atlantis', {}],
  ['an unknown column', 'search_directory?select=whatsapp_link', {}],
  ['an invalid token', list, { authorization: 'Bearer x' }],
  ['an invalid key', list, { apikey: 'x' }],
])('an error about %s cannot be cached', async (_problem, path, headers) => {
  const { isOk, cacheControl } = await ask(path, headers)
  expect([isOk, cacheControl]).toEqual([false, null])
})

/** A shared cache: nginx and browsers honor Vary, some CDNs ignore it. */
function createCache({ honorsVary }: { honorsVary: boolean }) {
  const stored: { path: string; varying: [string, string | null][]; text: string }[] = []
  return async (path: string, sent: Record<string, string> = {}): Promise<string> => {
    const headers = new Headers({ ...appHeaders, ...sent })
    const hit = stored.find(
      (entry) =>
        entry.path === path && entry.varying.every(([name, value]) => headers.get(name) === value),
    )
    if (hit) return hit.text
    const { text, cacheControl, vary } = await ask(path, sent)
    const names = honorsVary ? vary : []
    const varying = names.map((name): [string, string | null] => [name, headers.get(name)])
    if (cacheControl?.startsWith('public')) stored.push({ path, varying, text })
    return text
  }
}

describe.each([{ honorsVary: true }, { honorsVary: false }])('in a cache with %o', (options) => {
  test('visitors get the second response without a request to the service', async () => {
    const cached = createCache(options)
    const first = await cached(list)
    await local.connection.driver.query('update private.settings set directory_live = false')
    const second = await cached(list)
    await local.connection.driver.query('update private.settings set directory_live = true')
    expect(first).toContain('approval_date')
    expect(second).toBe(first)
  })

  test('visitors get the list, whatever an attacker requested before', async () => {
    const { text } = await ask(list)
    for (const [name, values] of tried(local.jwtSecret)) {
      for (const value of [...values, `${values[0]}, ${values.at(-1)}`]) {
        const cached = createCache(options)
        // The attacker requests first.
        await cached(list, { [name]: value })
        expect([name, value, await cached(list)]).toEqual([name, value, text])
      }
    }
  })

  test('visitors get a list that an attacker requested while the directory was closed', async () => {
    const cached = createCache(options)
    await local.connection.driver.query('update private.settings set directory_live = false')
    const whileClosed = await cached(list)
    await local.connection.driver.query('update private.settings set directory_live = true')
    expect(whileClosed).toBe('[]')
    expect(await cached(list)).toContain('approval_date')
  })
})

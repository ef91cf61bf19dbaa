import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startLocalSupabase } from '../../supabase/local/start.ts'
import { toCounts } from '../../src/features/directory/directory-queries.ts'
import { databaseDefaults, normalizeSearch } from '../../src/features/directory/directory-view.ts'
import type { Database, TablesInsert } from '../../src/supabase/database.types.ts'
import { newCommunity } from '../support/communities.ts'
import { createTestClient } from '../support/users.ts'

/* What visitors find in a directory with exactly the communities below. */

type Functions = Database['public']['Functions']
type Search = Functions['search_directory']['Args']
type Row = Functions['search_directory']['Returns'][number]
type NewCommunity = Partial<TablesInsert<'communities'>>

const owner = '22222222-2222-4222-8222-222222222222'

const local = await startLocalSupabase({ isDirectoryLive: true })
const visitor = createTestClient(local.publishableKey, local.url)
const secret = createTestClient(local.secretKey, local.url)
await local.connection.driver.query('delete from public.communities')
await list(
  { name: 'Digital Nomads of Ubud', location: 'Bali', description: 'Sunsets and temples.' },
  { name: 'Nomad Kitchen', location: 'Medellín', description: 'We cook in small cafés.' },
  { name: 'Zürich Lake Swimmers', location: 'Zürich', description: 'Every city needs a lake.' },
  { name: "Women's Surf Club", location: 'Bali', description: 'Surfing before breakfast.' },
  { name: 'Café ﬁlter Łódź', location: 'Cape Town', description: 'Straße, smörgåsbord, œuvre.' },
  { name: '東京 и Москва 🌍', location: 'Rio de Janeiro', description: '…' },
)
afterAll(() => local.stop())

/** Lists approved communities, in this order from the newest. */
async function list(...communities: NewCommunity[]) {
  const rows = communities.map((community, index) => ({
    ...newCommunity({ owner_id: owner, status: 'approved', ...community }),
    approval_date: community.approval_date ?? new Date(Date.UTC(2026, 5, 1) - index).toISOString(),
  }))
  await secret.from('communities').insert(rows).throwOnError()
}

async function search(args: Search = {}): Promise<Row[]> {
  const { data } = await visitor.rpc('search_directory', args, { get: true }).throwOnError()
  return data
}
const names = async (args: Search) => (await search(args)).map(({ name }) => name)

async function counts(args: Functions['count_directory']['Args'] = {}) {
  const { data } = await visitor.rpc('count_directory', args, { get: true }).throwOnError()
  return toCounts(data)
}

/** Returns the corrected words; null if nothing was corrected. */
const searchedFor = async (typed: string) => (await counts({ search: typed })).searched_for

/** Compares values by code point, as PostgreSQL does with the collation "C". */
function byText(one: unknown, other: unknown): number {
  const [first, second] = [String(one), String(other)]
  return first < second ? -1 : first > second ? 1 : 0
}

describe('a search', () => {
  test.each([
    ['a word', 'kitchen', ['Nomad Kitchen']],
    ['the beginning of a word', 'kit', ['Nomad Kitchen']],
    ['a word of the description', 'temples', ['Digital Nomads of Ubud']],
    ['an inflected form', 'surfs', ["Women's Surf Club"]],
    ['cities for a city', 'cities', ['Zürich Lake Swimmers']],
    ['the location', 'medellín', ['Nomad Kitchen']],
    ['its country', 'indonesia', ['Digital Nomads of Ubud', "Women's Surf Club"]],
    ['the rarest word if no community has all', 'nomad lake', ['Zürich Lake Swimmers']],
    ['the word after an operator', 'nomad | lake', ['Zürich Lake Swimmers']],
    ['a known word beside an unknown one', 'kitchen zzzzqqqq', ['Nomad Kitchen']],
    ['words next to stop words', 'the nomads of the kitchen', ['Nomad Kitchen']],
    ['punctuation', ' nomad,kitchen! ', ['Nomad Kitchen']],
    ['an apostrophe', "women's", ["Women's Surf Club"]],
    ['a word without its apostrophe', 'womens', ["Women's Surf Club"]],
    ['other scripts', 'Москва', ['東京 и Москва 🌍']],
    ['a word without its accent', 'zurich', ['Zürich Lake Swimmers']],
    ['a word with a wrong accent', 'kitchén', ['Nomad Kitchen']],
    ['a word spelled out', 'zuerich', ['Zürich Lake Swimmers']],
    ['letters that Unicode does not decompose', 'lodz', ['Café ﬁlter Łódź']],
    ['a ligature', 'filter', ['Café ﬁlter Łódź']],
    ['a sharp s', 'strasse', ['Café ﬁlter Łódź']],
    ['swapped letters in a short word', 'bail', ['Digital Nomads of Ubud', "Women's Surf Club"]],
    ['an extra letter', 'swimmmers', ['Zürich Lake Swimmers']],
    ['two errors in a long word', 'swimmrss', ['Zürich Lake Swimmers']],
    ['a wrong first letter', 'vitchen', ['Nomad Kitchen']],
    ['an error next to a correct word', 'nomad kichen', ['Nomad Kitchen']],
  ])('finds %s', async (_what, q, found) => expect(await names({ search: q })).toEqual(found))

  test('finds everything when it is empty', async () => {
    for (const q of ['', '   ']) expect(await search({ search: q })).toHaveLength(6)
  })

  test('finds nothing without a known word, which is not corrected to one with more errors', async () => {
    const unsearchable = ['!?', 'the of', '🌍', '%', '_']
    const unknown = ['ktichne', 'kitty', 'laxk', 'zzzzqqqq', 'x'.repeat(99), 'ﬃ'.repeat(100)]
    for (const q of [...unsearchable, ...unknown, 'xq', '_______x']) {
      expect([q, ...(await search({ search: q }))]).toEqual([q])
    }
    for (const q of unsearchable) expect([q, await searchedFor(q)]).toEqual([q, ''])
    for (const q of unknown) expect([q, await searchedFor(q)]).toEqual([q, null])
  })

  test('reports the words that it searches instead', async () => {
    for (const [q, corrected] of [
      ['noamd kichen', 'nomad kitchen'],
      ['the kichen in bail', 'bali'],
      ['indonisea', 'indonesia'],
      ['kitchens', null],
      ['kit', null],
      ['Zürich', null],
      ['nomad lake', 'lake'],
    ] as const) {
      expect([q, await searchedFor(q)]).toEqual([q, corrected])
    }
  })

  test('is truncated after twelve words or a hundred characters', async () => {
    expect(await names({ search: `${'nomad '.repeat(12)} zzzzqqqq` })).toEqual([
      'Digital Nomads of Ubud',
      'Nomad Kitchen',
    ])
    const twelve =
      'nomad kitchen cook small cafes medellin colombia sports open english nomads kitchen'
    expect(await searchedFor(`${twelve} zzzzqqqq`)).toBeNull()
    expect(await searchedFor(`${twelve.slice(6)} zzzzqqqq`)).toBe(twelve.slice(6))
    expect(await searchedFor(`kitchen${' '.repeat(93)}zzzzqqqq`)).toBeNull()
  })
})

describe('a compound', () => {
  const spellings = ['Co-Working', 'Co Working', 'Coworking']

  beforeAll(() =>
    list(
      ...spellings.map((name) => ({ name, description: 'A table.' })),
      { name: 'Deep Focus', description: 'Quiet co-working near the beach.' },
      { name: 'Pasta Night', description: 'Cooking together.' },
    ),
  )
  afterAll(() =>
    secret
      .from('communities')
      .delete()
      .in('name', [...spellings, 'Deep Focus', 'Pasta Night']),
  )

  test.each(['coworking', 'co-working', 'co working', 'CoWorking', 'cowork', 'co work'])(
    'is found as one word, as two, and with a hyphen: "%s"',
    async (q) => {
      expect((await names({ search: q })).toSorted(byText)).toEqual(
        [...spellings, 'Deep Focus'].toSorted(byText),
      )
      expect(await searchedFor(q)).toBeNull()
    },
  )

  test('is found together with other words', async () => {
    expect(await names({ search: 'quiet coworking beach' })).toEqual(['Deep Focus'])
    expect(await names({ search: 'quiet co working beach' })).toEqual(['Deep Focus'])
  })
})

test('a row has a summary of a long description, and is the same in the list and on its page', async () => {
  await list({
    name: 'Endless Novel',
    description: 'word '.repeat(399),
    approval_date: '2026-05-01T10:00:00.123456Z',
  })
  const [row] = await search({ search: 'endless' })
  expect(row).toMatchObject({
    description: 'word '.repeat(399).trim(),
    summary: 'word '.repeat(60),
    approval_date: expect.stringMatching(/^2026-05-01[T ]10:00:00\.123\+/),
  })
  const { data } = await visitor
    .rpc('get_directory_community', { community_id: row?.id ?? '' }, { get: true })
    .throwOnError()
  expect(data).toEqual([{ ...row, rank: null }])
  await secret.from('communities').delete().eq('name', 'Endless Novel').throwOnError()
})

test('a normalized search has the same words as the typed one without invisible characters', async () => {
  // PostgreSQL has no lower case of these letters, or no upper case without an accent.
  const exceptions = 'ƖƦǶȠ\u1680Ა\u1C89'
  const characters = Array.from({ length: 0x1fff }, (_nothing, index) =>
    String.fromCodePoint(index + 1),
  )
  const typed = characters.filter((one) => !exceptions.includes(one)).map((one) => `A${one}b ΟΔΟΣ`)
  const { rows } = await local.connection.driver.query<{ typed: string }>(
    `select typed from unnest($1::text[], $2::text[]) as s (typed, sent)
     where private.plain_words(private.clean_line(typed)) <> private.plain_words(sent)`,
    [typed, typed.map(normalizeSearch)],
  )
  expect(rows).toEqual([])
})

test('the database has the default values that the app omits', async () => {
  const { sort, pageSize } = databaseDefaults
  expect(await search()).toEqual(await search({ sort, page_size: pageSize }))
  const { rows } = await local.connection.driver.query<{ defaults: string }>(
    `select pg_get_expr(proargdefaults, 0) as defaults from pg_proc
     where oid = 'public.search_directory'::regproc`,
  )
  expect(rows[0]?.defaults).toContain(`'${sort}'::text`)
  expect(rows[0]?.defaults).toMatch(new RegExp(`, ${pageSize}$`))
})

test('responses can be cached for a minute, except while the directory is closed', async () => {
  const setLive = (isLive: boolean) =>
    local.connection.driver.query('update private.settings set directory_live = $1', [isLive])
  const [first] = await search()
  const paths = [
    'search_directory',
    'count_directory',
    'count_places',
    `get_directory_community?community_id=${first?.id}`,
  ]
  async function readHeaders(path: string) {
    const url = `${local.url}/rest/v1/rpc/${path}`
    const { headers } = await fetch(url, { headers: { apikey: local.publishableKey } })
    return [headers.get('cache-control') ?? '', headers.get('vary')]
  }
  for (const path of paths) {
    expect(await readHeaders(path)).toEqual([
      'public, max-age=60, stale-while-revalidate=60',
      // With these headers, the same URL returns CSV, one object or a part of the list.
      expect.stringMatching(/accept, accept-profile, origin, prefer, range/i),
    ])
  }
  await setLive(false)
  for (const path of paths) expect((await readHeaders(path))[0]).not.toContain('max-age=60')
  await setLive(true)
})

describe('among many communities', () => {
  const locations = ['Bali', 'Zürich', 'Cape Town'] as const
  const categories = ['Sports', 'Culture'] as const
  const joinTypes = ['open', 'request'] as const
  const all: NewCommunity[] = Array.from({ length: 180 }, (_, index) => ({
    name: `Crowd ${'abc'.charAt(index % 3)}${index % 5 === 0 ? ' salsa' : ''}${index % 9 === 0 ? ' tango' : ''}`,
    description: index % 7 === 0 ? 'With tango.' : index % 30 < 8 ? 'With waltz.' : 'Without.',
    location: locations[index % 3] ?? 'Bali',
    category: categories[index % 2] ?? 'Sports',
    join_type: joinTypes[index % 4 === 0 ? 1 : 0] ?? 'open',
    // Few values, so that many rows share each: the first moment of a month, or the last of the previous one.
    verified_at: index % 6 === 0 ? '2026-01-01' : null,
    approval_date: new Date(Date.UTC(2024, index % 30) - ((index + 1) % 2)).toISOString(),
  }))

  beforeAll(async () => {
    await secret.from('communities').delete().neq('name', '').throwOnError()
    await list(...all.slice(0, 90))
    await local.connection.driver.query(
      `update public.communities set owner_id = '33333333-3333-4333-8333-333333333333'`,
    )
    await list(...all.slice(90))
    await local.connection.driver.query(
      'update public.directory_communities set joins = (array[0, 5, 10])[1 + length(description) % 3]',
    )
  })

  const filters: Search[] = [
    {},
    { location: 'Bali' },
    { category: 'Culture' },
    { join_type: 'request' },
    { location: 'Zürich', category: 'Sports', join_type: 'open' },
    { search: 'crowd' },
    { search: 'salsa', location: 'Cape Town' },
    { search: 'salsa tango' },
    { search: 'waltz' },
    { search: 'tango', language: 'en' },
    { search: 'sasla', category: 'Culture', join_type: 'open' },
  ]

  const findExpected = (filter: Search) => {
    const words = (filter.search ?? '').replace('sasla', 'salsa').split(' ')
    return all.filter(
      ({ name, description, location, category, join_type }) =>
        words.every((word) => `${name} ${description}`.toLowerCase().includes(word)) &&
        (filter.location ?? location) === location &&
        (filter.category ?? category) === category &&
        (filter.join_type ?? join_type) === join_type,
    )
  }

  const popularity = ({ joins, approval_date }: Row) =>
    `${99 - joins} ${9e12 - Date.parse(approval_date)}`

  /** For each sort order, the page key of a row and a text that sorts rows. */
  const orders = {
    best: (row: Row) => [
      `${row.rank} ${row.is_verified} ${row.joins} ${row.approval_date}`,
      `${row.rank} ${row.is_verified ? 0 : 1} ${popularity(row)}`,
    ],
    newest: (row: Row) => [row.approval_date, String(9e12 - Date.parse(row.approval_date))],
    joined: (row: Row) => [`${row.joins} ${row.approval_date}`, popularity(row)],
    // The keys of the previous release.
    members: (row: Row) => [String(row.member_count), popularity(row)],
    'old best': (row: Row) => [
      `${row.rank} ${row.member_count} ${row.approval_date}`,
      `${row.rank} ${row.is_verified ? 0 : 1} ${popularity(row)}`,
    ],
    name: (row: Row) => [row.name, row.name.toLowerCase()],
  } as const
  const sorts = ['newest', 'joined', 'name', 'members'] as const

  const listings = filters.flatMap((filter, index) => [
    [filter, sorts[index % 4] ?? 'newest', 16] as const,
    ...(filter.search ? [16, filter.search === 'crowd' ? 7 : 1] : []).map(
      (size) => [filter, 'best', size] as const,
    ),
    ...(filter.search === 'crowd' ? [[filter, 'old best', 7] as const] : []),
  ])

  test.each(listings)(
    'every community for %o is listed once, by %s, %d per page',
    async (filter, sort, size) => {
      const shown: Row[] = []
      for (;;) {
        const last = shown.at(-1)
        const page = await search({
          ...filter,
          sort: sort === 'old best' ? 'best' : sort,
          page_size: size,
          ...(last && { after_key: orders[sort](last)[0] ?? '', after_id: last.id }),
        })
        shown.push(...page)
        if (page.length < size) break
      }
      expect(shown.map(({ name }) => name).toSorted(byText)).toEqual(
        findExpected(filter)
          .map(({ name }) => name)
          .toSorted(byText),
      )
      expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length)
      const inOrder = shown.map((row) => orders[sort](row)[1])
      expect(inOrder).toEqual(inOrder.toSorted(byText))
    },
  )

  test.each(filters)('the counts for %o match the lists', async (filter) => {
    const countEach = <Value extends string>(
      values: readonly Value[],
      toFilter: (value: Value) => typeof filter,
    ) =>
      Object.fromEntries(
        values
          .map((value) => [value, findExpected({ ...filter, ...toFilter(value) }).length] as const)
          .filter(([, communities]) => communities > 0),
      )
    const inLocation = countEach(locations, (location) => ({ location }))
    const { locations: counted, ...others } = await counts(filter)
    expect(Object.fromEntries(counted.map(({ name, communities }) => [name, communities]))).toEqual(
      inLocation,
    )
    const total = findExpected(filter).length
    expect(others).toEqual({
      total,
      is_at_least: false,
      searched_for: filter.search === 'sasla' ? 'salsa' : null,
      current_location: null,
      any: {
        location: findExpected({ ...filter, location: undefined }).length,
        category: findExpected({ ...filter, category: undefined }).length,
        join_type: findExpected({ ...filter, join_type: undefined }).length,
        language: total,
      },
      categories: countEach(categories, (category) => ({ category })),
      join_types: countEach(joinTypes, (join_type) => ({ join_type })),
      languages: total > 0 ? { en: total } : {},
    })
  })

  test('a page has the newest 24 rows by default, and at most 48', async () => {
    expect(await search()).toHaveLength(24)
    expect(await search({ page_size: 5 })).toHaveLength(5)
    expect(await search({ page_size: 100_000 })).toHaveLength(48)
    expect(await search({ page_size: -1 })).toHaveLength(1)
    expect(await search({ sort: 'whatsapp_link' })).toEqual(await search())
  })

  test('the word list follows changes and deletions', async () => {
    const readWords = async () => {
      const { rows } = await local.connection.driver.query(`select
        (select communities from private.directory_words where word = 'salsa') as salsa,
        (select count(*)::int from private.directory_words where communities < 1) as unused`)
      return rows[0]
    }
    expect(await readWords()).toEqual({ salsa: 36, unused: 0 })
    await secret
      .from('communities')
      .update({ name: 'Crowd' })
      .like('name', '%salsa%')
      .throwOnError()
    expect(await readWords()).toEqual({ salsa: null, unused: 0 })
    await secret.from('communities').delete().neq('name', '').throwOnError()
    expect(await readWords()).toEqual({ salsa: null, unused: 0 })
    expect(await counts()).toEqual(toCounts(null))
  })
})

import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { addGroup, createApproved, createCommunity } from '../support/communities.ts'
import { addJoins } from '../support/joins.ts'
import {
  type TestUser,
  createSecretClient,
  createTestClient,
  createUser,
} from '../support/users.ts'
import { createRefusalsCheck } from './refusals.ts'

/* What visitors find, in which order, and the synonyms of the admins. The directory of this backend is live. */

const visitor = createTestClient()
const secret = createSecretClient()
const [owner, admin] = await Promise.all([createUser(), createUser({ admin: true })])

async function search(words: string, sort = 'best') {
  const args = { search: words, sort, page_size: 48 }
  return (await visitor.rpc('search_directory', args, { get: true }).throwOnError()).data
}
const names = async (words: string, sort?: string) =>
  (await search(words, sort)).map(({ name }) => name)
const counts = async (words: string) =>
  (await visitor.rpc('count_directory', { search: words }, { get: true }).throwOnError()).data

describe('a search', () => {
  /** The names in the order of the results, with their ranks. */
  const expected = [
    // Verified, then with joins, then the newest, whatever its member count.
    [1, 'Zorbing Seniors'],
    [1, 'Zorbing Giants'],
    [1, 'Zorbing Juniors'],
    [1, 'Zorbing Millions'],
    [2, 'Fjord Walkers'],
    [3, 'Zorbingest Club'],
    [4, 'Night Owls'],
    [4, 'Early Birds'],
  ] as const

  beforeAll(async () => {
    const place = { name: 'Zorbing Fjarl', country: 'Peru', country_code: 'PE' }
    const row = { ...place, latitude: 1, longitude: 1 }
    await secret.from('places').insert(row).throwOnError()
    const [category, join_type] = ['Party & Events', 'request'] as const
    const late = '2026-03-01'
    const early = '2026-02-01'
    await createApproved(owner, [
      { name: 'Early Birds', description: 'Zorbing!', member_count: 9, approval_date: late },
      { name: 'Zorbing Seniors', approval_date: early, verified_at: late },
      { name: 'Zorbing Juniors', member_count: 12, approval_date: late },
      { name: 'Zorbing Millions', member_count: 9_000_000, approval_date: early },
      { name: 'Fjord Walkers', location: place.name, member_count: 5000, approval_date: late },
      { name: 'Zorbingest Club', member_count: 9000, approval_date: late },
      { name: '東京の日本語クラブ', description: 'เรียนภาษาไทยด้วยกัน' },
      { name: '한국어모임', description: '我们是数字游民。' },
      { name: 'Quollwork Table', description: 'Quiet.' },
      { name: 'Working Quolls', category, join_type, languages: ['sw'] },
    ])
    const { id } = await createCommunity(owner, { name: 'Night Owls', member_count: 99 })
    await addGroup(owner, id, 'Zorbing at night').throwOnError()
    await secret.from('communities').update({ status: 'approved' }).eq('id', id).throwOnError()
    const status = 'approved'
    const giants = { name: 'Zorbing Giants', status, approval_date: early } as const
    await addJoins((await createCommunity(owner, giants)).id)
  })

  test('shows the best matches first: in the name, in a fact, and anywhere', async () => {
    const found = await search('zorbing')
    expect(found.map(({ rank, name }) => [rank, name])).toEqual(expected)
    const listed = expected.map(([, name]) => name).toSorted()
    expect((await names('zorbing', 'name')).toSorted()).toEqual(listed)
    expect(await counts('zorbing')).toMatchObject({ total: listed.length })
  })

  test.each([
    ['a category, a way to join and a language', 'party request swahili', ['Working Quolls']],
    ['a language in its own words', 'kiswahili quolls', ['Working Quolls']],
    ['words of a name and of a place', 'fjarl peru walkers', ['Fjord Walkers']],
    ['one word only where its two parts are side by side', 'quollwork', ['Quollwork Table']],
    ['a longer Japanese word', '日本語クラブ', ['東京の日本語クラブ']],
    ['Korean', '한국', ['한국어모임']],
    ['Chinese', '游民', ['한국어모임']],
    ['Thai', 'ภาษาไทย', ['東京の日本語クラブ']],
    ['no community with the characters in another order', '本日', []],
  ])('finds %s', async (_what, words, found) => {
    expect(await names(words)).toEqual(found)
  })

  test('corrects typing errors, and leaves out words that prevent a result', async () => {
    for (const [typed, corrected] of [
      ['zorbng', 'zorbing'],
      ['zobring', 'zorbing'],
      ['zorbng zobring', 'zorbing zorbing'],
      ['qollwurk', 'quollwork'],
      ['zorbing unknownword', 'zorbing'],
      ['zorbing walkers peru at night', 'zorbing walkers peru'],
      ['cape twon', 'cape town'],
      ['walkres peru', 'walkers peru'],
      ['zorb', null],
      ['food', null],
    ] as const) {
      const counted = [typed, await counts(typed)]
      expect(counted).toMatchObject([typed, { searched_for: corrected }])
    }
  })

  test('with symbols finds what has all its letters, and nothing else', async () => {
    await createApproved(owner, [
      { name: 'X&Y Xylophones' },
      { name: 'Vy-Xo Hunters' },
      { name: 'Zo Mandolins' },
    ])
    for (const [words, found] of [
      ['x&y', 'X&Y Xylophones'],
      ['X & Y', 'X&Y Xylophones'],
      ['vyxo', 'Vy-Xo Hunters'],
      ['vy-xo', 'Vy-Xo Hunters'],
      ['x++', 'X&Y Xylophones'],
      ['qx-zo', 'Zo Mandolins'],
      // 'z' begins Zorbing, and 'fj' Fjord.
      ['q&z'],
      ['z++'],
      ['qx-fj'],
      ['x&z'],
    ]) {
      expect([words, ...(await names(words ?? ''))]).toEqual(found ? [words, found] : [words])
    }
  })

  test('with a typing error finds another form of a word, but no community without the others', async () => {
    await createApproved(owner, [
      { name: 'We Abseil' },
      { name: 'Snorkel Buddies' },
      { name: 'Bunyip Hikes' },
      { name: 'Quandong Plates' },
    ])
    for (const [typed, found, corrected] of [
      ['absiling', 'We Abseil', 'abseil'],
      ['abseilng', 'We Abseil', 'abseil'],
      ['snorkkelers', 'Snorkel Buddies', 'snorkel'],
      ['quandoxg bunyip', 'Bunyip Hikes', 'bunyip'],
      ['bunyip quandoxg', 'Bunyip Hikes', 'bunyip'],
    ] as const) {
      expect([typed, ...(await names(typed))]).toEqual([typed, found])
      const counted = [typed, await counts(typed)]
      expect(counted).toMatchObject([typed, { searched_for: corrected }])
    }
  })

  describe('for a place', () => {
    test('finds its names in other languages', async () => {
      await createApproved(owner, [{ name: 'Wampus Watch', location: 'Cape Town' }])
      const country = ['Sudáfrica', 'Südafrika', 'afrique du sud', '南アフリカ']
      for (const place of [...country, 'Kapstadt', 'Le Cap', 'Кейптаун']) {
        expect([place, ...(await names(`${place} wampus`))]).toEqual([place, 'Wampus Watch'])
      }
    })

    test('finds those of a place that an admin has just added or moved', async () => {
      const place = { name: 'Wampusville', country: 'Spain', country_code: 'ES' }
      const { data } = await admin.client
        .from('places')
        .insert({ ...place, latitude: 1, longitude: 1 })
        .select('id, updated_at')
        .single()
        .throwOnError()
      await createApproved(owner, [{ name: 'Wampus Walk', location: place.name }])
      expect(await names('wampus испания')).toEqual(['Wampus Walk'])
      const { id, updated_at } = data
      const move = { country: 'Germany', country_code: 'DE', updated_at }
      await admin.client.from('places').update(move).eq('id', id).throwOnError()
      expect(await names('wampus alemania')).toEqual(['Wampus Walk'])
      expect(await names('wampus españa')).not.toEqual(['Wampus Walk'])
    })

    test('corrects a word of a place that an admin has just renamed', async () => {
      const place = { country: 'Spain', country_code: 'ES', latitude: 1, longitude: 1 }
      const added = admin.client.from('places').insert({ ...place, name: 'Thylacia' })
      const { data } = await added.select('id, updated_at').single().throwOnError()
      const renamed = { name: 'Potorooland', updated_at: data.updated_at }
      await admin.client.from('places').update(renamed).eq('id', data.id).throwOnError()
      expect(await counts('potorolnd')).toMatchObject({ searched_for: 'potorooland' })
    })
  })

  test('prefers a place to a more frequent word', async () => {
    await createApproved(owner, [{ name: 'Fjarm Crowd' }, { name: 'Fjarm Friends' }])
    expect(await counts('fjarx')).toMatchObject({ searched_for: 'fjarl' })
  })
})

describe('a filter with several values', () => {
  /** As the app sends them. */
  const lines = (...values: string[]) => values.join('\n')
  const thirteen = lines(...'a b c d e f g h i j k l m'.split(' '))
  const read = (name: 'search_directory' | 'count_directory' | 'count_places', args: object) =>
    visitor.rpc(name, args, { get: true })

  beforeAll(() =>
    createApproved(owner, [
      { name: 'Quaffle A', location: 'Bali', category: 'Sports', languages: ['en'] },
      { name: 'Quaffle B', location: 'Medellín', category: 'Sports', languages: ['es'] },
      { name: 'Quaffle C', location: 'Medellín', category: 'Culture', languages: ['es', 'fr'] },
      { name: 'Quaffle D', location: 'Zürich', category: 'Sports', languages: ['de'] },
      { name: 'Quaffle E', location: 'Bali', category: 'Business', languages: ['en'] },
    ]),
  )

  test('finds what has one of them, and counts each option as without the other values', async () => {
    const filter = {
      search: 'quaffle',
      location: lines('Bali', 'medellin', 'Atlantis'),
      category: lines('Sports', 'Culture'),
      join_type: lines('open', 'request'),
      language: lines('en', 'es', 'it'),
    }
    const { data: found } = await read('search_directory', { ...filter, sort: 'name' })
    expect(found).toMatchObject(['A', 'B', 'C'].map((name) => ({ name: `Quaffle ${name}` })))
    const { data: counted } = await read('count_directory', filter)
    expect(counted).toMatchObject({
      total: 3,
      current_location: lines('Bali', 'Medellín'),
      any: { location: 3, category: 4, join_type: 3, language: 3 },
      locations: [
        { name: 'Medellín', communities: 2 },
        { name: 'Bali', communities: 1 },
      ],
      categories: { Sports: 2, Culture: 1, Business: 1 },
      languages: { en: 1, es: 2, fr: 1 },
    })
    const { data: places } = await read('count_places', { ...filter, location: undefined })
    expect(places).toMatchObject([
      { name: 'Medellín', communities: 2 },
      { name: 'Bali', communities: 1 },
    ])
  })

  test('is refused if one is invalid, or if there are more than twelve', async () => {
    for (const [args, code] of [
      [{ category: lines('Sports', 'x') }, '22P02'],
      [{ join_type: lines('open', 'never') }, '22P02'],
      [{ location: thirteen }, 'PT400'],
      [{ language: thirteen }, 'PT400'],
    ] as const) {
      for (const name of ['search_directory', 'count_directory', 'count_places'] as const) {
        if (name === 'count_places' && 'location' in args) continue
        const { data, error } = await read(name, args)
        expect([name, args, data, error?.code]).toEqual([name, args, null, code])
      }
    }
  })
})

describe('synonyms', () => {
  const id = randomUUID()
  const terms = ['yowie spotting', 'dropbear tracking']
  const edit = (changes: { terms: string[]; updated_at?: string }, user = admin) =>
    user.client.from('synonyms').update(changes).eq('id', id).select()
  const remove = ({ client }: TestUser) => client.from('synonyms').delete().eq('id', id).select()
  const expectAllRefused = createRefusalsCheck(
    async () => await secret.from('synonyms').select().order('id'),
  )
  const many = (length: number) => Array.from({ length }, (_, i) => `yowie ${i} `.padEnd(50, 'y'))
  const isFoundBy = async (words: string) => (await names(words)).includes('Dropbear Tracking')

  beforeAll(async () => {
    await createApproved(owner, [{ name: 'Dropbear Tracking', category: 'Culture' }])
    await admin.client.from('synonyms').insert({ id, terms }).throwOnError()
  })

  test('of an admin are found in any form, and a change takes effect immediately', async () => {
    for (const words of ['yowie spotting', 'Yowies spotted', 'yowie spoting']) {
      expect([words, await isFoundBy(words)]).toEqual([words, true])
    }
    for (const words of ['yowie', 'spotting yowies']) {
      expect([words, await isFoundBy(words)]).toEqual([words, false])
    }
    await edit({ terms: ['bunyips', 'dropbear tracking'] }).throwOnError()
    expect([await isFoundBy('bunyip'), await isFoundBy('yowie spotting')]).toEqual([true, false])
  })

  test('are written by admins only, in the current version and with two to thirty words', () =>
    expectAllRefused([
      ['read by a visitor', '42501', () => visitor.from('synonyms').select()],
      ['read by an owner', 'no rows', () => owner.client.from('synonyms').select()],
      ['added by a visitor', '42501', () => visitor.from('synonyms').insert({ terms })],
      ['added by an owner', '42501', () => owner.client.from('synonyms').insert({ terms })],
      ['edited by an owner', 'no rows', () => edit({ terms }, owner)],
      ['deleted by an owner', 'no rows', () => remove(owner)],
      ['changed in an old version', 'PT412', () => edit({ terms, updated_at: '2026-01-01' })],
      ['a single word', '23514', () => edit({ terms: ['yowie'] })],
      ['31 words', '23514', () => edit({ terms: many(31) })],
      ['longer than 50 characters', '23514', () => edit({ terms: ['yowie', 'y'.repeat(51)] })],
      ['without letters', 'PT400', () => edit({ terms: ['yowie', '?!'] })],
      ['empty', 'PT400', () => edit({ terms: ['yowie', ''] })],
    ]))

  test('of 30 terms are left out from the last, if a search has several words', async () => {
    const sets = ['drongo', 'galah', 'brolga'].map((word) => ({
      terms: [
        word,
        `${word} first`,
        ...Array.from({ length: 27 }, (_, i) => `${word} ${i}`),
        `${word}last`,
      ],
    }))
    const { data } = await secret.from('synonyms').insert(sets).select('id').throwOnError()
    await createApproved(owner, [
      { name: 'Drongolast Galahlast Brolgalast' },
      { name: 'Drongolast Galah Brolga' },
      { name: 'Brolga First with a galah first and a drongo first' },
    ])
    expect(await names('drongo')).toHaveLength(3)
    expect(await names('drongo galah brolga')).toEqual([
      'Brolga First with a galah first and a drongo first',
    ])
    expect(await counts('drongo galah brolga')).toMatchObject({ total: 1 })
    await secret
      .from('synonyms')
      .delete()
      .in(
        'id',
        data.map((set) => set.id),
      )
      .throwOnError()
  })

  test('of 30 words of 50 characters can be deleted', async () => {
    await edit({ terms: many(30) }).throwOnError()
    await remove(admin).single().throwOnError()
    expect(await isFoundBy('bunyip')).toBe(false)
  })
})

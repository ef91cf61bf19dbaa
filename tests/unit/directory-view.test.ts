import { describe, expect, test } from 'vitest'
import {
  getCommunityUrl,
  getViewUrl,
  noFilter,
  normalizeSearch,
  pageArguments,
  readView,
  searchArguments,
} from '../../src/features/directory/directory-view.ts'

const read = (url: string) => readView(new URL(url, 'http://localhost').searchParams)

describe('the URL of the directory', () => {
  test.each([
    '/communities',
    '/communities?q=surf+%26+yoga&place=Z%C3%BCrich&category=Party+%26+Events&join=request&language=de&sort=name&near=me&view=map&filters=open',
    '/communities?q=yoga&place=Bali&place=Washington%2C+D.C.&category=Sports&category=Culture&join=open&join=request&language=de&language=id',
    '/communities?view=saved',
    '/communities?community=7d7f9b7e-0000-4000-8000-000000000000&place=Bali',
  ])('round-trips through a view: %s', (url) => {
    expect(getViewUrl(read(url))).toBe(url)
  })

  test('omits default values', () => {
    expect(getViewUrl({ ...noFilter, sort: 'newest', community: null })).toBe('/communities')
    expect(getViewUrl({ search: 'surf', sort: 'best' })).toBe('/communities?q=surf')
    expect(getViewUrl({ search: 'surf', sort: 'newest' })).toBe('/communities?q=surf&sort=newest')
  })

  test('keeps the order that earlier releases called members', () => {
    expect(getViewUrl(read('/communities?place=Bali&sort=members'))).toBe(
      '/communities?place=Bali&sort=joined',
    )
  })

  test('falls back to the defaults for invalid values', () => {
    const url =
      '/communities?place=++&category=sports&join=1&language=German&sort=-id&q=++&view=list&near=47.4'
    expect(read(url)).toEqual({
      ...noFilter,
      sort: null,
      community: null,
      map: false,
      saved: false,
      near: false,
      filters: false,
    })
    expect(read('/communities?sort=best').sort).toBeNull()
    expect(read(`/communities?q=${'x'.repeat(200)}`).search).toHaveLength(100)
    expect(read(`/communities?place=${'x'.repeat(200)}`).location[0]).toHaveLength(100)
    expect(read('/communities?place=Bali&place=+&place=Bali').location).toEqual(['Bali'])
    const places = Array.from({ length: 20 }, (_, index) => `place=${index}`)
    expect(read(`/communities?${places.join('&')}`).location).toHaveLength(12)
  })

  test('of a community includes its place', () => {
    expect(getCommunityUrl({ id: 'abc', location: 'Koh Phangan' })).toBe(
      '/communities?community=abc&place=Koh+Phangan',
    )
  })
})

test.each([
  ['surf club', ['Surf Club', '  surf\tclub ', 'SURF\u00A0CLUB', 'surf \u3000\n club']],
  ['surf club', ['ｓｕｒｆ club', '\u200Esu\u00ADrf\u202C club\u200B']],
  ['zürich', ['Zürich', 'ZÜRICH', 'Zu\u0308rich']],
  ['filter', ['ﬁlter', 'FILTER']],
  ['οδοσ', ['ΟΔΟΣ', 'Οδοσ']],
  ['', ['', ' ', '\u00A0\u3000']],
])('the same words are sent as %j, however they are typed', (sent, searches) => {
  expect(searches.map(normalizeSearch)).toEqual(searches.map(() => sent))
})

test('a search is cut after a hundred characters, never within one', () => {
  expect(normalizeSearch('😀'.repeat(101))).toBe('😀'.repeat(100))
  expect(normalizeSearch('ﷺ'.repeat(50))).toHaveLength(100)
  expect(normalizeSearch(`${'a'.repeat(99)} b`)).toBe('a'.repeat(99))
})

test('normalizing a search again does not change it', () => {
  const typed = ['İstanbul', '¨a', 'ﷺ'.repeat(20), '™\uFE0F\u0301', 'a\u200E\u0301']
  const sent = [...typed, `${'a'.repeat(99)} b`].map(normalizeSearch)
  expect(sent.map(normalizeSearch)).toEqual(sent)
})

test('the order of a filter and of its values does not change the order of the arguments', () => {
  const filter = {
    language: ['id'],
    join_type: ['open'],
    category: ['Sports', 'Culture'],
    location: ['Medellín', 'Bali'],
    search: 'Surf',
  } as const
  expect(JSON.stringify(searchArguments(filter))).toBe(
    '{"search":"surf","location":"Bali\\nMedellín","category":"Culture\\nSports","join_type":"open","language":"id"}',
  )
})

test('default values are not sent', () => {
  expect(pageArguments({ filter: noFilter, sort: 'newest', pageSize: 23 })).toEqual({})
  const byName = pageArguments({ filter: noFilter, sort: 'name', pageSize: 8 })
  expect(byName).toEqual({ sort: 'name', page_size: 9 })
})

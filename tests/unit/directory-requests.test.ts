import { expect, test } from 'vitest'
import {
  normalizeSearch,
  pageArguments,
  searchArguments,
} from '../../src/features/directory/directory-requests.ts'
import { noFilter } from '../../src/features/directory/directory-view.ts'

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

test('the order of a filter does not change the order of the arguments', () => {
  const [location, category, join_type, language] = ['Bali', 'Sports', 'open', 'id'] as const
  const filter = { language, join_type, category, location, search: 'Surf' }
  expect(JSON.stringify(searchArguments(filter))).toBe(
    '{"search":"surf","location":"Bali","category":"Sports","join_type":"open","language":"id"}',
  )
})

test('default values are not sent', () => {
  expect(pageArguments({ filter: noFilter, sort: 'newest', pageSize: 23 })).toEqual({})
  const byName = pageArguments({ filter: noFilter, sort: 'name', pageSize: 8 })
  expect(byName).toEqual({ sort: 'name', page_size: 9 })
})

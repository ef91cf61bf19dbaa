import { describe, expect, test } from 'vitest'
import {
  hasFilters,
  readParams,
  sortByColumn,
  toAdminView,
  toUrlParams,
} from '../../src/features/admin/admin-view.ts'
import { changeQuery } from '../../src/lib/url-params.ts'

const load = (query: string) => readParams(new URLSearchParams(query))
const read = (query: string) => toAdminView(load(query))
const write = (query: string) => changeQuery('', toUrlParams(load(query)))

describe('the URL of the admin screen', () => {
  test('without parameters shows the newest communities', () => {
    const newest = { tab: 'communities', page: 1, search: '', sort: 'created', descending: true }
    expect(read('')).toEqual(newest)
    expect(write('')).toBe('')
  })

  test.each([
    'q=surf&status=pending&category=Party+%26+Events&country=Brazil&sort=name&page=3',
    'sort=owner&order=desc',
    'owner=aaaaaaaa-0000-4000-8000-000000000001',
    'country=Brazil&link=dead',
    'view=queue&as=list&kind=changes&q=surf&sort=oldest',
    'tab=users&q=amara&sort=credits&order=desc&page=4',
  ])('round-trips: %s', (query) => {
    expect(write(query)).toBe(query)
  })

  test.each([
    'page=0&status=deleted&country=',
    'category=%27%3B+drop+table&owner=everyone',
    'link=golden&sort=password&order=sideways',
    'sort=oldest&kind=new',
    'tab=secrets&view=everything',
  ])('falls back to the defaults for invalid values: %s', (query) => {
    expect(read(query)).toEqual(read(''))
  })

  test('truncates a search of more than 200 characters', () => {
    expect(read(`q=${'a'.repeat(5000)}`)).toHaveProperty('search', 'a'.repeat(200))
  })

  test('sorts names from A to Z and dates from the newest by default', () => {
    expect(read('sort=name')).toMatchObject({ descending: false })
    expect(read('tab=users')).toMatchObject({ sort: 'joined', descending: true })
  })
})

test.each([
  ['', 'created', 'order=asc'],
  ['', 'name', 'sort=name'],
  ['sort=name', 'name', 'sort=name&order=desc'],
  ['tab=users&sort=credits', 'joined', ''],
])('in "?%s", a click on the column %s leads to "?%s"', (query, column, expected) => {
  const view = read(query)
  if (view.tab === 'queue') throw new Error('The queue has no columns')
  expect(changeQuery('', toUrlParams(sortByColumn(view, column)))).toBe(expected)
})

test('a status alone does not count as a filter', () => {
  const view = read('status=pending')
  const narrowed = read('status=pending&country=Brazil')
  expect(view.tab === 'communities' && hasFilters(view)).toBe(false)
  expect(narrowed.tab === 'communities' && hasFilters(narrowed)).toBe(true)
})

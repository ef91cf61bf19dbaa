import { describe, expect, test } from 'vitest'
import {
  chosenParams,
  isNarrowed,
  readView,
  viewParams,
} from '../../src/routes/admin/admin-view.ts'

const read = (query: string) => readView(new URLSearchParams(query))
const write = (query: string) => viewParams(read(query)).toString()

describe('the address of the admin screen', () => {
  test('shows the newest communities when it says nothing', () => {
    expect(read('')).toEqual({
      tab: 'communities',
      page: 1,
      search: '',
      status: undefined,
      category: undefined,
      country: undefined,
      owner: undefined,
      sort: 'created',
      descending: true,
    })
    expect(write('')).toBe('')
  })

  test.each([
    'q=surf&status=pending&category=Sports&country=Brazil&sort=name&page=3',
    'sort=owner&order=desc',
    'order=asc',
    'owner=aaaaaaaa-0000-4000-8000-000000000001',
    'view=queue',
    'view=queue&as=list&page=2',
    'tab=users',
    'tab=users&q=amara&sort=credits&order=desc&page=4',
    'category=Party+%26+Events',
  ])('comes back as it was: %s', (query) => {
    expect(write(query)).toBe(query)
  })

  test.each([
    'page=0',
    'page=-3',
    'page=x',
    'status=deleted',
    'category=%27%3B+drop+table',
    'country=Narnia',
    'owner=everyone',
    'sort=password',
    'order=sideways',
    'tab=secrets',
    'view=everything',
  ])('that asks for nonsense shows the default: %s', (query) => {
    expect(read(query)).toEqual(read(''))
  })

  test('cuts a search that nobody would type', () => {
    const view = read(`q=${'a'.repeat(5000)}`)
    expect(view.tab === 'communities' && view.search).toHaveLength(200)
  })

  test('sorts names from A and dates from the newest, unless told otherwise', () => {
    expect(read('sort=name')).toMatchObject({ descending: false })
    expect(read('tab=users')).toMatchObject({ sort: 'joined', descending: true })
    expect(read('tab=users&sort=name&order=desc')).toMatchObject({ descending: true })
  })
})

describe('a choice made on a screen that is not drawn anew yet', () => {
  const choose = (chosen: string, shown: string, newest: string) =>
    chosenParams(read(chosen), read(shown), new URLSearchParams(newest)).toString()

  test.each([
    // chosen, shown, newest, and what becomes of them
    ['country=Brazil', '', '', 'country=Brazil'],
    ['q=sur&country=Brazil', 'q=sur', 'q=surf', 'q=surf&country=Brazil'],
    ['country=Brazil', '', 'category=Sports', 'category=Sports&country=Brazil'],
    ['q=surf', '', 'country=Brazil', 'q=surf&country=Brazil'],
    ['', 'q=surf&country=Brazil', 'q=surf&country=Brazil&status=pending', 'status=pending'],
    ['', 'order=asc', 'order=asc&status=pending', 'status=pending'],
    ['status=pending', 'page=3', 'q=surf&page=3', 'q=surf&status=pending'],
    ['status=pending', '', 'page=2', 'status=pending'],
    ['page=2', '', 'q=surf', 'q=surf&page=2'],
  ])(
    '%j, chosen on %j while the address says %j, leads to %j',
    (chosen, shown, newest, expected) => {
      expect(choose(chosen, shown, newest)).toBe(expected)
    },
  )

  test('leads to another tab as that tab is', () => {
    expect(choose('tab=users', '', 'q=surf')).toBe('tab=users')
    expect(choose('view=queue', '', 'q=surf&page=2')).toBe('view=queue')
    expect(choose('q=surf', '', 'tab=users&q=amara')).toBe('q=surf')
  })
})

test('a status alone does not narrow the counts per status', () => {
  const view = read('status=pending')
  const narrowed = read('status=pending&country=Brazil')
  expect(view.tab === 'communities' && isNarrowed(view)).toBe(false)
  expect(narrowed.tab === 'communities' && isNarrowed(narrowed)).toBe(true)
})

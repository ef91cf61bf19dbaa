import { act, renderHook, waitFor } from '@testing-library/react'
import { BrowserRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { useAdminView } from '../../../src/features/admin/admin-view.ts'

type View = ReturnType<typeof useAdminView>

const urlParams = () => Object.fromEntries(new URLSearchParams(window.location.search))
const parseQuery = (query: string) => Object.fromEntries(new URLSearchParams(query))

/** Makes several changes before the next render. */
function applyChanges(query: string, ...changes: ((view: View) => void)[]) {
  window.history.replaceState(null, '', `/admin?${query}`)
  const { result } = renderHook(useAdminView, {
    wrapper: BrowserRouter,
  })
  act(() => {
    const { current } = result
    for (const change of changes) change(current)
  })
}

const showBrazil = (view: View) => view.change({ country: 'Brazil' })
const showSports = (view: View) => view.change({ category: 'Sports' })
const showPending = (view: View) => view.change({ status: 'pending' })
const searchSurf = (view: View) => view.search('surf')
const openSecondPage = (view: View) => view.change({ page: 2 })
const clearFilters = (view: View) =>
  view.change({ q: null, category: null, country: null, owner: null })
const sortByNewest = (view: View) => view.change({ sort: null, order: null })

test.each<[string, ((view: View) => void)[], string]>([
  ['', [showBrazil], 'country=Brazil'],
  ['q=sur', [searchSurf, showBrazil], 'q=surf&country=Brazil'],
  ['', [showSports, showBrazil], 'category=Sports&country=Brazil'],
  ['', [showBrazil, searchSurf], 'q=surf&country=Brazil'],
  ['q=surf&country=Brazil', [showPending, clearFilters], 'status=pending'],
  ['order=asc', [showPending, sortByNewest], 'status=pending'],
  ['page=3', [searchSurf, showPending], 'q=surf&status=pending'],
  ['', [openSecondPage, showPending], 'status=pending'],
  ['', [searchSurf, openSecondPage], 'q=surf&page=2'],
  // Another view drops earlier changes and the parameters.
  ['', [searchSurf, (view) => view.open({ tab: 'users' })], 'tab=users'],
  ['page=2', [searchSurf, (view) => view.open({ view: 'queue' })], 'view=queue'],
  // All communities are named only if nothing else is: without parameters, what waits opens.
  ['tab=users&q=amara', [(view) => view.open({ tab: 'communities' })], 'view=all'],
  ['q=surf', [clearFilters], 'view=all'],
  ['view=all', [showBrazil], 'country=Brazil'],
  ['tab=users', [(view) => view.openDefault()], ''],
])(
  'the admin view applies several changes made before the next render to "?%s" (case %#)',
  async (query, changes, expected) => {
    applyChanges(query, ...changes)
    await waitFor(() => expect(urlParams()).toEqual(parseQuery(expected)))
  },
)

test('a search replaces the history entry, and a filter adds one', async () => {
  const before = window.history.length
  applyChanges('', searchSurf)
  await waitFor(() => expect(urlParams()).toEqual({ q: 'surf' }))
  expect(window.history.length).toBe(before)
  applyChanges('q=surf', showBrazil)
  await waitFor(() => expect(urlParams()).toEqual({ q: 'surf', country: 'Brazil' }))
  expect(window.history.length).toBe(before + 1)
})

import { act, renderHook, waitFor } from '@testing-library/react'
import { NuqsAdapter } from 'nuqs/adapters/react-router/v7'
import { BrowserRouter } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { useAdminView } from '../../../src/routes/admin/admin-view.ts'

type View = ReturnType<typeof useAdminView>

const urlParams = () => Object.fromEntries(new URLSearchParams(window.location.search))
const parsed = (query: string) => Object.fromEntries(new URLSearchParams(query))

/** Makes several changes before the next render. */
function applyChanges(query: string, ...changes: ((view: View) => void)[]) {
  window.history.replaceState(null, '', `/admin?${query}`)
  const { result } = renderHook(useAdminView, {
    wrapper: ({ children }) => (
      <BrowserRouter>
        <NuqsAdapter>{children}</NuqsAdapter>
      </BrowserRouter>
    ),
  })
  act(() => {
    const { current } = result
    for (const change of changes) change(current)
  })
}

const brazil = (view: View) => view.change({ country: 'Brazil' })
const sports = (view: View) => view.change({ category: 'Sports' })
const pending = (view: View) => view.change({ status: 'pending' })
const surf = (view: View) => view.search('surf')
const secondPage = (view: View) => view.change({ page: 2 })
const clear = (view: View) => view.change({ q: null, category: null, country: null, owner: null })
const newestFirst = (view: View) => view.change({ sort: null, order: null })

describe('a change of the view before the next render', () => {
  test.each<[string, ((view: View) => void)[], string]>([
    ['', [brazil], 'country=Brazil'],
    ['q=sur', [surf, brazil], 'q=surf&country=Brazil'],
    ['', [sports, brazil], 'category=Sports&country=Brazil'],
    ['', [brazil, surf], 'q=surf&country=Brazil'],
    ['q=surf&country=Brazil', [pending, clear], 'status=pending'],
    ['order=asc', [pending, newestFirst], 'status=pending'],
    ['page=3', [surf, pending], 'q=surf&status=pending'],
    ['', [secondPage, pending], 'status=pending'],
    ['', [surf, secondPage], 'q=surf&page=2'],
  ])('keeps the previous change of %j: %#', async (query, changes, expected) => {
    applyChanges(query, ...changes)
    await waitFor(() => expect(urlParams()).toEqual(parsed(expected)))
  })

  test.each<[string, ((view: View) => void)[], string]>([
    ['', [surf, (view) => view.open({ tab: 'users' })], 'tab=users'],
    ['page=2', [surf, (view) => view.open({ view: 'queue' })], 'view=queue'],
    ['tab=users&q=amara', [(view) => view.open({ tab: 'communities' })], ''],
  ])('keeps nothing of %j when another view opens: %#', async (query, changes, expected) => {
    applyChanges(query, ...changes)
    await waitFor(() => expect(urlParams()).toEqual(parsed(expected)))
  })
})

test('a search replaces the history entry, a filter adds one', async () => {
  const before = window.history.length
  applyChanges('', surf)
  await waitFor(() => expect(urlParams()).toEqual({ q: 'surf' }))
  expect(window.history.length).toBe(before)
  applyChanges('q=surf', brazil)
  await waitFor(() => expect(urlParams()).toEqual({ q: 'surf', country: 'Brazil' }))
  expect(window.history.length).toBe(before + 1)
})

import { act, renderHook, waitFor } from '@testing-library/react'
import { NuqsAdapter } from 'nuqs/adapters/react-router/v7'
import { BrowserRouter } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { useAdminView } from '../../../src/routes/admin/admin-view.ts'

type View = ReturnType<typeof useAdminView>

const inAddress = () => Object.fromEntries(new URLSearchParams(window.location.search))
const parsed = (query: string) => Object.fromEntries(new URLSearchParams(query))

/** Makes choices one after the other on a view that is not rendered again in between. */
function choose(shown: string, ...choices: ((view: View) => void)[]) {
  window.history.replaceState(null, '', `/admin?${shown}`)
  const { result } = renderHook(useAdminView, {
    wrapper: ({ children }) => (
      <BrowserRouter>
        <NuqsAdapter>{children}</NuqsAdapter>
      </BrowserRouter>
    ),
  })
  act(() => {
    const { current } = result
    for (const choice of choices) choice(current)
  })
}

const brazil = (view: View) => view.change({ country: 'Brazil' })
const sports = (view: View) => view.change({ category: 'Sports' })
const pending = (view: View) => view.change({ status: 'pending' })
const surf = (view: View) => view.search('surf')
const secondPage = (view: View) => view.change({ page: 2 })
const clear = (view: View) => view.change({ q: null, category: null, country: null, owner: null })
const newestFirst = (view: View) => view.change({ sort: null, order: null })

describe('a choice made on a screen that is not rendered again yet', () => {
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
  ])('on %j keeps the one before: %#', async (shown, choices, expected) => {
    choose(shown, ...choices)
    await waitFor(() => expect(inAddress()).toEqual(parsed(expected)))
  })

  test.each<[string, ((view: View) => void)[], string]>([
    ['', [surf, (view) => view.open({ tab: 'users' })], 'tab=users'],
    ['page=2', [surf, (view) => view.open({ view: 'queue' })], 'view=queue'],
    ['tab=users&q=amara', [(view) => view.open({ tab: 'communities' })], ''],
  ])('leads from %j to another view as that view is: %#', async (shown, choices, expected) => {
    choose(shown, ...choices)
    await waitFor(() => expect(inAddress()).toEqual(parsed(expected)))
  })
})

test('a search replaces the address, a filter is a step of its own', async () => {
  const before = window.history.length
  choose('', surf)
  await waitFor(() => expect(inAddress()).toEqual({ q: 'surf' }))
  expect(window.history.length).toBe(before)
  choose('q=surf', brazil)
  await waitFor(() => expect(inAddress()).toEqual({ q: 'surf', country: 'Brazil' }))
  expect(window.history.length).toBe(before + 1)
})

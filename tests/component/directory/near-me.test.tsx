import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { directoryCache } from '../../../src/features/directory/directory-cache.ts'
import { createApproved } from '../../support/communities.ts'
import { createSecretClient, createUser } from '../../support/users.ts'
import { createPosition, createPositionError, stubGeolocation } from '../geolocation.ts'
import { failRequests, recordRequests } from '../requests.ts'
import { visit } from '../whole-app.tsx'

/** In the north of Greenland, far from the places of other tests. */
const here = createPosition(80.1234, -30.5678)
const button = { name: 'Near me' } as const
const findButton = () => screen.findByRole('button', button)
const currentUrl = () => window.location.pathname + window.location.search

/** Returns the name and the distance on each card. A query by role would read the whole page at each of its changes. */
const readCards = () =>
  [...document.querySelectorAll<HTMLElement>('[aria-label="Communities"] article')].map((card) => {
    const name = card.querySelector(':is(h2, h3)')?.textContent
    return `${name}: ${within(card).queryByText(/away$/)?.textContent ?? 'no distance'}`
  })
const expectCards = (expected: string[]) => waitFor(() => expect(readCards()).toEqual(expected))

let communities: { id: string }[]

beforeAll(async () => {
  const positions: [string, number][] = [
    ['Iceport', 80.2],
    ['Snowton', 82],
    ['Polar Point', 84.5],
    ['Farpole', 85.5],
  ]
  await createSecretClient()
    .from('places')
    .insert(
      positions.map(([name, latitude]) => ({
        name,
        country: 'Greenland',
        country_code: 'GL',
        latitude,
        longitude: -30.5678,
        alternative_names: [`Old ${name}`],
      })),
    )
    .throwOnError()
  communities = await createApproved(await createUser(), [
    { name: 'Sledge Farpole', location: 'Farpole', approval_date: '2026-05-05' },
    { name: 'Sledge Snowton', location: 'Snowton', approval_date: '2026-05-04' },
    { name: 'Sledge Iceport', location: 'Iceport', approval_date: '2026-05-03' },
    { name: 'Party Sledge', location: 'Iceport', category: 'Culture', approval_date: '2026-05-01' },
    // More than one page, at several places.
    ...Array.from({ length: 30 }, (_, index) => ({
      name: `Igloo ${String(index).padStart(2, '0')}`,
      location: index < 28 ? 'Snowton' : 'Polar Point',
      // Several share a date, so the id breaks the tie.
      approval_date: `2026-04-0${1 + (index % 3)}`,
    })),
  ])
})
beforeEach(() => directoryCache.clear())
// They would fill the first pages of other tests.
afterAll(async () => {
  const ids = communities.map(({ id }) => id)
  await createSecretClient().from('communities').delete().in('id', ids).throwOnError()
})
afterEach(() => vi.unstubAllGlobals())

const byDate = [
  'Sledge Farpole: no distance',
  'Sledge Snowton: no distance',
  'Sledge Iceport: no distance',
  'Party Sledge: no distance',
]
const byDistance = [
  'Sledge Iceport: 9 km away',
  'Party Sledge: 9 km away',
  'Sledge Snowton: 210 km away',
]

describe('Near me', () => {
  test('sorts the list by distance without sending the position, and is left by pressing it again or with Back', async () => {
    const asked = stubGeolocation((onSuccess) => onSuccess(here))
    const recorded = recordRequests(/./)
    const user = visit('/communities?q=sledge&sort=newest')
    await expectCards(byDate)
    await user.dblClick(await findButton())
    await expectCards(byDistance)
    expect(await screen.findByText('3 communities within 500 km, closest first')).toHaveAttribute(
      'role',
      'status',
    )
    expect(await findButton()).toHaveAttribute('aria-pressed', 'true')
    expect(await findButton()).toHaveFocus()
    expect(currentUrl()).toBe('/communities?q=sledge&sort=newest&near=me')
    expect(screen.getAllByLabelText('Sort by')[0]).toHaveDisplayValue('Closest first')
    expect(asked).toHaveBeenCalledOnce()
    expect(recorded.paths().filter((path) => /80\.1|30\.5/.test(path))).toEqual([])
    expect(JSON.stringify(localStorage)).not.toMatch(/80\.1|30\.5/)

    await user.click(await findButton())
    await expectCards(byDate)
    expect(await findButton()).toHaveAttribute('aria-pressed', 'false')
    window.history.back()
    await expectCards(byDistance)
    window.history.back()
    await expectCards(byDate)
  })

  test('combines with filters and a former name of a place, and ends with another order', async () => {
    stubGeolocation((onSuccess) => onSuccess(here))
    const user = visit('/communities?q=sledge&sort=newest&category=Culture')
    await user.click(await findButton())
    await expectCards(['Party Sledge: 9 km away'])
    // The numbers of the filters are not those near the visitor.
    const filters = within(screen.getByRole('navigation', { name: 'Filters' }))
    expect(filters.queryByText(/communit/)).toBeNull()
    await user.click(filters.getByRole('link', { name: 'Culture', current: true }))
    await expectCards(byDistance)
    await user.selectOptions(screen.getAllByLabelText('Sort by')[0] ?? document.body, 'name')
    await waitFor(() => expect(currentUrl()).toBe('/communities?q=sledge&sort=name'))
    await waitFor(() => expect(readCards()[0]).toBe('Party Sledge: no distance'))
    cleanup()

    visit('/communities?q=sledge&place=old+farpole')
    await user.click(await findButton())
    await expectCards(['Sledge Farpole: 600 km away'])
    expect(
      screen.getByText('No communities within 500 km. These are the closest.'),
    ).toHaveAttribute('role', 'status')
  })

  test('adds pages across places without duplicates', async () => {
    stubGeolocation((onSuccess) => onSuccess(here))
    const user = visit('/communities?q=igloo')
    await user.click(await findButton())
    await waitFor(() => expect(readCards()[0]).toContain('210 km away'))
    expect(readCards()).toHaveLength(24)
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(readCards()).toHaveLength(30))
    const cards = readCards()
    expect(new Set(cards).size).toBe(30)
    expect(cards.map((card) => card.replace(/.*: /, '')).slice(-3)).toEqual([
      '210 km away',
      '490 km away',
      '490 km away',
    ])
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  test('that fails keeps the list, says what to do, and can be pressed again', async () => {
    let fail = () => {}
    const asked = stubGeolocation((_onSuccess, onError) => {
      fail = () => onError(createPositionError(1))
    })
    const user = visit('/communities?q=sledge&sort=newest')
    await expectCards(byDate)
    await user.click(await findButton())
    expect(await findButton()).toHaveAttribute('aria-busy', 'true')
    expect(screen.getByText('Finding your location...')).toHaveAttribute('role', 'status')
    await waitFor(() => expect(asked).toHaveBeenCalledOnce())
    act(() => fail())
    expect(await screen.findByRole('alert')).toHaveTextContent(/isn't shared with this site. Allow/)
    expect(readCards()).toEqual(byDate)
    expect(await findButton()).toHaveAttribute('aria-pressed', 'false')
    // The places cannot be loaded either.
    const failing = failRequests(/rpc\/count_places/, 400)
    stubGeolocation((onSuccess) => onSuccess(here))
    await user.click(await findButton())
    expect(await screen.findByText('Showing your previous results.')).toBeVisible()
    failing.restore()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await expectCards(byDistance)
  })

  test("gives up when the browser's question is not answered, and says what to do", async () => {
    const asked = stubGeolocation(() => {})
    visit('/communities?q=sledge&sort=newest')
    await expectCards(byDate)
    const pressed = await findButton()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.click(pressed)
    await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce())
    act(() => void vi.advanceTimersByTime(60_000))
    vi.useRealTimers()
    expect(await screen.findByRole('alert')).toHaveTextContent(/Allow it, then try again/)
    expect(await findButton()).not.toHaveAttribute('aria-busy', 'true')
  })

  test('can be left while the browser asks for permission; a late position changes nothing', async () => {
    let allow = () => {}
    const asked = stubGeolocation((onSuccess) => {
      allow = () => onSuccess(here)
    })
    const user = visit('/communities?q=sledge&sort=newest')
    await expectCards(byDate)
    await user.click(await findButton())
    await user.click(await screen.findByRole('link', { name: 'Clear all' }))
    await waitFor(() => expect(currentUrl()).toBe('/communities?q=sledge&sort=newest'))
    await waitFor(() => expect(asked).toHaveBeenCalledOnce())
    await act(async () => allow())
    expect(readCards()).toEqual(byDate)
    expect(await findButton()).toHaveAttribute('aria-pressed', 'false')
  })

  test('in a URL is on if the position may be read; a shared link does not make the browser ask', async () => {
    const url = '/communities?q=sledge&sort=newest&near=me'
    const asked = stubGeolocation((onSuccess) => onSuccess(here), 'prompt')
    visit(url)
    await expectCards(byDate)
    expect(asked).not.toHaveBeenCalled()
    cleanup()

    stubGeolocation((onSuccess) => onSuccess(here), 'granted')
    visit(url)
    await expectCards(byDistance)
    expect(await findButton()).toHaveAttribute('aria-pressed', 'true')
  })

  test('is next to the search of the home page, and opens the list', async () => {
    stubGeolocation((onSuccess) => onSuccess(here))
    const user = visit('/')
    await user.click(await findButton())
    await waitFor(() => expect(readCards()[0]).toBe(byDistance[0]))
    expect(currentUrl()).toBe('/communities?near=me')
    window.history.back()
    await waitFor(() => expect(currentUrl()).toBe('/'))
  })
})

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { MapPlace } from '../../src/routes/directory/directory-counts.ts'
import { noFilter } from '../../src/routes/directory/directory-view.ts'
import { DirectoryMap } from '../../src/routes/directory/map/DirectoryMap.tsx'
import { WorldMap } from '../../src/routes/directory/map/WorldMap.tsx'
import { interceptRequests } from './requests.ts'

const capeTown: MapPlace = {
  name: 'Cape Town',
  country: 'South Africa',
  latitude: -33.92,
  longitude: 18.42,
  communities: 100,
  is_at_least: true,
}
const canggu: MapPlace = {
  name: 'Canggu',
  country: 'Indonesia',
  latitude: -8.65,
  longitude: 115.13,
  communities: 12,
  is_at_least: false,
}
const ubud: MapPlace = { ...canggu, name: 'Ubud', latitude: -8.51, communities: 3 }
const zurich: MapPlace = {
  name: 'Zürich',
  country: 'Switzerland',
  latitude: 47.37,
  longitude: 8.54,
  communities: 1,
  is_at_least: false,
}
const places = [zurich, ubud, capeTown, canggu]

const hrefOf = (place: string) => `/communities?${new URLSearchParams({ place })}`

function renderMap(shown: MapPlace[] = places, selected: string | null = null) {
  const user = userEvent.setup()
  render(
    <MemoryRouter>
      <WorldMap places={shown} selected={selected} hrefOf={hrefOf} />
      <button type="button">Below the map</button>
    </MemoryRouter>,
  )
  return user
}

const getDots = () => within(screen.getByRole('list', { name: 'Places on the map' }))
const getNames = (role: 'link' | 'button') =>
  getDots()
    .getAllByRole(role)
    .map((element) => element.getAttribute('aria-label'))

describe('the dots', () => {
  test('are links with a name and a count, most communities first', () => {
    renderMap([zurich, capeTown, canggu])
    expect(getNames('link')).toEqual([
      'Cape Town, South Africa: 100+ communities',
      'Canggu, Indonesia: 12 communities',
      'Zürich, Switzerland: 1 community',
    ])
    expect(getDots().getByRole('link', { name: /Cape Town/ })).toHaveAttribute(
      'href',
      '/communities?place=Cape+Town',
    )
  })

  test('mark the selected place', () => {
    renderMap([zurich, capeTown], 'Zürich')
    expect(getDots().getByRole('link', { name: /Zürich/ })).toHaveAttribute('aria-current', 'true')
    expect(getDots().getByRole('link', { name: /Cape Town/ })).not.toHaveAttribute('aria-current')
  })

  test('are replaced by a text if there are no places', () => {
    renderMap([])
    expect(screen.getByText('No communities on the map')).toBeVisible()
    expect(screen.queryByRole('list', { name: 'Places on the map' })).toBeNull()
  })
})

describe('a group', () => {
  const name = '2 places, 15 communities'
  const getGroup = () => screen.getByRole('button', { name })

  test('opens with the keyboard, and Escape closes it and returns the focus', async () => {
    const user = renderMap()
    act(() => getGroup().focus())
    expect(getGroup()).toHaveAttribute('aria-expanded', 'false')
    await user.keyboard('{Enter}')
    expect(getGroup()).toHaveAttribute('aria-expanded', 'true')
    const panel = screen.getByRole('group', { name: '2 places' })
    const links = within(panel).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual([
      'Canggu, Indonesia 12 communities',
      'Ubud, Indonesia 3 communities',
    ])
    await user.tab()
    await user.tab()
    expect(links[0]).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(panel).not.toBeInTheDocument()
    expect(getGroup()).toHaveFocus()
  })

  test.each<[string, (user: ReturnType<typeof renderMap>) => Promise<void>]>([
    ['Close', (user) => user.click(screen.getByRole('button', { name: 'Close' }))],
    ['the group again', (user) => user.click(getGroup())],
    ['outside', (user) => user.click(screen.getByRole('button', { name: 'Below the map' }))],
  ])('closes when the visitor presses %s', async (_case, press) => {
    const user = renderMap()
    await user.click(getGroup())
    expect(screen.getByRole('group', { name: '2 places' })).toBeVisible()
    await press(user)
    expect(screen.queryByRole('group', { name: '2 places' })).toBeNull()
  })

  test('closes when the focus leaves it', async () => {
    const user = renderMap()
    await user.click(getGroup())
    await user.tab({ shift: true })
    expect(screen.queryByRole('group', { name: '2 places' })).toBeNull()
  })
})

test('zooming to a continent shows only its places', async () => {
  const user = renderMap([zurich, capeTown])
  const zoom = within(screen.getByRole('group', { name: 'Zoom' }))
  expect(zoom.getByRole('button', { name: 'World' })).toHaveAttribute('aria-pressed', 'true')
  await user.click(zoom.getByRole('button', { name: 'Europe' }))
  expect(zoom.getByRole('button', { name: 'Europe' })).toHaveAttribute('aria-pressed', 'true')
  expect(getNames('link')).toEqual(['Zürich, Switzerland: 1 community'])
  await user.click(zoom.getByRole('button', { name: 'Oceania' }))
  expect(screen.getByText('No communities in this region')).toBeVisible()
  await user.click(zoom.getByRole('button', { name: 'World' }))
  expect(getNames('link')).toHaveLength(2)
})

describe('Near me', () => {
  afterEach(() => vi.unstubAllGlobals())

  type Locate = Geolocation['getCurrentPosition']
  const stubGeolocation = (getCurrentPosition: Locate) => {
    vi.stubGlobal('navigator', { onLine: true, geolocation: { getCurrentPosition } })
  }
  const munich = { latitude: 48.14, longitude: 11.58, accuracy: 1000 }
  const position = {
    coords: { ...munich, altitude: null, altitudeAccuracy: null, heading: null, speed: null },
    timestamp: 0,
  }
  const stubPosition = () =>
    stubGeolocation((onSuccess) =>
      onSuccess({
        coords: { ...position.coords, toJSON: () => position.coords },
        timestamp: 0,
        toJSON: () => position,
      }),
    )

  test('lists the places by distance, without a request', async () => {
    const user = renderMap()
    const fetch = vi.fn<typeof globalThis.fetch>()
    vi.stubGlobal('fetch', fetch)
    stubPosition()
    const button = screen.getByRole('button', { name: 'Near me' })
    await user.click(button)
    const links = within(screen.getByRole('list', { name: 'Nearest places' })).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual([
      'Zürich, Switzerland about 240 km 1 community',
      'Cape Town, South Africa about 9,200 km 100+ communities',
      'Ubud, Indonesia about 12,000 km 3 communities',
      'Canggu, Indonesia about 12,000 km 12 communities',
    ])
    expect(links[0]).toHaveAttribute('href', '/communities?place=Z%C3%BCrich')
    expect(screen.getByRole('status')).toHaveTextContent('4 places found, nearest first.')
    expect(fetch).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('list', { name: 'Nearest places' })).toBeNull()
    expect(button).toHaveFocus()
  })

  test.each([
    [1, /isn't shared with this site. Allow it/],
    [2, /couldn't find its location. Turn on location services/],
    [3, /took too long. Try again/],
  ])(
    'after error %i, says what to do, and works when it is pressed again',
    async (code, message) => {
      const user = renderMap()
      stubGeolocation((_onSuccess, onError) =>
        onError?.({
          code,
          message: '',
          PERMISSION_DENIED: 1,
          POSITION_UNAVAILABLE: 2,
          TIMEOUT: 3,
        }),
      )
      await user.click(screen.getByRole('button', { name: 'Near me' }))
      expect(screen.getByRole('status')).toHaveTextContent(message)
      stubPosition()
      await user.click(screen.getByRole('button', { name: 'Near me' }))
      expect(screen.getByRole('list', { name: 'Nearest places' })).toBeVisible()
    },
  )

  test('is busy while the browser asks for permission', async () => {
    const user = renderMap()
    stubGeolocation(() => undefined)
    await user.click(screen.getByRole('button', { name: 'Near me' }))
    expect(screen.getByRole('button', { name: 'Near me' })).toHaveAttribute('aria-busy', 'true')
    expect(screen.getByRole('status')).toHaveTextContent('Finding your location...')
  })
})

describe('the map in view', () => {
  afterEach(() => vi.unstubAllGlobals())

  /** Replaces the observer, and returns a function that scrolls the map into view. */
  function stubIntersectionObserver() {
    const callbacks: (() => void)[] = []
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(onChange: (entries: { isIntersecting: boolean }[]) => void) {
          callbacks.push(() => onChange([{ isIntersecting: true }]))
        }
        observe = () => undefined
        disconnect = () => undefined
      },
    )
    return () => act(() => callbacks.forEach((callback) => callback()))
  }

  /** Renders the map where nothing is cached, and a request is not repeated. */
  function renderInView() {
    const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <DirectoryMap filter={noFilter} selected={null} hrefOf={hrefOf} />
        </MemoryRouter>
      </QueryClientProvider>,
    )
  }

  test('requests the places and loads once it is in view', async () => {
    const scrollIntoView = stubIntersectionObserver()
    const requests = interceptRequests(/count_places/, () => Response.json(places))
    renderInView()
    expect(screen.getByRole('status')).toHaveTextContent('Loading...')
    expect(requests.count()).toBe(0)
    scrollIntoView()
    expect(await screen.findByRole('list', { name: 'Places on the map' })).toBeVisible()
    expect(requests.count()).toBe(1)
  })

  test('offers to retry if the places fail to load', async () => {
    const scrollIntoView = stubIntersectionObserver()
    const requests = interceptRequests(/count_places/, () => new Response('{}', { status: 400 }))
    const user = userEvent.setup()
    renderInView()
    scrollIntoView()
    expect(await screen.findByRole('alert')).toHaveTextContent("Couldn't load the map")
    requests.restore()
    interceptRequests(/count_places/, () => Response.json(places))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('list', { name: 'Places on the map' })).toBeVisible()
  })
})

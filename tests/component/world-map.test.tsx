import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { MapPlace } from '../../src/features/directory/directory-queries.ts'
import { noFilter } from '../../src/features/directory/directory-view.ts'
import { DirectoryMap } from '../../src/features/directory/map/DirectoryMap.tsx'
import { WorldMap } from '../../src/features/directory/map/WorldMap.tsx'
import { createPosition, createPositionError, stubGeolocation } from './geolocation.ts'
import { countRequests, failRequests, interceptRequests } from './requests.ts'

function createPlace(
  name: string,
  country: string,
  position: [number, number],
  communities: number,
) {
  const [latitude, longitude] = position
  return { name, country, latitude, longitude, communities, is_at_least: communities === 100 }
}
const canggu = createPlace('Canggu', 'Indonesia', [-8.65, 115.13], 12)
const ubud = createPlace('Ubud', 'Indonesia', [-8.51, 115.13], 3)
const zurich = createPlace('Zürich', 'Switzerland', [47.37, 8.54], 1)
const capeTown = createPlace('Cape Town', 'South Africa', [-33.92, 18.42], 100)
const places = [zurich, ubud, capeTown, canggu]

const hrefOf = (place: string) => `/communities?${new URLSearchParams({ place })}`

function renderMap(shown: MapPlace[] = places, selected: readonly string[] = []) {
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

test('the dots are links with a name and a count, most communities first', () => {
  renderMap([zurich, capeTown, canggu], ['Zürich'])
  expect(getNames('link')).toEqual([
    'Cape Town, South Africa: 100+ communities',
    'Canggu, Indonesia: 12 communities',
    'Zürich, Switzerland: 1 community',
  ])
  const link = getDots().getByRole('link', { name: /Cape Town/ })
  expect(link).toHaveAttribute('href', '/communities?place=Cape+Town')
  expect(link).not.toHaveAttribute('aria-current')
  expect(getDots().getByRole('link', { name: /Zürich/ })).toHaveAttribute('aria-current', 'true')
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

  test('closes when the visitor presses Close, the group or outside, or when the focus leaves it', async () => {
    const user = renderMap()
    for (const close of [
      () => user.click(screen.getByRole('button', { name: 'Close' })),
      () => user.click(getGroup()),
      () => user.click(screen.getByRole('button', { name: 'Below the map' })),
      () => user.tab({ shift: true }),
    ]) {
      await user.click(getGroup())
      expect(screen.getByRole('group', { name: '2 places' })).toBeVisible()
      await close()
      expect(screen.queryByRole('group', { name: '2 places' })).toBeNull()
    }
  })
})

test('the map begins close to the places, if they are in one part of the world', async () => {
  const lombok = createPlace('Lombok', 'Indonesia', [-8.58, 119.1], 2)
  const user = renderMap([canggu, lombok])
  const zoom = within(screen.getByRole('group', { name: 'Zoom' }))
  expect(zoom.getAllByRole('button').map(({ textContent }) => textContent?.trim())).toEqual([
    'Places',
    'World',
    'Asia',
    'Oceania',
  ])
  expect(zoom.getByRole('button', { name: 'Places' })).toHaveAttribute('aria-pressed', 'true')
  expect(getNames('link')).toHaveLength(2)
  await user.click(zoom.getByRole('button', { name: 'World' }))
  expect(getNames('button')).toEqual(['2 places, 14 communities'])
})

describe('Near me', () => {
  afterEach(() => vi.unstubAllGlobals())

  const munich = createPosition(48.14, 11.58)

  test('lists the places by distance, without a request', async () => {
    const user = renderMap()
    const requests = countRequests(/./)
    stubGeolocation((onSuccess) => onSuccess(munich))
    const button = screen.getByRole('button', { name: 'Near me' })
    await user.click(button)
    const nearest = await screen.findByRole('list', { name: 'Nearest places' })
    const links = within(nearest).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual([
      'Zürich, Switzerland about 240 km 1 community',
      'Cape Town, South Africa about 9,200 km 100+ communities',
      'Ubud, Indonesia about 12,000 km 3 communities',
      'Canggu, Indonesia about 12,000 km 12 communities',
    ])
    expect(links[0]).toHaveAttribute('href', '/communities?place=Z%C3%BCrich')
    expect(screen.getByRole('status')).toHaveTextContent('4 places found, nearest first.')
    expect(requests.count()).toBe(0)
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('list', { name: 'Nearest places' })).toBeNull()
    expect(button).toHaveFocus()
  })

  test.each([
    [1, /isn't shared with this site. Allow it/],
    [2, /couldn't find its location. Turn on location services/],
    [3, /took too long. Try again/],
  ])('after error %i, says what to do, and can be pressed again', async (code, message) => {
    const user = renderMap()
    let fail = () => {}
    const asked = stubGeolocation((_onSuccess, onError) => {
      fail = () => onError(createPositionError(code))
    })
    const button = screen.getByRole('button', { name: 'Near me' })
    await user.click(button)
    expect(button).toHaveAttribute('aria-busy', 'true')
    expect(screen.getByRole('status')).toHaveTextContent('Finding your location...')
    await waitFor(() => expect(asked).toHaveBeenCalledOnce())
    act(() => fail())
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(message))
    stubGeolocation((onSuccess) => onSuccess(munich))
    await user.click(button)
    expect(await screen.findByRole('list', { name: 'Nearest places' })).toBeVisible()
  })
})

test('the map is requested once it is in view, and can be loaded again if that fails', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  let scrollIntoView = () => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onChange: (entries: { isIntersecting: boolean }[]) => void) {
        scrollIntoView = () => onChange([{ isIntersecting: true }])
      }
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  const failing = failRequests(/count_places/, 400)
  const user = userEvent.setup()
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <MemoryRouter>
        <DirectoryMap filter={noFilter} selected={[]} hrefOf={hrefOf} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(screen.getByRole('status')).toHaveTextContent('Loading...')
  expect(failing.count()).toBe(0)
  act(() => scrollIntoView())
  expect(await screen.findByRole('alert')).toHaveTextContent("Couldn't load the map")
  expect(failing.count()).toBe(1)
  failing.restore()
  interceptRequests(/count_places/, () => Response.json(places))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('list', { name: 'Places on the map' })).toBeVisible()
})

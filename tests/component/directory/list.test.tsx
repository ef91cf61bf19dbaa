import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createApproved, createCommunity } from '../../support/communities.ts'
import { addJoins } from '../../support/joins.ts'
import { createSecretClient, createUser, type TestUser } from '../../support/users.ts'
import { directoryCache } from '../../../src/features/directory/directory-cache.ts'
import { failRequests, interceptRequests, recordRequests } from '../requests.ts'
import { visit } from '../whole-app.tsx'

let owner: TestUser

const findList = async () => within(await screen.findByRole('list', { name: 'Communities' }))
/** Returns the names on the cards. A query by role would read the whole page at each of its changes. */
const readNames = () =>
  [...document.querySelectorAll('[aria-label="Communities"] :is(h2, h3)')].map(
    ({ textContent }) => textContent,
  )
const expectNames = (expected: string[]) => waitFor(() => expect(readNames()).toEqual(expected))
const currentUrl = () => window.location.pathname + window.location.search
const findSearch = () => screen.findByRole('combobox', { name: 'Search communities' })
const findFilters = async () => within(await screen.findByRole('navigation', { name: 'Filters' }))

beforeAll(async () => {
  owner = await createUser()
  const rows = [
    ['Surf Bingo', 'Bali', 'Sports', 'open'],
    ['Zürich Bingo', 'Zürich', 'Culture', 'request'],
    ['Alpine Bingo', 'Zürich', 'Sports', 'open'],
  ] as const
  const [, zurich] = await createApproved(
    owner,
    rows.map(([name, location, category, join_type], index) => {
      const approval_date = `2026-01-0${index + 1}`
      const verified_at = name === 'Alpine Bingo' ? approval_date : null
      return { name, location, category, join_type, approval_date, verified_at }
    }),
  )
  await addJoins(zurich?.id ?? '')
  await createCommunity(owner, { name: 'Pending Bingo' })
})

describe('the list', () => {
  test('marks a card whose link was not confirmed for two weeks, or else a verified one', async () => {
    const day = 86_400_000
    const checks = [3 * day, 20 * day, null]
    const verified_at = new Date().toISOString()
    const rows = checks.map((_age, index) => ({
      name: `Bowlers ${index}`,
      member_count: 610,
      verified_at,
    }))
    const created = await createApproved(owner, rows)
    for (const [index, age] of checks.entries()) {
      if (age === null) continue
      const live_at = new Date(Date.now() - age).toISOString()
      await createSecretClient()
        .from('community_links')
        .update({ state: 'live', live_at })
        .eq('community_id', created[index]?.id ?? '')
        .throwOnError()
    }
    visit('/communities?q=bowlers&sort=name')
    await expectNames(['Bowlers 0', 'Bowlers 1', 'Bowlers 2'])
    const cards = (await findList()).getAllByRole('article')
    expect(cards.map((card) => within(card).getByText(/^(Link|Verified)/).textContent)).toEqual([
      'Verified',
      expect.stringMatching(/^Link last checked \w+ \d+, \d+$/),
      'Verified',
    ])
    // What is only on the page of a community.
    expect(cards[0]).toHaveTextContent('about 610 members')
    expect(cards[0]).not.toHaveTextContent(/Open|Sports|group/)
  })

  test('updates as the visitor types, tolerates typos and accents, and keeps the search in the URL', async () => {
    const user = visit('/communities')
    await waitFor(() => expect(readNames()).toContain('Surf Bingo'))
    expect(readNames()).not.toContain('Pending Bingo')
    await user.click(await findSearch())
    await user.paste('zurich bnig')
    await user.keyboard('o')
    // The newer one has only one of the words in its name.
    await expectNames(['Zürich Bingo', 'Alpine Bingo'])
    expect(screen.getAllByLabelText('Sort by')[0]).toHaveDisplayValue('Best match')
    expect(currentUrl()).toBe('/communities?q=zurich+bnigo')
    expect(
      await screen.findByText('No results for “zurich bnigo”. Showing results for “zurich bingo”.'),
    ).toBeVisible()
    expect(await screen.findByText('2 communities')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Clear the search' }))
    await waitFor(() => expect(readNames()).toContain('Surf Bingo'))
    expect(currentUrl()).toBe('/communities')
    expect(screen.getAllByLabelText('Sort by')[0]).toHaveDisplayValue('Newest first')
    expect(screen.queryByRole('option', { name: 'Best match' })).toBeNull()

    await user.click(await findSearch())
    await user.paste('ALPINE   Bingo')
    await expectNames(['Alpine Bingo'])
    expect(currentUrl()).toBe('/communities?q=ALPINE+++Bingo')
    expect(await findSearch()).toHaveValue('ALPINE   Bingo')
  })

  test('suggests places, categories and names while the visitor types, for the keyboard', async () => {
    const user = visit('/communities?category=Culture')
    const field = await findSearch()
    const list = within(screen.getByRole('listbox', { name: 'Suggestions', hidden: true }))
    const recorded = recordRequests(/rpc\//)
    await user.type(field, 'b')
    expect(list.queryByRole('option')).toBeNull()
    await user.type(field, 'a')
    const place = { name: 'Bali, Indonesia' }
    expect(await list.findByRole('option', place)).toBeVisible()
    expect(field).toHaveAttribute('aria-expanded', 'true')
    await user.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}')
    expect(field).toHaveAttribute('aria-activedescendant', list.getByRole('option', place).id)
    expect(list.getByRole('option', place)).toHaveAttribute('aria-selected', 'true')
    await user.keyboard('{Escape}')
    expect(list.queryByRole('option')).toBeNull()
    expect(field).toHaveValue('ba')
    await user.type(field, 'l{ArrowDown}{Enter}')
    // Not the text, whose search would otherwise follow.
    await waitFor(() => expect(currentUrl()).toBe('/communities?place=Bali&category=Culture'))
    expect(field).toHaveValue('')
    expect(field).toHaveFocus()

    await user.clear(field)
    await user.type(field, 'spor')
    await user.click(await list.findByRole('option', { name: 'Sports, Category' }))
    await expectNames(['Surf Bingo'])
    await user.type(field, 'surf')
    const community = await list.findByRole('option', { name: 'Surf Bingo, Bali' })
    expect(screen.getByText('1 suggestion')).toHaveAttribute('role', 'status')
    await user.keyboard('{Enter}')
    expect(currentUrl()).toBe('/communities?place=Bali&category=Sports&q=surf')
    expect(community).not.toBeInTheDocument()
    // The names are those of the list, and the places are read once.
    const paths = recorded.paths().filter((path) => /search_directory|count_places/.test(path))
    expect(new Set(paths).size).toBe(paths.length)
    await user.type(field, ' bi{ArrowDown}')
    await user.click(await list.findByRole('option', { name: 'Surf Bingo, Bali' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Surf Bingo' })).toBeVisible()
  })

  test('can be filtered with links that show counts, sorted, and restored with Back', async () => {
    const user = visit('/communities?q=bingo')
    await user.click(
      await (await findFilters()).findByRole('link', { name: /^Zürich.*2 communities$/ }),
    )
    await expectNames(['Alpine Bingo', 'Zürich Bingo'])
    expect(currentUrl()).toBe('/communities?q=bingo&place=Z%C3%BCrich')
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Communities in Zürich')

    await user.selectOptions(screen.getAllByLabelText('Sort by')[0] ?? document.body, 'joined')
    await expectNames(['Zürich Bingo', 'Alpine Bingo'])
    const joinType = { name: /^Request to Join\s*1 community$/ }
    await user.click(await (await findFilters()).findByRole('link', joinType))
    await expectNames(['Zürich Bingo'])
    expect(currentUrl()).toBe('/communities?q=bingo&place=Z%C3%BCrich&join=request&sort=joined')
    // The counts apply the other filters: no sports community in Zürich requires a request.
    const facets = await findFilters()
    await waitFor(() => expect(facets.queryByText('Sports')).toBeNull())

    window.history.back()
    await expectNames(['Zürich Bingo', 'Alpine Bingo'])
    await user.click(await facets.findByRole('link', { name: /^Zürich/, current: true }))
    await expectNames(['Zürich Bingo', 'Alpine Bingo', 'Surf Bingo'])
    await user.click(facets.getByRole('link', { name: /^Culture/ }))
    await expectNames(['Zürich Bingo'])
    // The search is not a filter.
    await user.click(facets.getByRole('link', { name: 'Clear all' }))
    await waitFor(() => expect(currentUrl()).toBe('/communities?q=bingo&sort=joined'))
    expect(screen.queryByRole('link', { name: 'Clear all' })).toBeNull()
  })

  test('can be filtered by several values, whose options do not move', async () => {
    const user = visit('/communities?q=bingo&sort=name')
    const places = within(await (await findFilters()).findByRole('region', { name: 'Place' }))
    const readOptions = () => places.getAllByRole('link').map(({ textContent }) => textContent)
    await places.findByRole('link', { name: /^Zürich/ })
    const names = readOptions().map((text) => /^\p{L}+/u.exec(text)?.[0])
    for (const name of [/^Bali/, /^Zürich/]) await user.click(places.getByRole('link', { name }))
    await expectNames(['Alpine Bingo', 'Surf Bingo', 'Zürich Bingo'])
    expect(readOptions().map((text) => /^\p{L}+/u.exec(text)?.[0])).toEqual(names)
    expect(currentUrl()).toBe('/communities?q=bingo&place=Bali&place=Z%C3%BCrich&sort=name')
    const heading = await screen.findByRole('heading', { level: 1 })
    expect(heading).toHaveTextContent('Communities in Bali or Zürich')
    expect(screen.getByRole('button', { name: 'Filters 2 active' })).toBeVisible()

    await user.click(places.getByRole('link', { name: /^Bali/, current: true }))
    await expectNames(['Alpine Bingo', 'Zürich Bingo'])
  })

  test('explains that a search has no searchable words', async () => {
    const user = visit('/communities?q=%25')
    expect(await screen.findByText('There are no words to search for in “%”')).toBeVisible()
    expect(screen.getByText('Try a place, an activity or a name.')).toBeVisible()
    await user.click(await screen.findByRole('link', { name: /^Without “%” \(\d+\)$/ }))
    await waitFor(() => expect(readNames()).toContain('Surf Bingo'))
  })

  test.each([
    ['Atlantis', '', 'There is no place called “Atlantis”'],
    ['Zürich', 'category=Sports', 'No communities match “surf bingo”'],
  ])('suggests removing a filter when nothing is found: %s', async (place, filter, message) => {
    const user = visit(`/communities?q=surf+bingo&place=${place}&${filter}&join=never&sort=name`)
    expect(await screen.findByText(message)).toBeVisible()
    const suggestion = await screen.findByRole('link', { name: `Without “${place}” (1)` })
    // Without the category, nothing matches either.
    expect(screen.queryByRole('link', { name: /^Without “Sports”/ })).toBeNull()
    await user.click(suggestion)
    await expectNames(['Surf Bingo'])
    expect(await findSearch()).toHaveValue('surf bingo')
  })
})

describe('on a phone, the filters', () => {
  const openSheet = async () => {
    const user = visit('/communities?q=bingo')
    await user.click(await screen.findByRole('button', { name: 'Filters' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }))
    await user.click(await sheet.findByRole('link', { name: /^Zürich/ }))
    await user.click(await sheet.findByRole('link', { name: /^Culture/ }))
    return { user, show: await sheet.findByRole('button', { name: 'Show 1 community' }) }
  }

  test('stay open while some are chosen, and close with a button that has the number', async () => {
    const { user, show } = await openSheet()
    await user.dblClick(show)
    await expectNames(['Zürich Bingo'])
    expect(currentUrl()).toBe('/communities?q=bingo&place=Z%C3%BCrich&category=Culture')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('button', { name: /^Filters/ })).toHaveFocus()
    window.history.back()
    await waitFor(() => expect(currentUrl()).toBe('/communities?q=bingo'))
  })
})

test('the list shows an error when the service fails, and can be retried', async () => {
  const requests = failRequests(/rpc\/search_directory/, 503)
  const user = visit('/communities?q=alpine')
  expect(await screen.findByText("Couldn't load the communities")).toBeVisible()
  requests.restore()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await expectNames(['Alpine Bingo'])
})

test('the previous results stay visible and are replaced when the connection is back', async () => {
  const user = visit('/communities?q=bingo&sort=name')
  await expectNames(['Alpine Bingo', 'Surf Bingo', 'Zürich Bingo'])
  const requests = interceptRequests(/rpc\//, () =>
    Promise.reject(new TypeError('Failed to fetch')),
  )
  window.dispatchEvent(new Event('offline'))
  // No earlier test has loaded these results.
  await user.click(await (await findFilters()).findByRole('link', { name: /^Culture/ }))
  expect(await screen.findByText('Showing your previous results.')).toBeVisible()
  expect(readNames()).toEqual(['Alpine Bingo', 'Surf Bingo', 'Zürich Bingo'])
  requests.restore()
  window.dispatchEvent(new Event('online'))
  await expectNames(['Zürich Bingo'])
  expect(screen.queryByText('Showing your previous results.')).toBeNull()
})

test('Show more adds a page without duplicates and focuses its first card', async () => {
  await createApproved(
    owner,
    Array.from({ length: 26 }, (_, index) => ({
      name: `Paged ${String.fromCharCode(65 + index)}`,
      // Several share a date, so the id breaks the tie.
      approval_date: `2026-02-0${1 + (index % 5)}`,
    })),
  )
  const user = visit('/communities?q=paged')
  await waitFor(() => expect(readNames()).toHaveLength(24))
  const failing = failRequests(/after_id/, 503)
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByText(/Couldn't load more communities/)).toBeVisible()
  failing.restore()
  await user.dblClick(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(readNames()).toHaveLength(26))
  expect(new Set(readNames()).size).toBe(26)
  const links = (await findList()).getAllByRole('link')
  await waitFor(() => expect(links[24]).toHaveFocus())
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

describe('languages', () => {
  beforeAll(() =>
    createApproved(owner, [
      { name: 'Jass in Zürich', location: 'Zürich', languages: ['de'] },
      { name: 'Jass for Everyone', location: 'Zürich', languages: ['en', 'de'] },
      { name: 'Jass in Ticino', location: 'Zürich', languages: ['it'] },
    ]),
  )

  test('filter the list, and those of the browser are suggested in their own names', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['it-CH', 'de', 'fr'])
    const user = visit('/communities?q=jass')
    const suggestion = await screen.findByRole('link', { name: '2 communities speak Deutsch' })
    expect(within(suggestion).getByText('Deutsch')).toHaveAttribute('lang', 'de')
    expect(screen.queryByRole('link', { name: /français/ })).toBeNull()
    await waitFor(() => expect(readNames()).toHaveLength(3))
    // For screen readers and translators.
    expect(screen.getByText('Jass in Zürich').closest('[lang="de"]')).not.toBeNull()
    expect(screen.getByText('Jass for Everyone').closest('[lang="de"]')).toBeNull()
    await user.click(screen.getByRole('link', { name: '1 community speaks italiano' }))
    await expectNames(['Jass in Ticino'])
    // Everything found is in Italian.
    expect(screen.queryByRole('link', { name: /speak/ })).toBeNull()
    const filters = await findFilters()
    await user.click(filters.getByRole('link', { name: 'Italian', current: true }))
    await user.click(await filters.findByRole('link', { name: /^German\s*2 communities/ }))
    await waitFor(() =>
      expect(readNames().toSorted()).toEqual(['Jass for Everyone', 'Jass in Zürich']),
    )
    expect(currentUrl()).toBe('/communities?q=jass&language=de')
    vi.restoreAllMocks()
  })

  test('that fewer communities speak are found by their English or their own name', async () => {
    const names = 'sv da nb fi et lv lt pl cs sk hu ro bg'.split(' ')
    await createApproved(
      owner,
      names.map((language) => ({ name: `Sauna ${language}`, languages: [language] })),
    )
    const user = visit('/communities?q=sauna')
    const filters = await findFilters()
    const spoken = within(await filters.findByRole('region', { name: 'Languages spoken' }))
    expect(spoken.getAllByRole('link')).toHaveLength(12)
    await user.click(filters.getByRole('button', { name: 'More languages' }))
    const search = await filters.findByRole('searchbox', { name: 'Search languages' })
    expect(search).toHaveFocus()
    await user.keyboard('swed')
    expect(
      await filters.findByRole('link', { name: /^Swedish\s*svenska\s*1 community$/ }),
    ).toBeVisible()
    await user.clear(search)
    await user.keyboard('suom{Tab}{Enter}')
    await expectNames(['Sauna fi'])
    expect(currentUrl()).toBe('/communities?q=sauna&language=fi')
  })
})

describe('places', () => {
  beforeAll(async () => {
    const names = 'ABCDEFGHIJKLMNO'.split('').map((letter) => `Port ${letter}`)
    await createSecretClient()
      .from('places')
      .insert(
        names.map((name, index) => ({
          name,
          country: 'Portugal',
          country_code: 'PT',
          latitude: 38 + index,
          longitude: -9,
          alternative_names: [`${name} Velho`],
        })),
      )
      .throwOnError()
    const busiest = names.slice(0, 12)
    await createApproved(
      owner,
      [...names, ...busiest].map((location) => ({ name: `Sardines in ${location}`, location })),
    )
  })

  test('with the most communities are filters, and the others are found by name', async () => {
    const user = visit('/communities?q=sardines')
    const filters = await findFilters()
    expect(await filters.findByRole('link', { name: /^Port A/ })).toBeVisible()
    expect(filters.getAllByRole('link', { name: /^Port .*Portugal/ })).toHaveLength(12)
    await user.click(filters.getByRole('button', { name: 'More places' }))
    const search = await filters.findByRole('searchbox', { name: 'Search places' })
    expect(search).toHaveFocus()
    await user.type(search, 'PÖRT o')
    await user.click(await filters.findByRole('link', { name: /^Port O\s*Portugal\s*1 community/ }))
    await expectNames(['Sardines in Port O'])
    expect(currentUrl()).toBe('/communities?q=sardines&place=Port+O')
    cleanup()

    // A former name in the URL.
    visit('/communities?q=sardines&place=port+o+velho')
    const heading = { level: 1, name: 'Communities in Port O' }
    expect(await screen.findByRole('heading', heading)).toBeVisible()
    await expectNames(['Sardines in Port O'])
    expect(screen.getByRole('link', { name: /^Port O/, current: true })).toBeVisible()
  })

  test('nearby are suggested when nothing is found, and communities that many joined', async () => {
    const busiest = { name: 'Busiest Bingo', location: 'Bali', status: 'approved' } as const
    await addJoins((await createCommunity(owner, busiest)).id, 10)
    // Otherwise the results of other tests are still cached.
    directoryCache.clear()
    const user = visit('/communities?q=sardines&place=Port+A&join=request')
    const nearby = within(await screen.findByRole('region', { name: 'Closest to Port A' }))
    expect(nearby.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(
      'BCDEFG'.split('').map((letter) => `Port ${letter} (2)`),
    )
    const popular = await screen.findByRole('list', { name: 'Popular communities' })
    expect(within(popular).getAllByRole('heading')[0]).toHaveTextContent('Busiest Bingo')
    expect((await findFilters()).getByRole('link', { name: 'Port A' })).toBeVisible()
    await user.click(nearby.getByRole('link', { name: 'Port B (2)' }))
    await expectNames(['Sardines in Port B', 'Sardines in Port B'])
  })
})

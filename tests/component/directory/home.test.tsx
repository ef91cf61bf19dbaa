import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { directoryCache } from '../../../src/features/directory/directory-cache.ts'
import { createCommunity } from '../../support/communities.ts'
import { createUser } from '../../support/users.ts'
import { failRequests } from '../requests.ts'
import { visit } from '../whole-app.tsx'

beforeAll(async () => {
  const owner = await createUser()
  await createCommunity(owner, { name: 'Lake Rowers', location: 'Zürich', status: 'approved' })
  // Otherwise the results of other tests are still cached.
  directoryCache.clear()
})

test('the home page offers a search, links to each place and the newest communities', async () => {
  const user = visit('/')
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Find your people, wherever you land.' }),
  ).toBeVisible()
  expect(screen.queryByText('Back Soon')).toBeNull()
  const zurich = await screen.findByRole('link', { name: /^Zürich\s*Switzerland\s*\d+ communit/ })
  expect(zurich).toBeVisible()
  // The image of a community there: the only one in the place.
  await waitFor(() =>
    expect(zurich.querySelector('img')?.src).toMatch(/^https:\/\/images\.unsplash\.com\/photo-/),
  )
  const newest = within(await screen.findByRole('list', { name: 'New here' }))
  expect(newest.getByRole('link', { name: 'Lake Rowers' })).toBeVisible()
  const pitch = within(screen.getByRole('region', { name: 'List and partner' }))
  expect(pitch.getByRole('link', { name: 'See what a partnership offers' })).toBeVisible()
  expect(pitch.getByRole('link', { name: 'List your community' })).toBeVisible()

  await user.type(screen.getByRole('searchbox', { name: 'Search communities' }), 'rowres{Enter}')
  const found = within(await screen.findByRole('list', { name: 'Communities' }))
  expect(await found.findByRole('link', { name: 'Lake Rowers' })).toBeVisible()
  expect(window.location.search).toBe('?q=rowres')
})

test('the home page leaves out its places while the service fails', async () => {
  directoryCache.clear()
  const requests = failRequests(/rpc\//, 503)
  const user = visit('/')
  expect(await screen.findByText("Couldn't load the communities")).toBeVisible()
  await waitFor(() => expect(screen.queryByText('Where are you going?')).toBeNull())
  requests.restore()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await user.click(await screen.findByRole('link', { name: /^Zürich/ }))
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Communities in Zürich' }),
  ).toBeVisible()
})

import { screen, waitFor } from '@testing-library/react'
import { expect, inject, test, vi } from 'vitest'
import {
  joinCommunity,
  type Visit,
  visitCommunity,
  visitHome,
  visitList,
} from '../../../scripts/bench/load/visits.ts'
import { directoryCache } from '../../../src/routes/directory/directory-client.ts'
import { noFilter } from '../../../src/routes/directory/directory-view.ts'
import { createCommunity } from '../../support/communities.ts'
import { createUser } from '../../support/users.ts'
import { recordRequests } from '../requests.ts'
import { openApp, visit } from '../whole-app.tsx'

const owner = await createUser()
const community = await createCommunity(owner, { location: 'Bali', status: 'approved' })

const pathsOf = (requests: Visit) =>
  requests
    .flat()
    .map(({ path }) => path)
    .toSorted()

const known = { id: community.id, location: 'Bali' }

test.each<[string, string, Visit]>([
  ['the home page', '/', visitHome()],
  [
    'a filter',
    '/communities?place=Bali&join=open&sort=name',
    visitList({ ...noFilter, location: 'Bali', join_type: 'open' }, 'name'),
  ],
  [
    'a search',
    '/communities?q=Sunrise++SWIM',
    visitList({ ...noFilter, search: 'sunrise swim' }, 'newest'),
  ],
  ['a community', `/communities?community=${community.id}&place=Bali`, visitCommunity(known)],
])('the load test sends the requests of %s', async (_page, url, expected) => {
  directoryCache.clear()
  const requests = recordRequests(/\/rest\/v1\/rpc\//)
  visit(url)
  await waitFor(() => expect(requests.paths().toSorted()).toEqual(pathsOf(expected)))
  // The database allows caching only for requests with these headers.
  expect(requests.headers()).toEqual([
    `apikey: ${inject('publishableKey')}`,
    'prefer: return=representation',
    'x-application-name: community-app',
  ])
})

test('the load test sends the requests of a join', async () => {
  directoryCache.clear()
  const member = await createUser()
  const requests = recordRequests(/\/rpc\/(join|get_invite|get_directory|search)/)
  vi.stubGlobal('open', () => null)
  const user = await openApp(member, `/communities?community=${community.id}&place=Bali`)
  await user.click(await screen.findByRole('button', { name: 'Join on WhatsApp' }))
  await screen.findByRole('link', { name: 'Open WhatsApp' })
  const expected = joinCommunity(known, member.id)
  await waitFor(() => expect(requests.paths().toSorted()).toEqual(pathsOf(expected)))
})

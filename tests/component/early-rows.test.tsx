import { cleanup, screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { readEarly, serviceFetch } from '../../src/supabase/service-fetch.ts'
import { supabaseUrl } from '../../src/supabase/config.ts'
import { addCoOwner } from '../support/co-owners.ts'
import { createCommunity } from '../support/communities.ts'
import { createUser } from '../support/users.ts'
import { expectEarlyRowsUsed, openWithEarlyRows } from './early-rows.ts'
import { holdResponses, interceptRequests } from './requests.ts'
import { storeSession } from './session/app.tsx'
import { visit } from './whole-app.tsx'

const name = 'Lisbon Surf Mornings'

test('/profile takes the profile and the communities that were requested early', async () => {
  const owner = await createUser()
  await createCommunity(owner, { name })
  const findContent = async () => {
    await screen.findByRole('button', { name: 'Account menu, Test User' })
    await screen.findByRole('heading', { name })
  }
  const open = async (options: { failsEarly: boolean }) => {
    cleanup()
    localStorage.clear()
    await storeSession(owner)
    return openWithEarlyRows('/profile', findContent, options)
  }
  await expectEarlyRowsUsed(open, ['profiles', 'communities', 'rpc/list_my_communities'])
})

test('the own list on /profile is a select by owner, and one call returns what the user co-owns', async () => {
  const [user, other] = [await createUser(), await createUser()]
  await createCommunity(user, { name: 'My first' })
  const shared = await createCommunity(other, { name: 'Shared later' })
  await addCoOwner(other, shared.id, user)
  await createCommunity(user, { name: 'My latest' })
  await storeSession(user)
  const read: Record<string, unknown> = {}
  interceptRequests(/communities\?/, async (forward, url) => {
    const response = await forward()
    const { pathname, searchParams } = new URL(url)
    const rows: { name: string }[] = await response.clone().json()
    read[`${pathname.replace('/rest/v1/', '')}?owner_id=${searchParams.get('owner_id')}`] =
      rows.map((row) => row.name)
    return response
  })
  visit('/profile')
  const shown = await screen.findAllByRole('heading', {
    name: /^(My (first|latest)|Shared later)$/,
  })
  expect(shown.map(({ textContent }) => textContent)).toEqual([
    'My latest',
    'Shared later',
    'My first',
  ])
  expect(read).toEqual({
    [`communities?owner_id=eq.${user.id}`]: ['My latest', 'My first'],
    [`rpc/list_my_communities?owner_id=neq.${user.id}`]: ['Shared later'],
  })
})

test('nothing is requested early for a visitor', async () => {
  const findDialog = () => screen.findByRole('dialog', { name: 'Sign in' })
  expect(await openWithEarlyRows('/profile', findDialog)).toEqual({ early: [], later: [] })
})

test('a refetch does not take the early rows that the first read still waits for', async () => {
  onTestFinished(() => {
    globalThis.earlyResponses = undefined
  })
  const release = holdResponses(/\/profiles/)
  let reads = 0
  interceptRequests(/\/profiles/, () => Response.json(++reads))
  readEarly('profiles', {}, 'token')
  const read = async () => {
    const headers = { Authorization: 'Bearer token' }
    return (await serviceFetch(`${supabaseUrl}/rest/v1/profiles`, { headers })).json()
  }
  const first = read()
  // Not at once: strict mode starts a query twice.
  await new Promise((resolve) => setTimeout(resolve))
  const second = read()
  release()
  expect(await first).toBe(1)
  expect(await second).toBe(2)
})

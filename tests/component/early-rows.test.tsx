import { cleanup, screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { profileRequest } from '../../src/session/profile.ts'
import { readUnlessRequestedEarly, requestEarly } from '../../src/supabase/first-rows.ts'
import { createCommunity } from '../support/communities.ts'
import { createUser } from '../support/users.ts'
import { expectEarlyRowsUsed, openWithEarlyRows } from './early-rows.ts'
import { holdResponses } from './requests.ts'
import { storeSession } from './session/app.tsx'

const name = 'Lisbon Surf Mornings'

test('/profile takes the profile and the communities that were requested early', async () => {
  const owner = await createUser()
  await createCommunity(owner, { name })
  const findContent = async () => {
    await screen.findByRole('button', { name: 'Account menu, Test User' })
    await screen.findByRole('heading', { name })
    // The settings load later, and use both.
    await screen.findByRole('region', { name: 'Emails' })
  }
  await expectEarlyRowsUsed(
    async (options) => {
      cleanup()
      localStorage.clear()
      await storeSession(owner)
      return openWithEarlyRows('/profile', findContent, options)
    },
    ['profiles', 'rpc/list_my_communities'],
  )
})

test('/admin takes the profile and the role that were requested early', async () => {
  const admin = await createUser({ admin: true })
  await expectEarlyRowsUsed(
    async (options) => {
      cleanup()
      await storeSession(admin)
      const findContent = async () => {
        await screen.findByRole('table', { name: 'Communities' })
        // Counted last, with two requests.
        await screen.findByRole('tab', { name: /^Users \d/ })
      }
      return openWithEarlyRows('/admin', findContent, options)
    },
    ['profiles', 'rpc/get_my_role'],
  )
}, 30_000)

test('nothing is requested early for a visitor', async () => {
  const findDialog = () => screen.findByRole('dialog', { name: 'Sign in' })
  expect(await openWithEarlyRows('/profile', findDialog)).toEqual({ early: [], later: [] })
})

test('a refetch does not take the early rows that the first read still waits for', async () => {
  onTestFinished(() => {
    globalThis.earlyRows = undefined
  })
  const { id, accessToken } = await createUser()
  const request = profileRequest(id)
  const release = holdResponses(/\/profiles/)
  requestEarly(request, accessToken)
  const read = () =>
    readUnlessRequestedEarly<unknown>(request, accessToken, async () => 'newer rows')
  const first = read()
  // Not at once: strict mode starts a query twice.
  await Promise.resolve()
  const second = read()
  release()
  expect(await second).toBe('newer rows')
  expect(await first).toEqual([expect.objectContaining({ name: expect.any(String) })])
})

import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createCommunity } from '../support/communities.ts'
import { createUser } from '../support/users.ts'
import { expectEarlyRowsUsed, openWithEarlyRows } from './early-rows.ts'
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
    ['profiles', 'communities'],
  )
})

test('/admin takes the profile that was requested early', async () => {
  const admin = await createUser({ admin: true })
  await expectEarlyRowsUsed(
    async (options) => {
      cleanup()
      await storeSession(admin)
      const findTable = () => screen.findByRole('table', { name: 'Communities' })
      return openWithEarlyRows('/admin', findTable, options)
    },
    ['profiles'],
  )
}, 30_000)

test('nothing is requested early for a visitor', async () => {
  const findDialog = () => screen.findByRole('dialog', { name: 'Sign in' })
  expect(await openWithEarlyRows('/profile', findDialog)).toEqual({ early: [], later: [] })
})

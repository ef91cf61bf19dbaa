import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { supabase } from '../../../src/supabase/client.ts'
import { callFunction } from '../../../src/supabase/call-function.ts'
import { createCommunity, newCommunity } from '../../support/communities.ts'
import { readImageFolder, uploadImage } from '../../support/images.ts'
import { createSecretClient, createUser, type TestUser } from '../../support/users.ts'
import { countRequests } from '../requests.ts'
import { addAppElsewhere } from '../second-factor.ts'
import { fillIn, findDialog, renderApp, signedInName, status, storeSession } from './app.tsx'

/* A user with an open tab adds the first app on another device. */

let member: TestUser
let user: ReturnType<typeof renderApp>['user']

beforeEach(async () => {
  member = await createUser({ admin: true, name: 'Ada' })
  await storeSession(member)
  ;({ user } = renderApp('/profile'))
  await screen.findByText('Ada')
})

async function enterCode() {
  await findDialog('Enter your code')
  await fillIn({ Code: '123456' })
  await user.click(screen.getByRole('button', { name: 'Continue' }))
}

const profile = () => supabase.from('profiles')

/** Prepares a call before the app is added, and returns the call. */
type Preparation = () => Promise<() => Promise<unknown>>

test.each<[string, Preparation, unknown]>([
  [
    'a save',
    async () => async () => {
      const saved = profile().update({ name: 'Eve' }).eq('id', member.id)
      return (await saved.select('name').maybeSingle()).data
    },
    { name: 'Eve' },
  ],
  [
    'a new row',
    async () => async () => (await supabase.from('communities').insert(newCommunity())).status,
    201,
  ],
  [
    'a delete that returns nothing',
    async () => {
      const { id } = await createCommunity(member)
      return async () => {
        await supabase.from('communities').delete().eq('id', id)
        const { data } = await createSecretClient().from('communities').select('id').eq('id', id)
        return data
      }
    },
    [],
  ],
  [
    'a read of one row',
    async () => async () => (await profile().select('name').eq('id', member.id).single()).data,
    { name: 'Ada' },
  ],
  [
    'a function of the database',
    async () => async () => (await supabase.rpc('get_my_role')).data,
    'admin',
  ],
  [
    'an upload',
    async () => {
      const folder = await readImageFolder(member)
      return () => uploadImage({ id: member.id, client: supabase }, { folder })
    },
    { path: expect.any(String), url: expect.any(String) },
  ],
  [
    'an edge function',
    async () => async () =>
      (await callFunction('admin/users?per_page=1', { method: 'GET' })).response?.status,
    200,
  ],
])('%s waits for the code, then succeeds', async (_case, prepare, expected) => {
  const call = await prepare()
  await addAppElsewhere(member)
  const result = call()
  await enterCode()
  expect(await result).toEqual(expected)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('heading', { name: 'Profile' })).toBeVisible()
})

test('concurrent calls read the user once, and the screen stays', async () => {
  await addAppElsewhere(member)
  const reads = countRequests(/\/auth\/v1\/user$/)
  const calls = Promise.all([1, 2, 3].map(async () => (await supabase.rpc('get_my_role')).data))
  await findDialog('Enter your code')
  expect(screen.getByText('Profile', { selector: 'h1' })).toBeVisible()
  expect(status()).toHaveTextContent('signed-in')
  // The dialog reads it, too.
  expect(reads.count()).toBeLessThanOrEqual(3)
  await enterCode()
  expect(await calls).toEqual(['admin', 'admin', 'admin'])
})

test('an empty list asks for the code, and is reloaded', async () => {
  await addAppElsewhere(member)
  expect((await supabase.from('communities').select('id')).data).toEqual([])
  const reads = countRequests(/\/rest\/v1\/profiles/)
  await enterCode()
  await waitFor(() => expect(reads.count()).toBeGreaterThan(0))
  expect(signedInName()).toHaveTextContent('Ada')
})

test('canceling signs out, and the call fails', async () => {
  await addAppElsewhere(member)
  const call = supabase.rpc('get_my_role').then(({ error }) => error?.code)
  await findDialog('Enter your code')
  await user.click(screen.getByRole('button', { name: 'Cancel and sign out' }))
  expect(await call).toBe('PT403')
  expect(status()).toHaveTextContent('signed-out')
})

test('a call that is refused for another reason fails without a dialog', async () => {
  const { error } = await profile().update({ is_admin: true }).eq('id', crypto.randomUUID())
  expect(error?.code).toBe('42501')
  expect(screen.queryByRole('dialog')).toBeNull()
})

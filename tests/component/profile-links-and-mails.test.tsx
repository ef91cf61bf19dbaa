import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { createCommunity, newInviteLink } from '../support/communities.ts'
import { type TestUser, createSecretClient, createUser } from '../support/users.ts'
import { openApp } from './whole-app.tsx'

let person: TestUser

beforeEach(async () => {
  person = await createUser({ name: 'Ines Duarte' })
})

async function rowOf(name: string) {
  const row = (await screen.findByRole('heading', { name })).closest('li')
  if (!row) throw new Error(`${name} is not in a list`)
  return within(row)
}

test('an owner learns that a link no longer works, and changes it', async () => {
  const [dead, live] = [
    await createCommunity(person, { name: 'Dead end', status: 'approved' }),
    await createCommunity(person, { name: 'Well and alive', status: 'approved' }),
  ]
  const checked = new Date(Date.now() - 86_400_000).toISOString()
  const secret = createSecretClient()
  const record = (id: string, state: 'dead' | 'live') =>
    secret
      .from('community_links')
      .update({ state, checked_at: checked, dead_since: state === 'dead' ? checked : null })
      .eq('community_id', id)
      .throwOnError()
  await Promise.all([record(dead.id, 'dead'), record(live.id, 'live')])

  const user = await openApp(person, '/profile')
  const notice = 'Your invite link no longer works'
  expect(await (await rowOf(dead.name)).findByText(notice)).toBeVisible()
  expect((await rowOf(live.name)).queryByText(notice)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Change the link' }))
  const link = await screen.findByLabelText(/^WhatsApp Link/)
  await user.clear(link)
  await user.type(link, newInviteLink())
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(
    await (await rowOf(dead.name)).findByText(/once an admin has approved your new link/),
  ).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Change the link' })).toBeNull()
})

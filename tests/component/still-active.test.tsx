import { createHmac } from 'node:crypto'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { createCommunity, readCommunity } from '../support/communities.ts'
import { createSecretClient, createUser, type TestUser } from '../support/users.ts'
import { failRequests } from './requests.ts'
import { expectToast, findRow, openApp, visit } from './whole-app.tsx'

const secret = createSecretClient()
const asked_at = '2026-11-20T10:00:00.123456+00:00'
let owner: TestUser
let id: string

beforeEach(async () => {
  vi.stubEnv('VITE_DIRECTORY', 'live')
  owner = await createUser()
  ;({ id } = await createCommunity(owner, { name: 'Kite Crew', status: 'approved' }))
})
afterEach(() => vi.stubEnv('VITE_DIRECTORY', ''))

const change = (columns: { asked_at?: string; asleep_at?: string }) =>
  secret.from('communities').update(columns).eq('id', id).throwOnError()

test('an owner who is asked says that a community is still active, and it comes first until then', async () => {
  await change({ asked_at })
  await createCommunity(owner, { name: 'Newer One', status: 'approved' })
  const user = await openApp(owner, '/profile')
  const row = await findRow('Kite Crew')
  const names = () => screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)
  await waitFor(() => expect(names().slice(0, 2)).toEqual(['Kite Crew', 'Newer One']))
  expect(await row.findByRole('alert')).toHaveTextContent('Still active?Asked on Nov 20, 2026.')
  await user.click(row.getByRole('button', { name: 'Pause Kite Crew instead' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await user.click(row.getByRole('button', { name: 'Delete Kite Crew instead' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))

  await user.click(row.getByRole('button', { name: 'Yes, Kite Crew is still active' }))
  await expectToast('Thank you: it stays in the directory')
  await waitFor(() => expect(row.queryByText('Still active?')).toBeNull())
  await waitFor(() => expect(names().slice(0, 2)).toEqual(['Newer One', 'Kite Crew']))
  expect(await readCommunity(id)).toMatchObject({ asked_at: null })
})

test('an owner wakes up a sleeping community', async () => {
  await change({ asked_at, asleep_at: '2026-11-21T10:00:00Z' })
  const user = await openApp(owner, '/profile')
  const row = await findRow('Kite Crew')
  expect(row.getByText('Asleep')).toBeVisible()
  expect(row.getByText('Asleep since Nov 21, 2026')).toBeVisible()
  expect(row.queryByText('Approved')).toBeNull()
  expect(row.queryByRole('link', { name: /Public view/ })).toBeNull()
  const broken = failRequests(/rpc\/confirm_community/)
  await user.click(row.getByRole('button', { name: 'Wake it up: Kite Crew' }))
  await expectToast(/^Failed to wake up community/)
  broken.restore()
  await user.click(row.getByRole('button', { name: 'Wake it up: Kite Crew' }))
  await expectToast('Your community is awake again')
  expect(await row.findByText('Approved')).toBeVisible()
  expect(await readCommunity(id)).toMatchObject({ asleep_at: null })
})

test('a user who joined says whether the group is still active, and changes the answer', async () => {
  const member = await createUser()
  await member.client.rpc('join_community', { community_id: id }).throwOnError()
  const user = await openApp(member, '/profile')
  const question = await screen.findByRole('group', { name: 'Is Kite Crew still active?' })
  const [yes, no] = ['Yes', 'No'].map((name) => screen.getByRole('button', { name }))
  if (!yes || !no) throw new Error('The question has no buttons')
  expect(question).toContainElement(yes)
  const readAnswer = async () =>
    (await member.client.rpc('list_my_joins').throwOnError()).data.map((join) => join.is_active)
  for (const [button, value] of [
    [no, false],
    [yes, true],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop
    await user.click(button)
    // oxlint-disable-next-line no-await-in-loop
    await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'true'))
    // oxlint-disable-next-line no-await-in-loop
    expect(await readAnswer()).toEqual([value])
  }
  expect(no).toHaveAttribute('aria-pressed', 'false')
})

const linkOf = (signed = `still-active ${id} ${owner.id} ${asked_at}`) => {
  const signature = createHmac('sha256', inject('secretKey')).update(signed).digest('hex')
  return `/still-active#${new URLSearchParams({ community: id, user: owner.id, asked: asked_at, signature })}`
}

test('the link in an email confirms the community without signing in, after a retry', async () => {
  await change({ asked_at })
  const broken = failRequests(/admin\/still-active/)
  const user = visit(linkOf())
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByRole('alert')).toHaveTextContent("We couldn't save your answer")
  expect(window.location.href).toMatch(/\/still-active$/)
  expect(await readCommunity(id)).toMatchObject({ asked_at: expect.any(String) })
  broken.restore()
  await user.click(retry)
  expect(await screen.findByText('stays in the directory.')).toBeVisible()
  expect(screen.getByText('Kite Crew')).toHaveAttribute('translate', 'no')
  expect(await readCommunity(id)).toMatchObject({ asked_at: null })
})

test.each([
  ['forged', () => linkOf('still-active'), 'This link is not complete.'],
  ['incomplete', () => '/still-active', 'This link is not complete.'],
  ['old', () => linkOf(), 'This link has ended.'],
])('a link that is %s leads to the profile', async (_what, link, message) => {
  await change({ asked_at: '2026-11-22T10:00:00Z' })
  visit(link())
  expect(await screen.findByRole('alert')).toHaveTextContent(message)
  expect(screen.getByRole('link', { name: 'Answer on your profile' })).toHaveAttribute(
    'href',
    '/profile',
  )
  expect(await readCommunity(id)).toMatchObject({ asked_at: expect.any(String) })
})

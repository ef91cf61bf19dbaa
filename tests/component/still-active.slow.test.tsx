import { createHash, createHmac } from 'node:crypto'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { createCommunity, readCommunity } from '../support/communities.ts'
import { createSecretClient, createUser, type TestUser } from '../support/users.ts'
import { failRequests, holdResponses } from './requests.ts'
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

const ask = (at = asked_at) =>
  secret.from('signs_of_life').update({ asked_at: at }).eq('community_id', id).throwOnError()

const readQuestion = async () => {
  const signs = secret.from('signs_of_life').select('asked_at').eq('community_id', id)
  return (await signs.single().throwOnError()).data.asked_at
}

test('an owner who is asked says that a community is still active, and it comes first until then', async () => {
  await ask()
  await createCommunity(owner, { name: 'Newer One', status: 'approved' })
  const user = await openApp(owner, '/profile')
  const row = await findRow('Kite Crew')
  const names = () => screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)
  await waitFor(() => expect(names().slice(0, 2)).toEqual(['Kite Crew', 'Newer One']))
  expect(await row.findByRole('alert')).toHaveTextContent('Still active?Asked on Nov 20, 2026.')
  await user.click(await row.findByRole('button', { name: 'Yes, Kite Crew is still active' }))
  await expectToast('Thank you: it stays in the directory')
  await waitFor(() => expect(row.queryByText('Still active?')).toBeNull())
  await waitFor(() => expect(names().slice(0, 2)).toEqual(['Newer One', 'Kite Crew']))
  expect(await readQuestion()).toBeNull()
})

test('an owner wakes up a sleeping community', async () => {
  await ask()
  const sleep = { community_id: id, kind: 'asleep', since: '2026-11-21T10:00:00Z' } as const
  await secret.from('community_blocks').insert(sleep).throwOnError()
  const user = await openApp(owner, '/profile')
  const row = await findRow('Kite Crew')
  expect(row.getByText('Asleep')).toBeVisible()
  expect(row.getByText('Asleep since Nov 21, 2026')).toBeVisible()
  expect(row.queryByText('Approved')).toBeNull()
  expect(row.queryByRole('button', { name: /^Share/ })).toBeNull()
  const broken = failRequests(/rpc\/confirm_community/)
  await user.click(row.getByRole('button', { name: 'Wake it up: Kite Crew' }))
  await expectToast(/^Failed to wake up community/)
  broken.restore()
  await user.click(row.getByRole('button', { name: 'Wake it up: Kite Crew' }))
  await expectToast('Your community is awake again')
  expect(await row.findByText('Approved')).toBeVisible()
  expect(await readCommunity(id)).toMatchObject({ community_blocks: [] })
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
  await user.click(no)
  await waitFor(() => expect(no).toHaveAttribute('aria-pressed', 'true'))
  expect(await readAnswer()).toEqual([false])
  // The second answer is given before the first one is saved.
  const save = holdResponses(/rpc\/answer_still_active/)
  await user.click(no)
  await user.click(yes)
  save()
  await waitFor(() => expect(yes).toHaveAttribute('aria-pressed', 'true'))
  expect(no).toHaveAttribute('aria-pressed', 'false')
  expect(await readAnswer()).toEqual([true])
})

const sign = (claim: string) =>
  createHmac('sha256', inject('secretKey')).update(claim).digest('hex')
const markOf = ({ email }: TestUser) =>
  createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 16)
const linkOf = () => {
  const claim = `still-active_${id}_${owner.id}_2026-11-20T10:00:00.123456Z_${markOf(owner)}`
  return `/still-active?link=${claim}_${sign(claim)}`
}
const earlierLinkOf = () => {
  const signature = sign(`still-active ${id} ${owner.id} ${asked_at}`)
  return `/still-active#${new URLSearchParams({ community: id, user: owner.id, asked: asked_at, signature })}`
}
const yes = () => screen.findByRole('button', { name: 'Yes, it is still active' })

test('the link in an email says for whom it is, and confirms the community after a click and a retry', async () => {
  await ask()
  const unreachable = failRequests(/admin\/email-link/)
  const user = visit(linkOf())
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('alert')).toHaveTextContent("Couldn't check your link")
  unreachable.restore()
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await yes()
  expect(screen.getByText(owner.email)).toHaveAttribute('translate', 'no')
  expect(screen.getByText('Kite Crew')).toHaveAttribute('translate', 'no')
  const broken = failRequests(/admin\/still-active/)
  await user.click(await yes())
  expect(await screen.findByRole('alert')).toHaveTextContent("Couldn't save your choice")
  expect(await readQuestion()).not.toBeNull()
  broken.restore()
  await user.click(await yes())
  expect(await screen.findByText('stays in the directory.')).toBeVisible()
  expect(await readQuestion()).toBeNull()
})

test('the link of an earlier email also needs a click, and names no address', async () => {
  await ask()
  const user = visit(earlierLinkOf())
  const button = await yes()
  expect(button.previousElementSibling).toHaveTextContent(
    /^We asked the recipient of this email about Kite Crew\.$/,
  )
  expect(await readQuestion()).not.toBeNull()
  await user.click(button)
  expect(await screen.findByText('stays in the directory.')).toBeVisible()
})

test('a link that is forged, incomplete or has ended leads to the profile', async () => {
  await ask('2026-11-22T10:00:00Z')
  for (const [link, message] of [
    [linkOf().replace(id, owner.id), 'This link is not complete.'],
    ['/still-active', 'This link is not complete.'],
    [linkOf(), 'This link has ended.'],
  ] as const) {
    const user = visit(link)
    if (message.includes('ended')) await user.click(await yes())
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
    expect(screen.getByRole('link', { name: 'Answer on your profile' })).toHaveAttribute(
      'href',
      '/profile',
    )
    cleanup()
  }
  expect(await readQuestion()).not.toBeNull()
})

test('the link to unsubscribe acts for its recipient, in a browser in which another user is signed in', async () => {
  const claim = `unsubscribe_${owner.id}_decisions_${markOf(owner)}`
  const readChoice = async ({ id: userId }: TestUser) => {
    const profiles = secret.from('profiles').select('wants_decision_emails').eq('id', userId)
    return (await profiles.single().throwOnError()).data.wants_decision_emails
  }
  const other = await createUser()
  const user = await openApp(other, `/unsubscribe?link=${claim}_${sign(claim)}`)
  const button = await screen.findByRole('button', { name: 'Unsubscribe' })
  expect(screen.getByText(owner.email)).toBeVisible()
  expect(screen.getByText('from emails about their communities?')).toBeVisible()
  expect(await readChoice(owner)).toBe(true)
  await user.click(button)
  expect(await screen.findByText('no longer gets emails about their communities.')).toBeVisible()
  expect([await readChoice(owner), await readChoice(other)]).toEqual([false, true])
  expect(screen.getByRole('link', { name: 'Email settings' })).toHaveAttribute(
    'href',
    '/profile?section=settings#emails',
  )
})

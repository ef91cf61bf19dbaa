import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { directoryCache } from '../../../src/features/directory/directory-cache.ts'
import { createCommunity, readCommunity } from '../../support/communities.ts'
import { createSecretClient, createUser, type TestUser } from '../../support/users.ts'
import { failRequests } from '../requests.ts'
import { signIn } from '../session/app.tsx'
import {
  expectFocusKept,
  expectToast,
  findRow,
  openApp,
  returnToTab,
  visit,
} from '../whole-app.tsx'

/* Claims, as their claimant and the present owner see them. */

const secret = createSecretClient()
const name = 'Claimed Climbers'
let owner: TestUser
let claimant: TestUser
let id: string

beforeEach(async () => {
  directoryCache.clear()
  ;[owner, claimant] = await Promise.all([createUser({ name: 'Olga Owner' }), createUser()])
  // The description of this group has the newest code (supabase/local/whatsapp-pages.ts).
  const code = crypto.randomUUID().replaceAll('-', '').slice(0, 13)
  const whatsapp_link = `https://chat.whatsapp.com/DemoProof${code}`
  ;({ id } = await createCommunity(owner, { name, status: 'approved', whatsapp_link }))
})

const insertClaim = (changes: object = {}) =>
  secret
    .from('claims')
    .insert({ community_id: id, claimant_id: claimant.id, owner_id: owner.id, ...changes })
    .throwOnError()
const readClaim = async () =>
  (await secret.from('claims').select('*').eq('community_id', id).single().throwOnError()).data

test('a user proves a community on its page, and withdraws the claim on the profile', async () => {
  const user = await openApp(claimant, `/communities?community=${id}`)
  await user.click(await screen.findByRole('button', { name: 'Claim it' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Claim this community' }))
  await dialog.findByText(/^WP-/)
  const broken = failRequests(/check-own-link/)
  await user.click(dialog.getByRole('button', { name: 'Check' }))
  expect(await dialog.findByText(/^Failed to check the group/)).toBeVisible()
  broken.restore()
  await user.dblClick(dialog.getByRole('button', { name: 'Check' }))
  const done = await dialog.findByText(/^The present owner can answer until /)
  expect(done).toHaveTextContent('Then an admin decides, and we email you.')
  expect(dialog.queryByRole('button', { name: 'Check' })).toBeNull()
  expect(dialog.queryByText(/^WP-/)).toBeNull()
  expect(document.body).not.toHaveTextContent('Olga')

  await user.click(dialog.getByRole('link', { name: 'Your profile' }))
  const row = await findRow(name)
  expect(row.getByText(/^Waiting for the present owner until \w{3} \d+, \d{4}$/)).toBeVisible()
  await user.click(row.getByRole('button', { name: `Withdraw: ${name}` }))
  const confirm = within(await screen.findByRole('alertdialog'))
  await user.click(confirm.getByRole('button', { name: 'Withdraw' }))
  expect(await row.findByText('Withdrawn')).toBeVisible()
  await expectFocusKept(new RegExp(name))
  expect(await readClaim()).toMatchObject({ outcome: 'withdrawn' })
})

test('a claimant reads that a claim was closed before it could be withdrawn', async () => {
  await insertClaim()
  const user = await openApp(claimant, '/profile?section=communities')
  const row = await findRow(name)
  await user.click(await row.findByRole('button', { name: `Withdraw: ${name}` }))
  const confirm = within(await screen.findByRole('alertdialog'))
  const closed = { outcome: 'closed', decided_at: new Date().toISOString() } as const
  await secret.from('claims').update(closed).eq('community_id', id).throwOnError()
  await user.click(confirm.getByRole('button', { name: 'Withdraw' }))
  await expectToast('Failed to withdraw the claim: This claim is already closed.')
  expect(await row.findByText(/^Closed/)).toBeVisible()
})

test('a visitor signs in to claim a community, and then sees the dialog', async () => {
  const user = visit(`/communities?community=${id}`)
  await user.click(await screen.findByRole('button', { name: 'Claim it' }))
  expect(await screen.findByRole('dialog', { name: 'Sign in' })).toHaveAccessibleDescription(
    `Enter your email to claim ${name}`,
  )
  await signIn(claimant)
  expect(await screen.findByRole('dialog', { name: 'Claim this community' })).toBeVisible()
})

test.each([
  ['Being reviewed', { answer_due_at: '2026-01-01' }],
  ['Accepted', { outcome: 'accepted', decided_at: '2026-01-01' }],
  ['Declined: Not yours.', { outcome: 'declined', decided_at: '2026-01-01', reason: 'Not yours.' }],
  [/^Waiting for the present owner/, { answer: 'Mine.', answered_at: '2026-01-01' }],
])('the profile of a claimant says %s', async (state, changes) => {
  await insertClaim(changes)
  await openApp(claimant, '/profile?section=communities')
  expect(await (await findRow(name)).findByText(state)).toBeVisible()
})

test.each<[string, string[], object]>([
  ['to answer comes first', [name, 'Rejected later'], {}],
  // Its author has deleted the account.
  [
    'that is answered comes later',
    ['Rejected later', name],
    { answered_at: '2026-01-01', answer: null },
  ],
])('a community with a claim %s', async (_which, order, changes) => {
  await createCommunity(owner, { name: 'Rejected later', status: 'rejected' })
  await insertClaim(changes)
  await openApp(owner, '/profile')
  await (await findRow(name)).findByText(/claim/)
  const names = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(names.slice(0, 2)).toEqual(order)
})

test('the owner answers a claim, and the text survives an error', async () => {
  await insertClaim()
  const user = await openApp(owner, '/profile')
  const row = await findRow(name)
  await user.click(await row.findByRole('button', { name: `Answer the claim: ${name}` }))
  await user.click(await screen.findByRole('button', { name: 'This is my community' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'This is my community' }))
  const send = await dialog.findByRole('button', { name: 'Send answer' })
  await user.click(send)
  expect(dialog.getByText('Please say why this is your community')).toBeVisible()
  const field = dialog.getByRole('textbox', { name: /Why is it yours/ })
  expect(field).toHaveFocus()
  await user.type(field, 'I founded it.')
  const broken = failRequests(/answer_claim/)
  await user.click(send)
  await expectToast(/^Failed to send your answer/)
  expect(field).toHaveValue('I founded it.')
  broken.restore()
  await user.click(send)
  await expectToast('Your answer is sent')
  expect(await row.findByText(/^You answered on .*An admin decides now\.$/)).toBeVisible()
  expect(row.getByText('I founded it.')).toBeVisible()
  expect(row.queryByRole('button', { name: /^Answer/ })).toBeNull()
})

test('an answer keeps its text when another tab answers first', async () => {
  await insertClaim()
  const user = await openApp(owner, '/profile')
  const row = await findRow(name)
  await user.click(await row.findByRole('button', { name: `Answer the claim: ${name}` }))
  await user.click(await screen.findByRole('button', { name: 'This is my community' }))
  const field = await screen.findByRole('textbox', { name: /Why is it yours/ })
  await user.type(field, 'I founded it.')
  const answer = {
    answer: 'We founded it.',
    answered_at: new Date().toISOString(),
    answered_by: owner.id,
  }
  await secret.from('claims').update(answer).eq('community_id', id).throwOnError()
  returnToTab()
  await row.findByText('We founded it.')
  await user.click(screen.getByRole('button', { name: 'Send answer' }))
  expect(await screen.findByText('This claim is already answered.')).toBeVisible()
  expect(field).toHaveValue('I founded it.')
})

test('the owner hands the community over after a confirmation, a co-owner cannot', async () => {
  const helper = await createUser()
  await secret.from('co_owners').insert({ community_id: id, user_id: helper.id }).throwOnError()
  await insertClaim({ answer_due_at: '2026-01-01' })
  await openApp(helper, '/profile')
  const shared = await findRow(name)
  expect(
    await shared.findByText(/The time to answer is over.* the owner can still answer\.$/),
  ).toBeVisible()
  expect(shared.queryByRole('button', { name: /^Answer/ })).toBeNull()

  cleanup()
  const user = await openApp(owner, '/profile')
  const row = await findRow(name)
  await user.click(await row.findByRole('button', { name: `Answer the claim: ${name}` }))
  await user.click(await screen.findByRole('button', { name: 'Hand it over' }))
  const confirm = within(await screen.findByRole('alertdialog'))
  expect(confirm.getByText(/This can't be undone/)).toBeVisible()
  await user.click(confirm.getByRole('button', { name: 'Hand it over' }))
  await expectToast('Community handed over')
  await waitFor(() => expect(screen.queryByRole('heading', { name })).toBeNull())
  expect((await readCommunity(id)).owner_id).toBe(claimant.id)
  await expectFocusKept(/./)
})

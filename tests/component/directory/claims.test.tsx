import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { directoryCache } from '../../../src/features/directory/directory-cache.ts'
import { createApproved, createCommunity, readCommunity } from '../../support/communities.ts'
import { createSecretClient, createUser, type TestUser } from '../../support/users.ts'
import { failRequests } from '../requests.ts'
import { expectFocusKept, expectToast, findRow, openApp, returnToTab } from '../whole-app.tsx'

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

test('the profile of a claimant has the state of each claim', async () => {
  const states: [string | RegExp, object][] = [
    ['Being reviewed', { answer_due_at: '2026-01-01' }],
    ['Accepted', { outcome: 'accepted', decided_at: '2026-01-01' }],
    [
      'Declined: Not yours.',
      { outcome: 'declined', decided_at: '2026-01-01', reason: 'Not yours.' },
    ],
    [/^Waiting for the present owner/, { answer: 'Mine.', answered_at: '2026-01-01' }],
  ]
  const claimed = await createApproved(
    owner,
    states.map((_state, index) => ({ name: `Claimed ${index}` })),
  )
  for (const [index, [, changes]] of states.entries()) {
    await insertClaim({ community_id: claimed[index]?.id, ...changes })
  }
  await openApp(claimant, '/profile?section=communities')
  for (const [index, [state]] of states.entries()) {
    expect(await (await findRow(`Claimed ${index}`)).findByText(state)).toBeVisible()
  }
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

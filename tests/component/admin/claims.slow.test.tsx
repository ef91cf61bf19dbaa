import { cleanup, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { createCommunity, readCommunity } from '../../support/communities.ts'
import { createSecretClient, createUser } from '../../support/users.ts'
import { failRequests } from '../requests.ts'
import { expectToast } from '../whole-app.tsx'
import {
  clearQueue,
  findHeading,
  findRegion,
  openInQueue,
  owner,
  passDoublePress,
  uniqueName,
} from './queue.ts'

afterEach(clearQueue)

const secret = createSecretClient()
const claimant = await createUser({ name: 'Claudia Claimant' })

async function createClaimed(answer?: string) {
  const { id, name } = await createCommunity(owner, {
    name: uniqueName('Claimed'),
    status: 'approved',
  })
  const answered = answer && { answer, answered_at: '2026-01-02' }
  const claim = { community_id: id, claimant_id: claimant.id, owner_id: owner.id, ...answered }
  await secret
    .from('claims')
    .insert({ ...claim, answer_due_at: '2026-01-01' })
    .throwOnError()
  const user = await openInQueue(name)
  await findHeading(name)
  return { id, user, panel: await findRegion('Claim') }
}

/** Presses A or R once the claim is loaded. */
async function press(user: UserEvent, key: 'a' | 'r') {
  const name = key === 'a' ? /^Accept claim/ : /^Decline claim/
  await waitFor(() => expect(screen.getByRole('button', { name })).toBeEnabled())
  await user.keyboard(key)
}

const readOutcome = async (id: string) => {
  const claims = secret.from('claims').select('outcome, reason')
  return (await claims.eq('community_id', id).single().throwOnError()).data
}

test('a claim without an answer shows both sides, and A and Enter accept it', async () => {
  const { id, user, panel } = await createClaimed()
  expect(await panel.findByText('Claudia Claimant')).toBeVisible()
  expect(panel.getByText('Community Owner')).toBeVisible()
  expect(panel.getByText('No answer within 7 days')).toBeVisible()
  expect(panel.getAllByText(/^Account since /)).toHaveLength(2)
  expect(panel.getByText(/^Proved the link on /)).toBeVisible()
  expect(panel.getByText('Has not proved the link')).toBeVisible()
  await press(user, 'a')
  const confirm = within(await screen.findByRole('alertdialog', { name: 'Accept this claim?' }))
  expect(confirm.getByText(/^Claudia Claimant becomes the owner.*can't be undone\.$/)).toBeVisible()
  const broken = failRequests(/rpc\/decide_claim/)
  const accept = confirm.getByRole('button', { name: 'Accept claim' })
  expect(accept).toHaveFocus()
  // At once after A, it is not read yet.
  await user.keyboard('{Enter}')
  expect(accept).not.toHaveAttribute('aria-busy', 'true')
  passDoublePress()
  await user.keyboard('{Enter}')
  expect(await confirm.findByText(/^Failed to accept claim/)).toBeVisible()
  broken.restore()
  await user.dblClick(accept)
  await expectToast('Claim accepted successfully')
  expect((await readCommunity(id)).owner_id).toBe(claimant.id)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await user.keyboard('u')
  await expectToast("The last decision can't be undone.")
  await secret.from('communities').delete().eq('id', id).throwOnError()
})

test('a claim shows who answered it in which role', async () => {
  const answered = await createClaimed('It is mine.')
  const former = await createUser({ name: 'Former Owner' })
  const claims = secret.from('claims').select('id').eq('community_id', answered.id)
  const { data: claim } = await claims.single().throwOnError()
  await secret
    .from('earlier_answers')
    .insert({
      claim_id: claim.id,
      author_id: former.id,
      role: 'owner',
      answer: 'Give it to them.',
      answered_at: '2026-01-01',
    })
    .throwOnError()
  await answered.user.keyboard('{Escape}')
  cleanup()
  await openInQueue((await readCommunity(answered.id)).name)
  const panel = await findRegion('Claim')
  expect(await panel.findByText(/^Answer of the owner on Jan 2, 2026/)).toBeVisible()
  expect(panel.getByText(/^Earlier answer of Former Owner, the owner then, on Jan 1/)).toBeVisible()
  expect(panel.getByText('Give it to them.')).toBeVisible()
})

test('R, a digit and Enter decline a claim with a reason, and U reopens it', async () => {
  const { id, user, panel } = await createClaimed('We founded\nit in 2019.')
  expect(await panel.findByText(/We founded\s+it in 2019\./)).toBeVisible()
  await press(user, 'r')
  const dialog = within(await screen.findByRole('dialog', { name: 'Decline claim' }))
  await dialog.findByRole('textbox', { name: /Reason/ })
  await user.keyboard('1{Enter}')
  await expectToast('Claim declined successfully')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Claim' })).toBeNull())
  expect(await readOutcome(id)).toEqual({
    outcome: 'declined',
    reason: 'The present owner has shown that they manage the group.',
  })
  await user.keyboard('u')
  await expectToast('Decision undone')
  expect(await readOutcome(id)).toEqual({ outcome: null, reason: null })
})

test('an answer that arrives while a claim is being accepted must be read first', async () => {
  const { id, user, panel } = await createClaimed()
  await press(user, 'a')
  passDoublePress()
  const confirm = within(await screen.findByRole('alertdialog', { name: 'Accept this claim?' }))
  const answer = { answer: 'We founded it.', answered_at: new Date().toISOString() }
  await secret.from('claims').update(answer).eq('community_id', id).throwOnError()
  const accept = confirm.getByRole('button', { name: 'Accept claim' })
  await user.click(accept)
  expect(
    await confirm.findByText(/The owner or their answer has changed in the meantime/),
  ).toBeVisible()
  await panel.findByText('We founded it.')
  await user.click(accept)
  await waitFor(() => expect(accept).not.toHaveAttribute('aria-busy'))
  expect(await readOutcome(id)).toEqual({ outcome: null, reason: null })
  await user.click(confirm.getByRole('button', { name: 'Cancel' }))
  expect(panel.getByText('We founded it.')).toBeVisible()
})

import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { block, createCommunity } from '../support/communities.ts'
import { createSecretClient, createUser } from '../support/users.ts'
import { expectFocusKept, expectToast, findRow, openApp, returnToTab } from './whole-app.tsx'

const secret = createSecretClient()

async function openAppeal(options: { getsEmails: boolean }) {
  const owner = await createUser()
  const { id } = await createCommunity(owner, { name: 'Kite Crew', status: 'approved' })
  await block(id, 'admin', 'Too much advertising.')
  const emails = { wants_decision_emails: options.getsEmails }
  await secret.from('profiles').update(emails).eq('id', owner.id).throwOnError()
  const user = await openApp(owner, '/profile')
  await user.click((await findRow('Kite Crew')).getByRole('button', { name: 'Appeal: Kite Crew' }))
  const message = await screen.findByLabelText(/^Why should we look at it again/)
  const dialog = within(screen.getByRole('dialog', { name: 'Appeal' }))
  return { owner, id, user, message, send: dialog.getByRole('button', { name: 'Send appeal' }) }
}

test('an owner appeals against a hidden community, and reads why it was declined', async () => {
  const { owner, id, user, message, send } = await openAppeal({ getsEmails: true })
  await user.click(send)
  expect(await screen.findByText('Please say why we should look at it again')).toBeVisible()
  expect(message).toHaveFocus()
  await user.type(message, 'We removed the advertisements.')
  await user.dblClick(send)
  await expectToast('Your appeal is sent')
  expect(await screen.findByText(/^Appeal sent on .*We'll email you our decision\.$/)).toBeVisible()
  await expectFocusKept(/^Kite Crew/)
  expect(screen.queryByRole('button', { name: /^Appeal/ })).toBeNull()

  const declined = { outcome: 'declined', reason: 'They are still there.' } as const
  const decision = { ...declined, closed_at: new Date().toISOString() }
  const { data } = await secret
    .from('appeals')
    .update(decision)
    .eq('community_id', id)
    .select('message')
    .throwOnError()
  expect(data).toEqual([{ message: 'We removed the advertisements.' }])
  await openApp(owner, '/profile')
  expect(await screen.findByText('They are still there.')).toBeVisible()
})

test('a second appeal from another tab is refused and keeps its text', async () => {
  const { owner, id, user, message, send } = await openAppeal({ getsEmails: false })
  const elsewhere = { community_id: id, message: 'From another tab.' }
  await owner.client.rpc('appeal_community', elsewhere).throwOnError()
  await user.type(message, 'From this tab.')
  returnToTab()
  await screen.findByText(/^Appeal sent on/)
  await user.click(send)
  expect(await screen.findByText('You have already appealed this decision.')).toBeVisible()
  expect(message).toHaveValue('From this tab.')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  // Promises no email to an owner who has turned them off.
  expect(
    await screen.findByText(/^Appeal sent on .* Our decision will appear here\.$/),
  ).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

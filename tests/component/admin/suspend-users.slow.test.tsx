import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createSecretClient, createUser } from '../../support/users.ts'
import { failRequests } from '../requests.ts'
import { expectToast, openApp } from '../whole-app.tsx'
import { admin } from './queue.ts'

test('an admin suspends a user until a day, and ends the suspension', async () => {
  const spammer = await createUser({ name: `Spammer ${crypto.randomUUID()}` })
  const readSuspension = async () => {
    const found = createSecretClient().from('suspensions').select('reason, until, suspended_by')
    return (await found.eq('user_id', spammer.id).maybeSingle().throwOnError()).data
  }
  const user = await openApp(admin, `/admin?tab=users&q=${spammer.email}`)
  await user.click(await screen.findByRole('button', { name: /^Suspend Spammer/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend user' }))
  const submit = dialog.getByRole('button', { name: 'Suspend' })
  await user.click(submit)
  expect(dialog.getByText('Please enter a reason')).toBeVisible()

  const reason = dialog.getByRole('textbox', { name: /Reason/ })
  expect(reason).toHaveFocus()
  await user.paste('x'.repeat(501))
  await user.click(submit)
  expect(dialog.getByText('Use at most 500 characters')).toBeVisible()
  expect(await readSuspension()).toBeNull()
  await user.clear(reason)
  await user.type(reason, 'Sells followers.')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'End' }), 'Until a date')
  const day = dialog.getByLabelText(/Last day/)
  await user.type(day, '2020-01-01')
  await user.click(submit)
  expect(dialog.getByText('Please choose today or a later day')).toBeVisible()
  expect(await readSuspension()).toBeNull()

  await user.clear(day)
  await user.type(day, '2031-05-06')
  const broken = failRequests(/rpc\/suspend_user/)
  await user.click(submit)
  expect(await dialog.findByRole('alert')).toHaveTextContent('Failed to suspend user')
  broken.restore()
  await user.click(submit)
  await expectToast('User suspended successfully')
  expect(await readSuspension()).toEqual({
    reason: 'Sells followers.',
    until: expect.stringMatching(/^2031-05-0[67]/),
    suspended_by: admin.id,
  })

  expect(await screen.findByText('Suspended until May 6, 2031')).toBeVisible()
  await user.click(screen.getByRole('button', { name: /^End suspension of Spammer/ }))
  const confirm = within(await screen.findByRole('alertdialog'))
  expect(confirm.getByText('Reason: Sells followers.')).toBeVisible()
  await user.click(confirm.getByRole('button', { name: 'End suspension' }))
  await expectToast('Suspension ended successfully')
  expect(await screen.findByRole('button', { name: /^Suspend Spammer/ })).toBeVisible()
  expect(await readSuspension()).toBeNull()
})

test('the list shows that another admin has ended a suspension first', async () => {
  const name = `Early ${crypto.randomUUID()}`
  const { id: user_id, email } = await createUser({ name })
  await admin.client.rpc('suspend_user', { user_id, reason: 'Spam.' }).throwOnError()
  const user = await openApp(admin, `/admin?tab=users&q=${email}`)
  await user.click(await screen.findByRole('button', { name: /^End suspension of Early/ }))
  const confirm = within(await screen.findByRole('alertdialog'))
  await admin.client.rpc('end_suspension', { user_id }).throwOnError()
  await user.click(confirm.getByRole('button', { name: 'End suspension' }))
  expect(await confirm.findByText(/This user is not suspended\.$/)).toBeVisible()
  await user.click(confirm.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('button', { name: /^Suspend Early/ })).toBeVisible()
})

test('admins are not offered to suspend themselves', async () => {
  await openApp(admin, `/admin?tab=users&q=${admin.email}`)
  expect(await screen.findByRole('button', { name: `History of Site Admin` })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Suspend/ })).toBeNull()
})

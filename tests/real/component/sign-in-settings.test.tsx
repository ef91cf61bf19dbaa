import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectToast, openApp } from '../../component/whole-app.tsx'
import { addFactor } from '../../support/totp.ts'
import { createTestClient, createUser } from '../../support/users.ts'

test('a user with an authenticator app changes the sign-in email, then the password', async () => {
  const member = await createUser()
  await addFactor(member.client)
  const user = await openApp(member, '/profile')
  const card = within(await screen.findByRole('region', { name: 'Sign-in' }))

  await user.click(card.getByRole('button', { name: 'Change email' }))
  const email = `new-${member.email}`
  await user.type(await screen.findByLabelText('New sign-in email'), `${email}{Enter}`)
  await expectToast('Both addresses should get a link within a few minutes. Open both links.')
  expect(await card.findByText(/^You should get a link at/)).toHaveTextContent(email)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await user.click(card.getByRole('button', { name: 'Change password' }))
  await user.type(await screen.findByLabelText('New password'), 'better-horse-8{Enter}')
  await expectToast(/^Your new password is saved/)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const { error } = await createTestClient().auth.signInWithPassword({
    email: member.email,
    password: 'better-horse-8',
  })
  expect(error).toBeNull()
  // The service has revoked the links.
  expect(await card.findByText("Your sign-in email hasn't changed")).toBeVisible()
})

import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeRequestedEmail } from '../../../src/features/session/requested-email.ts'
import { createTestClient, createUser, type TestUser } from '../../support/users.ts'
import { interceptRequests } from '../requests.ts'
import {
  createSessionFragment,
  currentUrl,
  fillIn,
  findDialog,
  noDialog,
  renderApp,
  status,
  storeSession,
} from './app.tsx'

let member: TestUser

beforeEach(async () => {
  member = await createUser()
})

/** Opens a confirmation link of the user whose last confirmation email was sent some seconds after the sign-up. */
async function followConfirmation(seconds: number) {
  interceptRequests(/\/auth\/v1\/user$/, async (forward) => {
    const user = await (await forward()).json()
    const confirmation_sent_at = new Date(Date.parse(user.created_at) + seconds * 1000)
    return Response.json({ ...user, confirmation_sent_at })
  })
  return renderApp(`/#${await createSessionFragment(member, 'signup')}`)
}

const canSignIn = async (password: string) => {
  const { email } = member
  const { data } = await createTestClient().auth.signInWithPassword({ email, password })
  return data.session !== null
}

describe('the link of a second sign-up', () => {
  test('offers a new password, which replaces the first one', async () => {
    storeRequestedEmail({ continueTo: '/?list=new', ownPasswordFor: null })
    const { user } = await followConfirmation(60)
    expect(await findDialog('Set a new password?')).toHaveTextContent(
      'its first password is still the one that works',
    )
    await fillIn({ 'New password': 'another-horse-8' })
    await user.click(screen.getByRole('button', { name: 'Save new password' }))
    await noDialog()
    expect(currentUrl()).toHaveTextContent('/?list=new')
    expect(await canSignIn(member.password)).toBe(false)
    expect(await canSignIn('another-horse-8')).toBe(true)
  })

  test('can keep the first password, also if another account was created in this browser', async () => {
    const ownPasswordFor = 'other@example.com'
    storeRequestedEmail({ continueTo: '/?list=new', ownPasswordFor })
    const { user } = await followConfirmation(60)
    await findDialog('Set a new password?')
    await user.click(screen.getByRole('button', { name: 'Keep the first password' }))
    await noDialog()
    expect(currentUrl()).toHaveTextContent('/?list=new')
    expect(await canSignIn(member.password)).toBe(true)
  })

  test('offers a new password after switching to its account, where the same one is kept', async () => {
    await storeSession(await createUser())
    const { user } = await followConfirmation(60)
    await user.click(await screen.findByRole('button', { name: 'Switch account' }))
    expect(await findDialog('Set a new password?')).toHaveTextContent(member.email)
    interceptRequests(/\/auth\/v1\/user$/, () =>
      Response.json({ error_code: 'same_password' }, { status: 422 }),
    )
    await fillIn({ 'New password': member.password })
    await user.click(screen.getByRole('button', { name: 'Save new password' }))
    expect(await screen.findByText('You keep your password')).toBeInTheDocument()
    await noDialog()
  })
})

test.each([
  ['the only sign-up, even on another device', 1, false],
  ['a second sign-up in the browser in which the password was chosen', 60, true],
])('the link of %s offers nothing', async (_what, seconds, chosenHere) => {
  const ownPasswordFor = member.email.toUpperCase()
  if (chosenHere) storeRequestedEmail({ continueTo: null, ownPasswordFor })
  await followConfirmation(seconds)
  await waitFor(() => expect(status()).toHaveTextContent('signed-in'))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

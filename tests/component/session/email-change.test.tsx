import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createUser } from '../../support/users.ts'
import { createSessionFragment, renderApp, storeSession } from './app.tsx'

const location = () => screen.getByLabelText('Location')
const confirmed = 'Confirmed. Now follow the link we sent to the other address.'

test.each(['signed in', 'signed out'])(
  'the first link of an email change leads to the second, for a user who is %s',
  async (state) => {
    if (state === 'signed in') await storeSession(await createUser())
    renderApp('/?page=2#message=Call+this+number+now&sb=')
    expect(await screen.findByText(confirmed)).toBeInTheDocument()
    expect(screen.queryByText(/Call this number/)).not.toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(window.location.href).toBe('http://localhost:3000/?page=2')
  },
)

test('a message that is not from the auth service is ignored', async () => {
  renderApp('/?message=hello#sb=')
  await waitFor(() => expect(location()).toHaveTextContent('/?message=hello#sb='))
  expect(screen.queryByText(confirmed)).not.toBeInTheDocument()
})

test('the last link of an email change signs in and reports the change', async () => {
  const member = await createUser()
  await storeSession(member)
  renderApp(`/profile#${await createSessionFragment(member, 'email_change')}`)
  expect(await screen.findByText('Your sign-in email was changed')).toBeInTheDocument()
  await screen.findByRole('heading', { name: 'Profile' })
  expect(window.location.href).not.toContain('token')
})

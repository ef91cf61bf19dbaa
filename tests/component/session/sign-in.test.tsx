import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createUser } from '../../support/users.ts'
import { countRequests, holdResponses, interceptRequests } from '../requests.ts'
import { fillIn, findDialog, renderApp, storeSession } from './app.tsx'

const status = () => screen.getByLabelText('Status')
const currentUrl = () => screen.getByLabelText('Location')
const newEmail = () => `${crypto.randomUUID()}@example.com`

const openCreateAccount = async () => {
  const { user } = renderApp()
  await user.click(screen.getByRole('button', { name: 'Open sign-in' }))
  await findDialog('Sign in')
  await user.click(screen.getByRole('button', { name: 'Create an account' }))
  await findDialog('Create your account')
  return user
}

/** Returns the text of the dialog after requesting a link. */
const requestLink = async (email: string) => {
  const { user, unmount } = renderApp()
  await user.click(screen.getByRole('button', { name: 'Open sign-in' }))
  await findDialog('Sign in')
  await user.click(screen.getByRole('button', { name: 'Forgot your password?' }))
  await findDialog('Forgot your password?')
  await fillIn({ Email: email })
  await user.click(screen.getByRole('button', { name: 'Send the link' }))
  const dialog = await findDialog('Check your email')
  const words = dialog.textContent.replace(email, '')
  unmount()
  return words
}

test('without a stored session the first render is signed out', () => {
  renderApp()
  expect(status()).toHaveTextContent('signed-out')
})

describe('signing in', () => {
  test('closes the dialog and shows the name', async () => {
    const member = await createUser({ name: 'Ada' })
    const { user } = renderApp()
    await user.click(screen.getByRole('button', { name: 'Open sign-in' }))
    await findDialog('Sign in')
    expect(screen.getByLabelText('Email')).toHaveFocus()

    await fillIn({ Email: `\u202A${member.email}\u202C\u200E `, Password: member.password })
    await user.keyboard('{Enter}')

    await waitFor(() => expect(status()).toHaveTextContent('signed-in'))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await waitFor(() => expect(screen.getByLabelText('Signed-in name')).toHaveTextContent('Ada'))
  })

  test('is reported, too, if the dialog was closed before the service responded', async () => {
    const member = await createUser({ name: 'Ada' })
    const { user } = renderApp()
    await user.click(screen.getByRole('button', { name: 'Open sign-in' }))
    await findDialog('Sign in')
    await fillIn({ Email: member.email, Password: member.password })
    const release = holdResponses(/\/token/)
    await user.keyboard('{Enter}')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    release()
    await waitFor(() => expect(status()).toHaveTextContent('signed-in'))
    await waitFor(() => expect(screen.getByLabelText('Signed-in name')).toHaveTextContent('Ada'))
  })

  test('reports a wrong password and keeps the input', async () => {
    const member = await createUser()
    const { user } = renderApp()
    await user.click(screen.getByRole('button', { name: 'Open sign-in' }))
    await findDialog('Sign in')
    await fillIn({ Email: member.email, Password: 'wrong-horse-7' })
    await user.click(screen.getByRole('button', { name: 'Sign in' }))

    expect(await screen.findByRole('alert')).toHaveTextContent("don't match")
    expect(screen.getByLabelText('Email')).toHaveValue(member.email)
    expect(screen.getByLabelText('Password')).toHaveValue('wrong-horse-7')
    expect(status()).toHaveTextContent('signed-out')
  })

  test('names the missing fields', async () => {
    const { user } = renderApp()
    await user.click(screen.getByRole('button', { name: 'Open sign-in' }))
    await findDialog('Sign in')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByText('Please enter your password')
    expect(screen.getByLabelText('Email')).toBeInvalid()
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(
      /Please enter an email address/,
    )
  })

  test('can show the password', async () => {
    const { user } = renderApp()
    await user.click(screen.getByRole('button', { name: 'Open sign-in' }))
    await findDialog('Sign in')
    const field = screen.getByLabelText('Password')
    expect(field).toHaveAttribute('type', 'password')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(field).toHaveAttribute('type', 'text')
  })

  test('sends one request when the form is submitted twice', async () => {
    const member = await createUser()
    const { user } = renderApp()
    await user.click(screen.getByRole('button', { name: 'Open sign-in' }))
    await findDialog('Sign in')
    await fillIn({ Email: member.email, Password: 'wrong-horse-7' })
    const waiting: ((response: Response) => void)[] = []
    const requests = interceptRequests(
      /grant_type=password/,
      () => new Promise<Response>((resolve) => waiting.push(resolve)),
    )
    await user.dblClick(screen.getByRole('button', { name: 'Sign in' }))
    await user.type(screen.getByLabelText('Password'), '{Enter}')
    for (const respond of waiting) respond(new Response('', { status: 502 }))
    expect(await screen.findByRole('alert')).toHaveTextContent("couldn't reach the service")
    expect(requests.count()).toBe(1)
  })
})

describe('creating an account', () => {
  test('signs in with the entered name', async () => {
    const user = await openCreateAccount()
    const email = newEmail()
    await fillIn({ Name: 'Grace', Email: email, Password: 'correct-horse-7' })
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    await waitFor(() => expect(screen.getByLabelText('Signed-in name')).toHaveTextContent('Grace'))
    expect(screen.getByLabelText('Signed-in email')).toHaveTextContent(email)
  })

  test('rejects, without a request, a short password', async () => {
    const user = await openCreateAccount()
    const requests = countRequests(/\/signup/)
    await fillIn({ Name: 'Grace', Email: newEmail(), Password: 'short' })
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    expect(await screen.findByText('Use at least 8 characters')).toBeVisible()
    expect(requests.count()).toBe(0)
    expect(status()).toHaveTextContent('signed-out')
  })

  test('suggests signing in when the email has an account, and keeps the input', async () => {
    const member = await createUser()
    const user = await openCreateAccount()
    await fillIn({ Name: 'Grace', Email: member.email, Password: 'correct-horse-8' })
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Sign in instead')
    expect(screen.getByLabelText('Name')).toHaveValue('Grace')
    expect(screen.getByLabelText('Password')).toHaveValue('correct-horse-8')
  })

  test.each(['only-letters', 'пароль-1234'])(
    'rejects, without a request, the password %s',
    async (password) => {
      const user = await openCreateAccount()
      const requests = countRequests(/\/signup/)
      await fillIn({ Name: 'Grace', Email: newEmail(), Password: password })
      await user.click(screen.getByRole('button', { name: 'Create account' }))
      expect(await screen.findByText('Add a letter from A to Z and a digit')).toBeVisible()
      expect(screen.getByLabelText('Password')).toHaveValue(password)
      expect(requests.count()).toBe(0)
    },
  )

  test('rejects, without a request, an address that is too long', async () => {
    const user = await openCreateAccount()
    const requests = countRequests(/\/signup/)
    const email = newEmail().padStart(255, 'a')
    await user.click(screen.getByLabelText('Email'))
    await user.paste(email)
    await fillIn({ Name: 'Grace', Password: 'correct-horse-7' })
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    expect(await screen.findByText('Use at most 254 characters')).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveValue(email)
    expect(requests.count()).toBe(0)
  })

  test('lists all reasons for rejecting a weak password', async () => {
    const user = await openCreateAccount()
    await fillIn({ Name: 'Grace', Email: newEmail(), Password: 'password-1' })
    const body = {
      code: 422,
      error_code: 'weak_password',
      msg: 'Password is too weak',
      weak_password: { reasons: ['characters', 'pwned'] },
    }
    const requests = interceptRequests(/\/signup/, () => Response.json(body, { status: 422 }))
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    const alert = await screen.findByRole('alert')
    requests.restore()
    expect(within(alert).getAllByRole('listitem')).toHaveLength(2)
    expect(alert).toHaveTextContent('data leak')
  })

  test('offers to resend the email when the address must be confirmed', async () => {
    const user = await openCreateAccount()
    const email = newEmail()
    await fillIn({ Name: 'Grace', Email: email, Password: 'correct-horse-7' })
    const requests = interceptRequests(/\/signup/, () =>
      Response.json({ id: crypto.randomUUID(), email, aud: 'authenticated' }),
    )
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    const dialog = await findDialog('Check your email')
    requests.restore()
    expect(dialog).toHaveTextContent(email)
    await user.click(screen.getByRole('button', { name: 'Send it again' }))
    expect(await screen.findByText(/another link should arrive/)).toBeVisible()
  })

  test('explains that an address with an account gets no email', async () => {
    const user = await openCreateAccount()
    const member = await createUser()
    await fillIn({ Name: 'Grace', Email: member.email, Password: 'correct-horse-7' })
    // With confirmations on, the service responds with a fake user.
    const requests = interceptRequests(/\/signup/, () =>
      Response.json({ id: crypto.randomUUID(), email: member.email, aud: '', identities: [] }),
    )
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    const dialog = await findDialog('Check your email')
    requests.restore()
    expect(dialog).toHaveTextContent('We send no email to an address that already has an account.')
    await user.click(screen.getByRole('button', { name: 'Reset your password' }))
    await findDialog('Forgot your password?')
    expect(screen.getByLabelText('Email')).toHaveValue(member.email)
  })

  test('rejects, without a request, a password with more bytes than the service hashes', async () => {
    const user = await openCreateAccount()
    const requests = countRequests(/\/signup/)
    await fillIn({ Name: 'Grace', Email: newEmail(), Password: `${'é'.repeat(36)}a1` })
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    expect(await screen.findByText(/accented letters and emoji count as several/)).toBeVisible()
    expect(requests.count()).toBe(0)
    expect(status()).toHaveTextContent('signed-out')
  })

  test('reports that a rate limit prevented the email', async () => {
    const user = await openCreateAccount()
    await fillIn({ Name: 'Grace', Email: newEmail(), Password: 'correct-horse-7' })
    const body = {
      code: 429,
      error_code: 'over_email_send_rate_limit',
      msg: 'email rate limit exceeded',
    }
    const requests = interceptRequests(/\/signup/, () => Response.json(body, { status: 429 }))
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    const alert = await screen.findByRole('alert')
    requests.restore()
    expect(alert).toHaveTextContent('Too many emails were requested')
    expect(status()).toHaveTextContent('signed-out')
  })
})

describe('a forgotten password', () => {
  test('gets the same response whether or not the account exists', async () => {
    const member = await createUser()
    const known = await requestLink(member.email)
    expect(known).toContain('If there is an account for that address, you should get a link')
    expect(await requestLink(newEmail())).toBe(known)
  })

  test.each([
    [429, { error_code: 'over_email_send_rate_limit', msg: 'email rate limit exceeded' }],
    [504, { error_code: 'request_timeout' }],
    [500, { error_code: 'unexpected_failure' }],
  ])('gets no other response when the service responds with %i', async (code, body) => {
    const email = newEmail()
    const words = await requestLink(email)
    interceptRequests(/\/recover/, () => Response.json(body, { status: code }))
    expect(await requestLink(email)).toBe(words)
  })

  test('is reported when sign-in by email is switched off', async () => {
    interceptRequests(/\/recover/, () =>
      Response.json({ error_code: 'email_provider_disabled' }, { status: 400 }),
    )
    const { user } = renderApp()
    await user.click(screen.getByRole('button', { name: 'Open sign-in' }))
    await findDialog('Sign in')
    await user.click(screen.getByRole('button', { name: 'Forgot your password?' }))
    await fillIn({ Email: newEmail() })
    await user.click(screen.getByRole('button', { name: 'Send the link' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('switched off')
  })
})

describe('a protected action', () => {
  test('continues after sign-in', async () => {
    const member = await createUser()
    const { user } = renderApp()
    await user.click(screen.getByRole('button', { name: 'List your community' }))
    await findDialog('Sign in')
    await fillIn({ Email: member.email, Password: member.password })
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(currentUrl()).toHaveTextContent('/?list=new'))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('survives a reload', async () => {
    const member = await createUser()
    const first = renderApp()
    await first.user.click(screen.getByRole('button', { name: 'List your community' }))
    await findDialog('Sign in')
    first.unmount()

    const { user } = renderApp(null)
    await findDialog('Sign in')
    await fillIn({ Email: member.email, Password: member.password })
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(currentUrl()).toHaveTextContent('/?list=new'))
  })

  test('is canceled when the dialog is closed', async () => {
    const { user, unmount } = renderApp()
    await user.click(screen.getByRole('button', { name: 'List your community' }))
    await findDialog('Sign in')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    unmount()
    renderApp(null)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('does not open the dialog on another page in the same tab', async () => {
    const first = renderApp()
    await first.user.click(screen.getByRole('button', { name: 'List your community' }))
    await findDialog('Sign in')
    first.unmount()

    renderApp('/?from=elsewhere')
    expect(status()).toHaveTextContent('signed-out')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('continues immediately for a signed-in user', async () => {
    await storeSession(await createUser())
    const { user } = renderApp()
    await waitFor(() => expect(status()).toHaveTextContent('signed-in'))
    await user.click(screen.getByRole('button', { name: 'List your community' }))
    await waitFor(() => expect(currentUrl()).toHaveTextContent('/?list=new'))
  })

  test('never leads to another site', async () => {
    await storeSession(await createUser())
    const { user } = renderApp()
    await waitFor(() => expect(status()).toHaveTextContent('signed-in'))
    await user.click(screen.getByRole('button', { name: 'Hostile link' }))
    expect(currentUrl()).toHaveTextContent(/^\/$/)
    expect(window.location.hostname).toBe('localhost')
  })
})

describe('Back', () => {
  const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  const goBack = () => act(() => window.history.back())

  test.each(['Open sign-in', 'List your community'])(
    'closes the dialog of "%s" and stays on the page',
    async (name) => {
      renderApp('/?page=2#top')
      const button = screen.getByRole('button', { name })
      // Two clicks before the dialog appears must add one history entry.
      act(() => {
        button.click()
        button.click()
      })
      await findDialog('Sign in')
      goBack()
      await noDialog()
      expect(currentUrl()).toHaveTextContent('/?page=2#top')
    },
  )

  test('closes the dialog that a guarded page opened and stays on the home page', async () => {
    const { user } = renderApp('/?page=2')
    await user.click(screen.getByRole('link', { name: 'Your profile' }))
    await findDialog('Sign in')
    goBack()
    await noDialog()
    expect(currentUrl()).toHaveTextContent(/^\/$/)
    goBack()
    await waitFor(() => expect(currentUrl()).toHaveTextContent('/?page=2'))
  })

  test('closes the message about a broken link', async () => {
    renderApp('/?page=2#error=access_denied&error_code=otp_expired')
    await findDialog("That link didn't work")
    goBack()
    await noDialog()
    expect(currentUrl()).toHaveTextContent('/?page=2')
    expect(window.location.href).not.toContain('error')
  })

  test('returns to the previous page in one step after signing in', async () => {
    const member = await createUser()
    const { user } = renderApp('/?page=1')
    act(() => window.history.pushState(null, '', '/?page=2'))
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
    await user.click(screen.getByRole('button', { name: 'Open sign-in' }))
    await findDialog('Sign in')
    await fillIn({ Email: member.email, Password: member.password })
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(status()).toHaveTextContent('signed-in'))
    await waitFor(() => expect(window.history.state?.usr?.signIn).toBeUndefined())
    goBack()
    await waitFor(() => expect(currentUrl()).toHaveTextContent('/?page=1'))
  })
})

import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { sessionStorageKey } from '../../../src/supabase/config.ts'
import { readEmailedCode } from '../../support/emails.ts'
import { createUser } from '../../support/users.ts'
import { countRequests, holdResponses, interceptRequests } from '../requests.ts'
import {
  choosePassword,
  currentUrl,
  fillIn,
  findDialog,
  newEmail,
  noDialog,
  renderApp,
  renderSignedIn,
  signedInEmail,
  signedInName,
  status,
} from './app.tsx'

const openSignIn = async () => {
  const app = renderApp()
  await app.user.click(screen.getByRole('button', { name: 'Open sign-in' }))
  await findDialog('Sign in')
  await choosePassword()
  return app
}

describe('signing in with a password', () => {
  test('names the missing fields, sends a wrong password once and keeps the input, then shows the name', async () => {
    const { email, password } = await createUser({ name: 'Ada' })
    const { user } = await openSignIn()
    const field = screen.getByLabelText('Password')
    expect(screen.getByLabelText('Email')).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByText('Please enter your password')
    expect(screen.getByLabelText('Email')).toBeInvalid()
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(
      /Please enter an email address/,
    )
    expect(field).toHaveAttribute('type', 'password')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(field).toHaveAttribute('type', 'text')

    await fillIn({ Email: email, Password: 'wrong-horse-7' })
    const requests = countRequests(/grant_type=password/)
    const release = holdResponses(/grant_type=password/)
    await user.dblClick(screen.getByRole('button', { name: 'Sign in' }))
    await user.type(field, '{Enter}')
    release()
    expect(await screen.findByRole('alert')).toHaveTextContent("don't match")
    expect(requests.count()).toBe(1)
    expect(screen.getByLabelText('Email')).toHaveValue(email)
    expect(field).toHaveValue('wrong-horse-7')
    expect(status()).toHaveTextContent('signed-out')
    await fillIn({ Email: `Ada <\u202A${email}\u202C>; `, Password: password })
    await user.keyboard('{Enter}')
    await waitFor(() => expect(signedInName()).toHaveTextContent('Ada'))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('is reported, too, if the dialog was closed before the service responded', async () => {
    const member = await createUser({ name: 'Ada' })
    const { user } = await openSignIn()
    await fillIn({ Email: member.email, Password: member.password })
    const release = holdResponses(/\/token/)
    await user.keyboard('{Enter}')
    await user.keyboard('{Escape}')
    await noDialog()
    release()
    await waitFor(() => expect(signedInName()).toHaveTextContent('Ada'))
  })
})

describe('creating an account', () => {
  /** Opens the form, and fills it in. */
  const openForm = async (email = newEmail()) => {
    const { user, unmount } = await openSignIn()
    await user.click(screen.getByRole('button', { name: 'Create an account' }))
    await findDialog('Create your account')
    await fillIn({ Name: 'Grace', Email: email, Password: 'correct-horse-7' })
    const submit = () => user.click(screen.getByRole('button', { name: 'Create account' }))
    return { user, email, submit, unmount }
  }

  test('explains what it rejects and keeps the input, then signs in with the entered name', async () => {
    const known = await createUser()
    const { email, submit } = await openForm()
    const requests = countRequests(/\/signup/)
    for (const [label, value, message] of [
      ['Password', 'short', 'Use at least 8 characters'],
      ['Password', 'пароль-1234', 'Add a letter from A to Z and a digit'],
      // More bytes than the service hashes.
      ['Password', `${'é'.repeat(36)}a1`, /accented letters and emoji count as several/],
      ['Email', newEmail().padStart(255, 'a'), 'Use at most 254 characters'],
    ] as const) {
      await fillIn({ [label]: value })
      await submit()
      expect(await screen.findByText(message)).toBeVisible()
      expect(screen.getByLabelText(label)).toHaveValue(value)
    }
    expect(requests.count()).toBe(0)

    await fillIn({ Email: email, Password: 'correct-horse-8' })
    const weak_password = { reasons: ['characters', 'pwned'] }
    const refusing = interceptRequests(/\/signup/, () =>
      Response.json({ error_code: 'weak_password', weak_password }, { status: 422 }),
    )
    await submit()
    const alert = await screen.findByRole('alert')
    expect(within(alert).getAllByRole('listitem')).toHaveLength(2)
    expect(alert).toHaveTextContent('data leak')
    refusing.restore()
    await fillIn({ Email: known.email })
    await submit()
    expect(await screen.findByText(/Sign in instead/)).toBeVisible()
    expect(screen.getByLabelText('Name')).toHaveValue('Grace')
    expect(screen.getByLabelText('Password')).toHaveValue('correct-horse-8')
    await fillIn({ Email: email })
    await submit()
    await waitFor(() => expect(signedInName()).toHaveTextContent('Grace'))
    expect(signedInEmail()).toHaveTextContent(email)
  })

  test('asks for a code if the address must be confirmed, whether or not it has an account', async () => {
    const known = await createUser()
    for (const [email, isKnown] of [
      [newEmail(), false],
      [known.email, true],
    ] as const) {
      const { submit, unmount } = await openForm(email)
      // With confirmations on, the service also responds with a user if the email has an account, but sends no email.
      const identities = isKnown ? [] : [{ id: 'first' }]
      const created = { id: crypto.randomUUID(), email, aud: '', created_at: new Date().toJSON() }
      const signUps = interceptRequests(/\/signup/, () => Response.json({ ...created, identities }))
      const codes = countRequests(/\/otp/)
      await submit()
      expect(await findDialog('Check your email')).toHaveTextContent(`We sent a code to ${email}`)
      expect(codes.count()).toBe(isKnown ? 1 : 0)
      codes.restore()
      signUps.restore()
      if (isKnown) await fillIn({ Code: await readEmailedCode(email) })
      unmount()
      sessionStorage.clear()
    }
    await waitFor(() => expect(localStorage.getItem(sessionStorageKey)).toContain(known.email))
  })
})

test('a forgotten password gets the same response whether or not the account exists and the email was sent', async () => {
  const request = async (email: string) => {
    const { user, unmount } = await openSignIn()
    await user.click(screen.getByRole('button', { name: 'Forgot your password?' }))
    await findDialog('Forgot your password?')
    await fillIn({ Email: email })
    await user.click(screen.getByRole('button', { name: 'Send the link' }))
    return unmount
  }
  const readResponse = async (email: string) => {
    const unmount = await request(email)
    const words = (await findDialog('Check your email')).textContent.replace(email, '')
    unmount()
    return words
  }
  const refuse = (error_code: string, code: number) =>
    interceptRequests(/\/recover/, () => Response.json({ error_code }, { status: code }))
  const known = await readResponse((await createUser()).email)
  expect(known).toContain('If there is an account for that address, you should get a link')
  expect(await readResponse(newEmail())).toBe(known)
  for (const [code, reason] of [
    [429, 'over_email_send_rate_limit'],
    [500, 'unexpected_failure'],
  ] as const) {
    const failing = refuse(reason, code)
    expect(await readResponse(newEmail())).toBe(known)
    failing.restore()
  }
  refuse('email_provider_disabled', 400)
  await request(newEmail())
  expect(await screen.findByRole('alert')).toHaveTextContent('switched off')
})

describe('the URL of the dialog', () => {
  test('opens it for a visitor, and is the URL of the page once it is closed', async () => {
    const { user } = renderApp('/?page=2&sign-in=yes#top')
    await findDialog('Sign in')
    await user.keyboard('{Escape}')
    await noDialog()
    expect(currentUrl()).toHaveTextContent(/^\/\?page=2#top$/)
  })

  test('opens nothing for a signed-in user, whatever else it says', async () => {
    await renderSignedIn('/?sign-in=new-password&continueTo=/profile')
    await waitFor(() => expect(currentUrl()).toHaveTextContent(/^\/\?continueTo=%2Fprofile$/))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

describe('a protected action', () => {
  const openProtected = async () => {
    const app = renderApp()
    await app.user.click(screen.getByRole('button', { name: 'List your community' }))
    await findDialog('Sign in')
    return app
  }

  test('is canceled when the dialog is closed, and on another page in the same tab', async () => {
    const closed = await openProtected()
    await closed.user.keyboard('{Escape}')
    await noDialog()
    closed.unmount()
    const reloaded = renderApp(null)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    reloaded.unmount()
    const left = await openProtected()
    left.unmount()
    renderApp('/?from=elsewhere')
    expect(status()).toHaveTextContent('signed-out')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('continues immediately for a signed-in user, but never leads to another site', async () => {
    const { user } = await renderSignedIn()
    await waitFor(() => expect(status()).toHaveTextContent('signed-in'))
    await user.click(screen.getByRole('button', { name: 'Hostile link' }))
    expect(currentUrl()).toHaveTextContent(/^\/$/)
    expect(window.location.hostname).toBe('localhost')
    await user.click(screen.getByRole('button', { name: 'List your community' }))
    await waitFor(() => expect(currentUrl()).toHaveTextContent('/?list=new'))
  })
})

test('Back closes the dialog that a guarded page opened and stays on the home page', async () => {
  const goBack = () => act(() => window.history.back())
  const { user } = renderApp('/?page=2')
  await user.click(screen.getByRole('link', { name: 'Your profile' }))
  await findDialog('Sign in')
  goBack()
  await noDialog()
  expect(currentUrl()).toHaveTextContent(/^\/$/)
  goBack()
  await waitFor(() => expect(currentUrl()).toHaveTextContent('/?page=2'))
})

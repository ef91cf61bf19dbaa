import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Session } from '@supabase/supabase-js'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sessionStorageKey } from '../../../src/supabase/config.ts'
import { sentCodeKey } from '../../../src/features/session/requested-email.ts'
import { readEmailedCode, readEmailedPath } from '../../support/emails.ts'
import { createUser } from '../../support/users.ts'
import {
  countPendingRequests,
  countRequests,
  holdResponses,
  interceptRequests,
} from '../requests.ts'
import { addApp } from '../second-factor.ts'
import {
  currentUrl,
  fillIn,
  findDialog,
  newEmail,
  noDialog,
  renderApp,
  signedInEmail,
  signedInName,
  status,
} from './app.tsx'

const codeField = () => screen.getByLabelText('Code')
const continued = () => waitFor(() => expect(currentUrl()).toHaveTextContent('/?list=new'))
const signedIn = () => waitFor(() => expect(status()).toHaveTextContent('signed-in'))

/** Requests a code for a protected action, and returns the text of the dialog. */
async function requestCode(email: string) {
  const { user, unmount } = renderApp()
  await user.click(screen.getByRole('button', { name: 'List your community' }))
  await findDialog('Sign in')
  expect(screen.getByLabelText('Your email')).toHaveFocus()
  await fillIn({ 'Your email': email })
  await user.keyboard('{Enter}')
  const dialog = await findDialog('Check your email')
  // Screen readers read it when the field gets the focus.
  await waitFor(() => expect(codeField()).toHaveFocus())
  expect(codeField()).toHaveAccessibleDescription(/We sent a code to .* 6 digits, valid/)
  return { user, unmount, text: dialog.textContent.replace(email, '') }
}

/** Renders the app as after a reload, when the service sends another code. */
async function reloadAfterWait() {
  const stored: unknown = JSON.parse(sessionStorage.getItem(sentCodeKey) ?? '')
  sessionStorage.setItem(sentCodeKey, JSON.stringify(Object.assign({}, stored, { canResendAt: 0 })))
  const { user } = renderApp(null)
  await findDialog('Check your email')
  return user
}

const paste = async (code: string) => {
  const user = userEvent.setup()
  await user.clear(codeField())
  await user.click(codeField())
  await user.paste(code)
}

test('a code creates the account of a new address, also after a reload, and signs in a known one, in the same steps', async () => {
  const known = await createUser({ name: 'Ada' })
  const email = newEmail()
  const first = await requestCode(email)
  expect(first.text).toContain('We sent a code to')
  expect(window.location.href + JSON.stringify(window.history.state)).not.toContain('@')
  first.unmount()
  const reloaded = renderApp(null)
  expect(await findDialog('Check your email')).toHaveTextContent(email)
  const code = await readEmailedCode(email)
  const requests = countRequests(/\/verify/)
  await paste(` ${code.slice(0, 3)} ${code.slice(3)}`)
  await signedIn()
  expect(requests.count()).toBe(1)
  await continued()
  expect(sessionStorage.getItem(sentCodeKey)).toBeNull()
  expect(signedInEmail()).toHaveTextContent(email)
  reloaded.unmount()
  localStorage.clear()

  expect((await requestCode(known.email)).text).toBe(first.text)
  await paste(await readEmailedCode(known.email))
  await waitFor(() => expect(signedInName()).toHaveTextContent('Ada'))
})

test('a wrong, replaced or foreign code stays in the field, and the right one still works', async () => {
  const [email, other] = [newEmail(), newEmail()]
  const { unmount } = await requestCode(other)
  await userEvent.click(screen.getByRole('button', { name: 'Change it' }))
  expect(await screen.findByLabelText('Your email')).toHaveValue(other)
  unmount()
  sessionStorage.clear()

  const { unmount: leave } = await requestCode(email)
  const replaced = await readEmailedCode(email)
  expect(screen.getByRole('button', { name: 'Send a new code in 60 s' })).toBeDisabled()
  leave()
  const user = await reloadAfterWait()
  await user.click(screen.getByRole('button', { name: 'Send a new code' }))
  expect(await screen.findByText('We sent a new code to')).toBeVisible()
  const code = await readEmailedCode(email)
  const wrong = code === '000000' ? '000001' : '000000'
  for (const refused of [wrong, replaced, await readEmailedCode(other)]) {
    await paste(refused)
    expect(await screen.findByRole('alert')).toHaveTextContent("isn't right, or it no longer works")
    expect(codeField()).toHaveValue(refused)
    expect(codeField()).toHaveAccessibleDescription(/That code isn't right.* We sent a new code/)
    await waitFor(() => expect(codeField()).toHaveFocus())
  }
  await paste('12 34')
  await user.keyboard('{Enter}')
  expect(await screen.findByText(/enter the 6 digits/)).toBeVisible()
  expect(status()).toHaveTextContent('signed-out')
  await paste(code)
  await signedIn()
})

test('closing the dialog while a code is checked reports nothing, and keeps what was typed', async () => {
  const { user } = renderApp()
  const open = screen.getByRole('button', { name: 'List your community' })
  await user.click(open)
  const email = newEmail()
  await findDialog('Sign in')
  await fillIn({ 'Your email': email })
  await user.keyboard('{Escape}')
  await user.click(open)
  expect(await screen.findByLabelText('Your email')).toHaveValue(email)
  await user.click(screen.getByRole('button', { name: 'Use a password instead' }))
  expect(screen.getByLabelText('Password')).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Email me a code instead' }))
  await user.keyboard('{Enter}')
  await findDialog('Check your email')

  const code = await readEmailedCode(email)
  const wrong = code === '000000' ? '000001' : '000000'
  const release = holdResponses(/\/verify/)
  const pending = countPendingRequests(/\/verify/)
  await paste(wrong)
  await user.keyboard('{Escape}')
  await noDialog()
  await user.click(open)
  await findDialog('Check your email')
  expect(codeField()).toHaveValue(wrong)
  release()
  await waitFor(() => expect(pending.count()).toBe(0))
  expect(screen.queryByText(/no longer works/)).toBeNull()
  await paste(code)
  await signedIn()
  await continued()
  expect(sessionStorage).toHaveLength(0)
})

test('a limit on emails is respected: the last code of an address counts, the one of the service is reported', async () => {
  const refuse = (msg: string) =>
    interceptRequests(/\/otp/, () =>
      Response.json({ error_code: 'over_email_send_rate_limit', msg }, { status: 429 }),
    )
  const email = newEmail()
  const hourly = refuse('email rate limit exceeded')
  const { user } = renderApp('/?sign-in=yes')
  await findDialog('Sign in')
  await fillIn({ 'Your email': email })
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('Try again in an hour')
  expect(screen.getByLabelText('Your email')).toHaveValue(email)
  hourly.restore()

  refuse('For security purposes, you can only request this after 42 seconds.')
  await user.click(screen.getByRole('button', { name: 'Email me a code' }))
  await findDialog('Check your email')
  expect(screen.getByRole('button', { name: /^Send a new code in 4[12] s$/ })).toBeDisabled()
})

const hour = 3_600_000

test.each([
  ['that another person may have created offers a new password', hour, 0],
  ['is recognized on a device whose clock is behind', hour, -2 * hour],
  ['that this browser has created continues', 0, 0],
  ['continues on a device whose clock is ahead', 0, 2 * hour],
])('a code for an unconfirmed account %s', async (_what, age, clock) => {
  if (clock) vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + clock })
  onTestFinished(() => void vi.useRealTimers())
  const email = newEmail()
  await requestCode(email)
  interceptRequests(/\/verify/, async (forward) => {
    const session: Session = await (await forward()).json()
    const now = ((session.expires_at ?? 0) - session.expires_in) * 1000
    const user = {
      ...session.user,
      created_at: new Date(now - age).toISOString(),
      confirmation_sent_at: new Date(now + 60_000).toISOString(),
      email_confirmed_at: new Date(now).toISOString(),
      last_sign_in_at: new Date(now).toISOString(),
    }
    return Response.json({ ...session, user })
  })
  await paste(await readEmailedCode(email))
  await waitFor(() => expect(status()).toHaveTextContent('signed-in'))
  if (age > 0) {
    await findDialog('Set a new password?')
    await userEvent.click(screen.getByRole('button', { name: 'Keep the first password' }))
  }
  await continued()
})

test('the link of the email continues in another tab, and signs in the tab that waits for its code', async () => {
  const email = newEmail()
  const waiting = await requestCode(email)
  waiting.unmount()
  const sentCode = sessionStorage.getItem(sentCodeKey) ?? ''
  sessionStorage.clear()
  const { unmount } = renderApp(await readEmailedPath(email))
  await userEvent.click(await screen.findByRole('button', { name: /sign in$/i }))
  await signedIn()
  await continued()
  unmount()

  // The first tab, before and after it learns of the session.
  const session = localStorage.getItem(sessionStorageKey) ?? ''
  localStorage.removeItem(sessionStorageKey)
  sessionStorage.setItem(sentCodeKey, sentCode)
  renderApp('/?sign-in=yes')
  await findDialog('Check your email')
  localStorage.setItem(sessionStorageKey, session)
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: sessionStorageKey }))
  })
  await signedIn()
  expect(signedInEmail()).toHaveTextContent(email)
  await noDialog()
})

test('a code of a user with an app is followed by the code of the app', async () => {
  const member = await createUser()
  await addApp(member)
  await requestCode(member.email)
  await paste(await readEmailedCode(member.email))
  await findDialog('Enter your code')
  expect(status()).toHaveTextContent('code-required')
  await fillIn({ Code: '123456' })
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await signedIn()
  await continued()
})

test('a blocked user reads why no code signs in', async () => {
  // The embedded service does not support blocked users. The real one does: tests/real/auth/refused-accounts.test.ts.
  await requestCode(newEmail())
  interceptRequests(/\/verify/, () =>
    Response.json({ code: 'user_banned', error_code: 'user_banned' }, { status: 403 }),
  )
  await paste('123456')
  expect(await screen.findByRole('alert')).toHaveTextContent('This account is blocked')
  expect(status()).toHaveTextContent('signed-out')
})

import { createHash } from 'node:crypto'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { settingsCache } from '../../../src/features/session/sign-in/auth-settings.ts'
import { sessionStorageKey } from '../../../src/supabase/config.ts'
import { createUser, type TestUser } from '../../support/users.ts'
import {
  countPendingRequests,
  countRequests,
  failRequests,
  holdResponses,
  interceptRequests,
} from '../requests.ts'
import { addApp } from '../second-factor.ts'
import {
  currentUrl,
  fillIn,
  findDialog,
  noDialog,
  renderApp,
  signedInEmail,
  signIn,
  status,
  storeSession,
} from './app.tsx'

/*
 * The embedded auth service has no Apple, and calls only Google's own servers, so tests respond for it. The real one,
 * with a stand-in for Google: tests/real/auth/providers.test.ts.
 */

const exchanges = /grant_type=pkce/
const code = 'aaaaaaaa-0000-4000-8000-000000000001'

const stored = () => JSON.parse(localStorage.getItem(sessionStorageKey) ?? 'null')

beforeEach(() => {
  settingsCache.clear()
  exchanged.length = 0
})

const offer = (external: { google: boolean; apple: boolean }) =>
  interceptRequests(/auth\/v1\/settings/, () => Response.json({ external }))

/** Opens the dialog to list a community, presses a button that leaves this site, and returns its URL. */
async function leave(button = 'Continue with Google'): Promise<URL> {
  const offered = offer({ google: true, apple: true })
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  onTestFinished(() => assign.mockRestore())
  const { user, unmount } = renderApp('/?page=2')
  await user.click(screen.getByRole('button', { name: 'List your community' }))
  await user.click(await screen.findByRole('button', { name: button }))
  await waitFor(() => expect(assign).toHaveBeenCalled())
  unmount()
  offered.restore()
  return new URL(String(assign.mock.calls[0]?.[0]))
}

/** Leaves, then returns with what the auth service adds to the URL. */
async function leaveAndReturn(added: Record<string, string>) {
  const target = await leave()
  const url = new URL(target.searchParams.get('redirect_to') ?? '')
  for (const [name, value] of Object.entries(added)) url.searchParams.set(name, value)
  const challenge = target.searchParams.get('code_challenge')
  return { ...renderApp(url.pathname + url.search), challenge }
}

/** The codes that were exchanged, each with the challenge of the secret that was sent with it. */
const exchanged: unknown[] = []

/** Responds to the exchange of the code with the session of a user. */
async function respondWithSessionOf({ client }: TestUser) {
  const { data } = await client.auth.getSession()
  return interceptRequests(exchanges, (_forward, _url, _headers, _method, body) => {
    const { auth_code, code_verifier } = JSON.parse(body)
    const challenge = createHash('sha256').update(code_verifier).digest('base64url')
    exchanged.push([auth_code, challenge])
    return Response.json(data.session)
  })
}

test('a project without Google and Apple shows no buttons', async () => {
  const requests = countRequests(/auth\/v1\/settings/)
  const { user } = renderApp()
  await user.click(screen.getByRole('button', { name: 'Open sign-in' }))
  await findDialog('Sign in')
  await waitFor(() => expect(requests.count()).toBe(1))
  expect(screen.queryByRole('button', { name: /^Continue with/ })).not.toBeInTheDocument()
})

describe('leaving for Google or Apple', () => {
  test('names the page to return to and a challenge, and keeps their secret in this tab', async () => {
    const { pathname, searchParams } = await leave('Continue with Apple')
    expect(pathname).toBe('/auth/v1/authorize')
    expect(searchParams.get('provider')).toBe('apple')
    expect(searchParams.get('redirect_to')).toMatch(
      /^http:\/\/localhost:3000\/\?provider-flow=[\w-]{36}$/,
    )
    expect(searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    expect(searchParams.get('code_challenge_method')).toBe('s256')
    expect(Object.keys(localStorage)).not.toContainEqual(expect.stringContaining('verifier'))
  })

  test('is reported in the dialog if it fails, and closing the dialog cancels it', async () => {
    offer({ google: true, apple: true })
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    onTestFinished(() => assign.mockRestore())
    const { user } = renderApp()
    const open = () => user.click(screen.getByRole('button', { name: 'Open sign-in' }))
    await open()
    const button = await screen.findByRole('button', { name: 'Continue with Google' })
    for (const [change, message] of [
      [() => offer({ google: false, apple: true }), /switched off at the moment/],
      [() => failRequests(/settings/, 503), /couldn't reach the service/],
    ] as const) {
      const changed = change()
      await user.click(button)
      await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(message))
      expect(button).toBeEnabled()
      expect(sessionStorage).toHaveLength(0)
      changed.restore()
    }

    const release = holdResponses(/settings/)
    const pending = countPendingRequests(/settings/)
    await user.click(button)
    expect(button).toBeDisabled()
    await user.keyboard('{Escape}')
    await noDialog()
    release()
    await waitFor(() => expect(pending.count()).toBe(0))
    await open()
    expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeEnabled()
    expect(assign).not.toHaveBeenCalled()
  })
})

describe('returning from Google', () => {
  test('signs in once with the secret of the flow, cleans the URL and continues with what the user wanted', async () => {
    const member = await createUser()
    await respondWithSessionOf(member)
    const { challenge } = await leaveAndReturn({ code })
    expect(status()).toHaveTextContent('loading')
    await waitFor(() => expect(status()).toHaveTextContent('signed-in'))
    await waitFor(() => expect(currentUrl()).toHaveTextContent(/^\/\?list=new$/))
    expect(signedInEmail()).toHaveTextContent(member.email)
    expect(exchanged).toEqual([[code, challenge]])
    expect(sessionStorage).toHaveLength(0)
  })

  test('asks a user with an app for its code, also after a reload, and then continues', async () => {
    const member = await createUser()
    await addApp(member)
    await respondWithSessionOf(member)
    const { unmount } = await leaveAndReturn({ code })
    await findDialog('Enter your code')
    expect(status()).toHaveTextContent('code-required')
    unmount()
    const { user } = renderApp(null)
    await findDialog('Enter your code')
    await fillIn({ Code: '123456' })
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(status()).toHaveTextContent('signed-in'))
    await waitFor(() => expect(currentUrl()).toHaveTextContent(/^\/\?list=new$/))
  })

  test('asks before it replaces an account that another tab has signed in to', async () => {
    const [member, other] = await Promise.all([createUser(), createUser()])
    await respondWithSessionOf(other)
    await storeSession(member)
    const session = localStorage.getItem(sessionStorageKey)
    localStorage.clear()
    const target = await leave()
    localStorage.setItem(sessionStorageKey, session ?? '')
    const { search } = new URL(target.searchParams.get('redirect_to') ?? '')
    const { user } = renderApp(`/${search}&code=${code}`)
    const question = await screen.findByRole('alertdialog')
    expect(question).toHaveTextContent(member.email)
    expect(question).toHaveTextContent(other.email)
    const keep = within(question).getByRole('button', { name: 'Keep my account' })
    await waitFor(() => user.click(keep))
    await waitFor(() => expect(question).not.toBeInTheDocument())
    expect(stored().user.email).toBe(member.email)
  })

  test('shows the dialog again after the user canceled', async () => {
    await leaveAndReturn({ error: 'access_denied', error_description: 'Call this number' })
    const dialog = await screen.findByRole('dialog', { name: /^(Sign in|Create your account)$/ })
    expect(within(dialog).queryByRole('alert')).not.toBeInTheDocument()
    expect(dialog).not.toHaveTextContent('Call this number')
    expect(window.location.search).toBe('?page=2&sign-in=yes')
  })

  test.each([
    ['provider_email_needs_verification', /Look for an email from us/],
    ['signup_disabled', /New accounts can't be created/],
    ['unexpected_failure', /The service had a problem/],
    ['toString', /That didn't work/],
  ])('explains the error %s', async (error_code, text) => {
    const error_description = 'Call this number'
    await leaveAndReturn({ error: 'server_error', error_code, error_description })
    const dialog = await findDialog("Couldn't sign you in")
    expect(dialog).toHaveTextContent(text)
    expect(dialog).not.toHaveTextContent(error_description)
  })

  test('explains a code that the service no longer accepts, and continues after another way to sign in', async () => {
    const member = await createUser()
    const { user } = await leaveAndReturn({ code })
    const dialog = await findDialog("Couldn't sign you in")
    expect(dialog).toHaveTextContent('That took too long, or was already used.')
    expect(status()).toHaveTextContent('signed-out')
    await user.click(screen.getByRole('button', { name: 'Sign in another way' }))
    await signIn(member)
    await waitFor(() => expect(currentUrl()).toHaveTextContent(/^\/\?list=new$/))
  })

  test('explains a service that cannot be reached', async () => {
    failRequests(exchanges, 503)
    await leaveAndReturn({ code })
    expect(await findDialog("Couldn't sign you in")).toHaveTextContent(/couldn't reach the service/)
  })

  test('explains a return after the service has forgotten the marker', async () => {
    const description = 'OAuth+state+has+expired'
    await leave()
    renderApp(`/?error=invalid_request&error_code=bad_oauth_state&error_description=${description}`)
    expect(await findDialog("Couldn't sign you in")).toHaveTextContent('That took too long')
    expect(window.location.search).toBe('?sign-in=yes')
  })

  test('sends no code that another tab or site has added', async () => {
    const requests = countRequests(exchanges)
    await leave()
    renderApp(`/?provider-flow=${crypto.randomUUID()}&code=${code}`)
    expect(await findDialog("Couldn't sign you in")).toHaveTextContent('That took too long')
    expect(requests.count()).toBe(0)
    expect(sessionStorage).not.toHaveLength(0)
  })
})

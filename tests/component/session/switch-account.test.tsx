import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { sessionStorageKey } from '../../../src/supabase/config.ts'
import {
  createSecretClient,
  createTestClient,
  createUser,
  type TestUser,
} from '../../support/users.ts'
import { interceptRequests, renderApp, storeSession } from './app.tsx'

/** Returns the URL fragment of a link in an email. */
async function createFragment({ client }: Pick<TestUser, 'client'>, type = 'magiclink') {
  const { data } = await client.auth.getSession()
  return new URLSearchParams({
    access_token: data.session?.access_token ?? '',
    refresh_token: data.session?.refresh_token ?? '',
    expires_in: '3600',
    token_type: 'bearer',
    type,
  }).toString()
}

const question = () => screen.findByRole('alertdialog', { name: 'Switch to another account?' })
const signedInAs = () => screen.getByLabelText('Signed-in address')
const stored = () => JSON.parse(localStorage.getItem(sessionStorageKey) ?? '{}')
const storedEmail = () => stored().user?.email
const storedToken = () => stored().access_token

async function expectCleanAddress() {
  expect(window.location.href).not.toContain('token')
  expect(JSON.stringify(window.history.state)).not.toContain('token')
}

/** A signed-in user follows a link with the session of another account. */
async function followLink(type?: string) {
  const [victim, attacker] = await Promise.all([createUser(), createUser()])
  await storeSession(victim)
  const { user } = renderApp(`/profile#${await createFragment(attacker, type)}`)
  const dialog = await question()
  return { victim, attacker, user, dialog }
}

describe('a link with the session of another account', () => {
  test('asks first, naming both accounts, and leaves the URL', async () => {
    const { victim, attacker, dialog } = await followLink()
    expect(dialog).toHaveTextContent(`You are signed in as ${victim.email}.`)
    expect(dialog).toHaveTextContent(attacker.email)
    expect(signedInAs()).toHaveTextContent(victim.email)
    expect(storedEmail()).toBe(victim.email)
    await expectCleanAddress()
  })

  test('changes nothing when declined, even if it is a recovery link', async () => {
    const { victim, user, dialog } = await followLink('recovery')
    expect(screen.queryByText('Set a new password')).not.toBeInTheDocument()
    await user.click(within(dialog).getByRole('button', { name: 'Keep my account' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(signedInAs()).toHaveTextContent(victim.email)
    expect(storedEmail()).toBe(victim.email)
    expect(screen.queryByText('Set a new password')).not.toBeInTheDocument()
    // The service has not ended the session either.
    const { error } = await victim.client.auth.refreshSession()
    expect(error).toBeNull()
  })

  test('signs in to the other account when accepted', async () => {
    const { attacker, user, dialog } = await followLink()
    await user.click(within(dialog).getByRole('button', { name: 'Switch account' }))
    await waitFor(() => expect(signedInAs()).toHaveTextContent(attacker.email))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(storedEmail()).toBe(attacker.email)
    await expectCleanAddress()
  })

  test('asks first when it is followed on the open page', async () => {
    const [victim, attacker] = await Promise.all([createUser(), createUser()])
    await storeSession(victim)
    renderApp('/profile')
    await screen.findByRole('heading', { name: 'Profile' })
    const fragment = await createFragment(attacker)
    act(() => {
      window.location.hash = fragment
      // A browser dispatches it itself.
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    expect(await question()).toHaveTextContent(attacker.email)
    expect(storedEmail()).toBe(victim.email)
    await expectCleanAddress()
  })
})

test('a link whose session has ended does not affect the current session', async () => {
  const [victim, attacker] = await Promise.all([createUser(), createUser()])
  await storeSession(victim)
  const fragment = await createFragment(attacker)
  await createSecretClient().auth.admin.deleteUser(attacker.id)
  // The auth service's response to a token whose session has ended.
  let requests = 0
  interceptRequests(/auth\/v1\/user/, () => {
    requests += 1
    return Response.json(
      { code: 403, error_code: 'session_not_found', msg: 'Session not found' },
      { status: 403 },
    )
  })
  renderApp(`/profile#${fragment}`)
  expect(await screen.findByText(/^That link did not work/)).toBeInTheDocument()
  expect(requests).toBeGreaterThan(0)
  expect(signedInAs()).toHaveTextContent(victim.email)
  expect(storedEmail()).toBe(victim.email)
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  await expectCleanAddress()
})

test('a link of the same account signs in again without asking', async () => {
  const person = await createUser()
  await storeSession(person)
  const client = createTestClient()
  await client.auth.signInWithPassword({ email: person.email, password: person.password })
  const fragment = await createFragment({ client })
  renderApp(`/profile#${fragment}`)
  await screen.findByRole('heading', { name: 'Profile' })
  await waitFor(() => expect(new URLSearchParams(fragment).get('access_token')).toBe(storedToken()))
  expect(signedInAs()).toHaveTextContent(person.email)
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  await expectCleanAddress()
})

test('a token with a forged signature changes nothing', async () => {
  const victim = await createUser()
  await storeSession(victim)
  const encode = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '')
  const exp = Math.floor(Date.now() / 1000) + 3600
  const forged = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: victim.id, email: victim.email, role: 'authenticated', exp })}.c2lnbmF0dXJl`
  renderApp(`/profile#access_token=${forged}&refresh_token=none&expires_in=3600&token_type=bearer`)
  expect(await screen.findByText(/^That link did not work/)).toBeInTheDocument()
  expect(signedInAs()).toHaveTextContent(victim.email)
  const { data } = await victim.client.auth.getSession()
  expect(storedToken()).toBe(data.session?.access_token)
})

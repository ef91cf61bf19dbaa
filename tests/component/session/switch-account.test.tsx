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

/** The fragment with which a link in an email comes back. */
async function sessionIn({ client }: Pick<TestUser, 'client'>, type = 'magiclink') {
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

/** Somebody is signed in and follows a link that carries a session of another account. */
async function followLink(type?: string) {
  const [victim, attacker] = await Promise.all([createUser(), createUser()])
  await storeSession(victim)
  const { user } = renderApp(`/profile#${await sessionIn(attacker, type)}`)
  const dialog = await question()
  return { victim, attacker, user, dialog }
}

describe('a link with the session of another account', () => {
  test('asks first, naming both, and has already left the address', async () => {
    const { victim, attacker, dialog } = await followLink()
    expect(dialog).toHaveTextContent(`You are signed in as ${victim.email}.`)
    expect(dialog).toHaveTextContent(attacker.email)
    expect(signedInAs()).toHaveTextContent(victim.email)
    expect(storedEmail()).toBe(victim.email)
    await expectCleanAddress()
  })

  test("changes nothing when it is declined, a recovery link's new password included", async () => {
    const { victim, user, dialog } = await followLink('recovery')
    expect(screen.queryByText('Set a new password')).not.toBeInTheDocument()
    await user.click(within(dialog).getByRole('button', { name: 'Keep my account' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(signedInAs()).toHaveTextContent(victim.email)
    expect(storedEmail()).toBe(victim.email)
    expect(screen.queryByText('Set a new password')).not.toBeInTheDocument()
    // The session is still good at the service, too.
    const { error } = await victim.client.auth.refreshSession()
    expect(error).toBeNull()
  })

  test('signs in to the other account when it is accepted', async () => {
    const { attacker, user, dialog } = await followLink()
    await user.click(within(dialog).getByRole('button', { name: 'Switch account' }))
    await waitFor(() => expect(signedInAs()).toHaveTextContent(attacker.email))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(storedEmail()).toBe(attacker.email)
    await expectCleanAddress()
  })

  test('asks as well when it is followed on the open page', async () => {
    const [victim, attacker] = await Promise.all([createUser(), createUser()])
    await storeSession(victim)
    renderApp('/profile')
    await screen.findByRole('heading', { name: 'Profile' })
    const fragment = await sessionIn(attacker)
    act(() => {
      window.location.hash = fragment
      // Which a browser does by itself.
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    expect(await question()).toHaveTextContent(attacker.email)
    expect(storedEmail()).toBe(victim.email)
    await expectCleanAddress()
  })
})

test('a link of a session that has ended leaves the session here alone', async () => {
  const [victim, attacker] = await Promise.all([createUser(), createUser()])
  await storeSession(victim)
  const fragment = await sessionIn(attacker)
  await createSecretClient().auth.admin.deleteUser(attacker.id)
  // As the auth service says it of a token whose session is gone.
  let asked = 0
  interceptRequests(/auth\/v1\/user/, () => {
    asked += 1
    return Response.json(
      { code: 403, error_code: 'session_not_found', msg: 'Session not found' },
      { status: 403 },
    )
  })
  renderApp(`/profile#${fragment}`)
  expect(await screen.findByText(/^That link did not work/)).toBeInTheDocument()
  expect(asked).toBeGreaterThan(0)
  expect(signedInAs()).toHaveTextContent(victim.email)
  expect(storedEmail()).toBe(victim.email)
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  await expectCleanAddress()
})

test('a link of the same account signs in again without a question', async () => {
  const person = await createUser()
  await storeSession(person)
  const client = createTestClient()
  await client.auth.signInWithPassword({ email: person.email, password: person.password })
  const fragment = await sessionIn({ client })
  renderApp(`/profile#${fragment}`)
  await screen.findByRole('heading', { name: 'Profile' })
  await waitFor(() => expect(new URLSearchParams(fragment).get('access_token')).toBe(storedToken()))
  expect(signedInAs()).toHaveTextContent(person.email)
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  await expectCleanAddress()
})

test('a token that names somebody else without the signature of the service changes nothing', async () => {
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

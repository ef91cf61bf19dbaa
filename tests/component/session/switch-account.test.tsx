import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { sessionStorageKey } from '../../../src/supabase/config.ts'
import { createSecretClient, createTestClient, createUser } from '../../support/users.ts'
import { interceptRequests } from '../requests.ts'
import { createSessionFragment, renderApp, signedInEmail, storeSession } from './app.tsx'

const findQuestion = () => screen.findByRole('alertdialog', { name: 'Switch to another account?' })
const stored = () => JSON.parse(localStorage.getItem(sessionStorageKey) ?? '{}')
const storedEmail = () => stored().user?.email
const storedToken = () => stored().access_token

function expectCleanUrl() {
  expect(window.location.href).not.toContain('token')
  expect(JSON.stringify(window.history.state)).not.toContain('token')
}

/** Opens a link with the session of another account while a user is signed in. */
async function followLink(type?: string) {
  const [victim, attacker] = await Promise.all([createUser(), createUser()])
  await storeSession(victim)
  const { user } = renderApp(`/profile#${await createSessionFragment(attacker, type)}`)
  const dialog = await findQuestion()
  return { victim, attacker, user, dialog }
}

describe('a link with the session of another account', () => {
  test('names both accounts, and changes nothing when declined, even if it is a recovery link', async () => {
    const { victim, attacker, user, dialog } = await followLink('recovery')
    expect(dialog).toHaveTextContent(`You are signed in as ${victim.email}.`)
    expect(dialog).toHaveTextContent(attacker.email)
    const expectUnchanged = () => {
      expect(signedInEmail()).toHaveTextContent(victim.email)
      expect(storedEmail()).toBe(victim.email)
      expect(screen.queryByText('Set a new password')).not.toBeInTheDocument()
      expectCleanUrl()
    }
    expectUnchanged()
    // The dialog takes clicks once the one before it has closed.
    await waitFor(() => user.click(within(dialog).getByRole('button', { name: 'Keep my account' })))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expectUnchanged()
    // The service has not ended the session either.
    expect((await victim.client.auth.refreshSession()).error).toBeNull()
  })

  test('signs in to the other account when accepted', async () => {
    const { attacker, user, dialog } = await followLink()
    await user.click(within(dialog).getByRole('button', { name: 'Switch account' }))
    await waitFor(() => expect(signedInEmail()).toHaveTextContent(attacker.email))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(storedEmail()).toBe(attacker.email)
    expectCleanUrl()
  })
})

test('a link whose session has ended does not affect the current session', async () => {
  const [victim, attacker] = await Promise.all([createUser(), createUser()])
  await storeSession(victim)
  const fragment = await createSessionFragment(attacker)
  await createSecretClient().auth.admin.deleteUser(attacker.id)
  const requests = interceptRequests(/auth\/v1\/user/, () =>
    Response.json(
      { code: 403, error_code: 'session_not_found', msg: 'Session not found' },
      { status: 403 },
    ),
  )
  renderApp(`/profile#${fragment}`)
  expect(await screen.findByText(/^That link didn't work/)).toBeInTheDocument()
  expect(requests.count()).toBeGreaterThan(0)
  expect(signedInEmail()).toHaveTextContent(victim.email)
  expect(storedEmail()).toBe(victim.email)
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  expectCleanUrl()
})

test('a link of the same account signs in again without confirmation', async () => {
  const member = await createUser()
  await storeSession(member)
  const client = createTestClient()
  await client.auth.signInWithPassword({ email: member.email, password: member.password })
  const fragment = await createSessionFragment({ client })
  renderApp(`/profile#${fragment}`)
  await screen.findByRole('heading', { name: 'Profile' })
  await waitFor(() => expect(new URLSearchParams(fragment).get('access_token')).toBe(storedToken()))
  expect(signedInEmail()).toHaveTextContent(member.email)
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  expectCleanUrl()
})

test('a token with a forged signature changes nothing', async () => {
  const victim = await createUser()
  await storeSession(victim)
  const encode = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '')
  const exp = Math.floor(Date.now() / 1000) + 3600
  const forged = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: victim.id, email: victim.email, role: 'authenticated', exp })}.c2lnbmF0dXJl`
  renderApp(`/profile#access_token=${forged}&refresh_token=none&expires_in=3600&token_type=bearer`)
  expect(await screen.findByText(/^That link didn't work/)).toBeInTheDocument()
  expect(signedInEmail()).toHaveTextContent(victim.email)
  const { data } = await victim.client.auth.getSession()
  expect(storedToken()).toBe(data.session?.access_token)
})

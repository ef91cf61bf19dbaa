import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { settingsCache } from '../../src/features/session/sign-in/auth-settings.ts'
import { createUser, type TestUser } from '../support/users.ts'
import { interceptRequests } from './requests.ts'
import { openApp } from './whole-app.tsx'

/* The embedded auth service has no Google or Apple. The real one links and unlinks: tests/e2e/real/providers.spec.ts. */

let member: TestUser

beforeEach(async () => {
  settingsCache.clear()
  member = await createUser()
})

const identity = (provider: string, email: string) => ({
  identity_id: crypto.randomUUID(),
  id: crypto.randomUUID(),
  user_id: member.id,
  provider,
  identity_data: { email },
})

/** Responds with a user who has identities, in a project with Google and Apple. */
function respondWith(identities: object[] | null) {
  interceptRequests(/auth\/v1\/settings/, () =>
    Response.json({ external: { google: true, apple: true } }),
  )
  interceptRequests(/auth\/v1\/user$/, async (forward) => {
    const user: unknown = await (await forward()).json()
    return Response.json({ ...Object(user), ...(identities && { identities }) })
  })
}

async function openCard(path = '/profile?section=settings') {
  const user = await openApp(member, path)
  const card = within(await screen.findByRole('region', { name: 'Linked accounts' }))
  return { user, card }
}

test('linking leaves with a challenge, and keeps nothing that could use the code', async () => {
  respondWith(null)
  const page = 'https://accounts.google.example/start'
  const asked: URL[] = []
  interceptRequests(/identities\/authorize/, (_forward, url) => {
    asked.push(new URL(url))
    return Response.json({ url: page })
  })
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  onTestFinished(() => assign.mockRestore())
  const { user, card } = await openCard()
  await user.click(card.getByRole('button', { name: 'Link Google' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith(page))
  expect(asked[0]?.searchParams.get('code_challenge_method')).toBe('s256')
  expect(asked[0]?.searchParams.get('redirect_to')).toMatch(/\/profile\?provider-flow=[\w-]{36}$/)
  expect(Object.keys(sessionStorage)).toEqual(['community-app-provider-flow'])
})

test.each([
  ['manual_linking_disabled', 404, /Linking is switched off/],
  ['validation_failed', 400, "Couldn't link the account. Try again."],
])('a refused start is explained, and can be retried: %s', async (code, status, message) => {
  respondWith(null)
  interceptRequests(/identities\/authorize/, () =>
    Response.json({ code: status, error_code: code, msg: 'Technical' }, { status }),
  )
  const { user, card } = await openCard()
  await user.click(card.getByRole('button', { name: 'Link Google' }))
  expect(await card.findByRole('alert')).toHaveTextContent(message)
  expect(card.getByRole('button', { name: 'Link Google' })).toBeEnabled()
})

test('the only way to sign in cannot be unlinked', async () => {
  const google = identity('google', 'ada@gmail.example')
  respondWith([google])
  const { card } = await openCard(`/profile?section=settings&account=unlink-${google.identity_id}`)
  expect(await card.findByRole('listitem')).toHaveTextContent('Googleada@gmail.example')
  expect(card.queryByRole('button', { name: /^Unlink/ })).not.toBeInTheDocument()
  expect(card.getByRole('button', { name: 'Link Apple' })).toBeVisible()
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})

test('unlinking names the email that signs in afterwards, and explains a refusal', async () => {
  const apple = identity('apple', 'relay@apple.example')
  respondWith([identity('google', member.email), apple])
  const sent: string[] = []
  interceptRequests(/user\/identities\//, (_forward, url, _headers, method) => {
    sent.push(`${method} ${new URL(url).pathname}`)
    return Response.json(
      { code: 422, error_code: 'email_conflict_identity_not_deletable', msg: 'Technical' },
      { status: 422 },
    )
  })
  const { user, card } = await openCard()
  await user.click(await card.findByRole('button', { name: /^Unlink Google$/ }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Unlink Google?' }))
  expect(dialog.getByText('relay@apple.example')).toBeVisible()
  expect(dialog.getByText('This changes your sign-in email.')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Unlink' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    "Couldn't unlink Google: You can't remove it",
  )
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))

  await user.click(card.getByRole('button', { name: /^Unlink Apple$/ }))
  const second = within(await screen.findByRole('alertdialog', { name: 'Unlink Apple?' }))
  expect(second.getByText(member.email)).toBeVisible()
  expect(second.queryByText('This changes your sign-in email.')).not.toBeInTheDocument()
  await user.click(second.getByRole('button', { name: 'Unlink' }))
  await waitFor(() =>
    expect(sent.at(-1)).toBe(`DELETE /auth/v1/user/identities/${apple.identity_id}`),
  )
})

const linked = { code: 'aaaaaaaa-0000-4000-8000-000000000001' }
const refused = {
  error: 'server_error',
  error_code: 'identity_already_exists',
  error_description: 'Call this number',
}

test.each<[what: string, added: Record<string, string>, isLinked: boolean, message: string]>([
  ['the link', linked, true, 'You can now sign in with Google'],
  ['a code that has linked nothing', linked, false, "Couldn't link Google: That took too long"],
  ['an account of another user', refused, false, "Couldn't link Google: That sign-in is already"],
])('a return reports %s', async (_what, added, isLinked, message) => {
  respondWith(null)
  let redirectTo = ''
  interceptRequests(/identities\/authorize/, (_forward, url) => {
    redirectTo = new URL(url).searchParams.get('redirect_to') ?? ''
    return Response.json({ url: 'https://accounts.google.example/start' })
  })
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  onTestFinished(() => assign.mockRestore())
  const { user, card } = await openCard()
  await user.click(card.getByRole('button', { name: 'Link Google' }))
  await waitFor(() => expect(assign).toHaveBeenCalled())
  cleanup()

  if (isLinked) respondWith([identity('email', member.email), identity('google', member.email)])
  const url = new URL(redirectTo)
  await openCard(`${url.pathname}${url.search}&${new URLSearchParams(added)}`)
  expect(await screen.findByText(new RegExp(`^${message}`))).toBeInTheDocument()
  expect(window.location.search).toBe('?section=settings')
  expect(document.body).not.toHaveTextContent('Call this number')
  expect(sessionStorage).toHaveLength(0)
})

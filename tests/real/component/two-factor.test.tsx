import { screen, waitFor, within } from '@testing-library/react'
import type userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { countRequests, interceptRequests, loseResponses } from '../../component/requests.ts'
import { expectToast, openApp } from '../../component/whole-app.tsx'
import { addFactor, createCode } from '../../support/totp.ts'
import { createTestClient, createUser, type TestUser } from '../../support/users.ts'

type User = ReturnType<typeof userEvent.setup>

afterEach(() => vi.restoreAllMocks())

const findCard = async () =>
  within(await screen.findByRole('region', { name: 'Two-factor authentication' }))

async function openDialog(user: User, name = 'Add an authenticator app') {
  const card = await findCard()
  await user.click(await card.findByRole('button', { name }))
  return within(await screen.findByRole('dialog', { name: 'Add an authenticator app' }))
}

/** Names the app and returns its key. */
async function continueToKey(user: User, name?: string) {
  if (name) {
    await user.clear(screen.getByLabelText(/^Name/))
    await user.type(screen.getByLabelText(/^Name/), name)
  }
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByLabelText('Code')
  return document.querySelector('code')?.textContent ?? ''
}

async function enterCode(user: User, code: string, button: string) {
  await user.clear(screen.getByLabelText('Code'))
  await user.type(screen.getByLabelText('Code'), code)
  await user.click(screen.getByRole('button', { name: button }))
}

const readNames = async ({ client }: { client: ReturnType<typeof createTestClient> }) => {
  const { data } = await client.auth.mfa.listFactors()
  return data?.all.map(({ friendly_name, status }) => `${friendly_name}, ${status}`).toSorted()
}

test('a user adds two named apps, and other devices are signed out', async () => {
  const member = await createUser()
  const { email, password } = member
  const phone = createTestClient()
  await phone.auth.signInWithPassword({ email, password })

  const user = await openApp(member, '/profile?section=settings')
  const dialog = await openDialog(user)
  expect(dialog.getByLabelText(/^Name/)).toHaveValue('Authenticator app')
  const key = await continueToKey(user)
  expect(key).toMatch(/^([A-Z2-7]{4} ?)+$/)
  expect(dialog.getByAltText('QR code with the key')).toHaveAttribute(
    'src',
    expect.stringContaining('data:image/svg+xml'),
  )
  expect(dialog.getByRole('link', { name: 'Open your app' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^otpauth:\/\/totp\/Waypost:.*issuer=Waypost/),
  )
  const copy = vi.spyOn(navigator.clipboard, 'writeText')
  await user.click(dialog.getByRole('button', { name: 'Copy' }))
  expect(copy).toHaveBeenCalledWith(key.replaceAll(' ', ''))
  expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()

  await enterCode(user, createCode('JBSWY3DPEHPK3PXP'), 'Add the app')
  expect(await dialog.findByRole('alert')).toHaveTextContent(/^Couldn't add the app/)
  expect(dialog.getByLabelText('Code')).toHaveDisplayValue(/^\d{6}$/)
  await enterCode(user, createCode(key), 'Add the app')
  await expectToast('Your authenticator app was added. Your other devices were signed out.')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await phone.auth.refreshSession()).error).not.toBeNull()
  const card = await findCard()
  expect(await card.findByText('Authenticator app')).toBeVisible()
  expect(card.getByText(/^Added [A-Z][a-z]{2} \d+, \d{4}$/)).toBeVisible()

  expect(card.getByText(/a second app is the only way/)).toBeVisible()
  const second = await openDialog(user, 'Add another app')
  expect(second.getByLabelText(/^Name/)).toHaveValue('Authenticator app 2')
  await user.clear(second.getByLabelText(/^Name/))
  await user.type(second.getByLabelText(/^Name/), ' Authenticator app{Enter}')
  expect(second.getByText('You already have an app with this name')).toBeVisible()
  await enterCode(user, createCode(await continueToKey(user, 'Tablet')), 'Add the app')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await card.findByText('Tablet')).toBeVisible()
  expect(card.getAllByRole('listitem')).toHaveLength(2)
  expect(card.queryByText(/a second app is the only way/)).toBeNull()
})

/** Signs in on another device and enters a code: the auth service itself ends such a session only on request. */
async function signInWithCode({ email, password }: TestUser, app: { id: string; secret: string }) {
  const client = createTestClient()
  await client.auth.signInWithPassword({ email, password })
  const entered = { factorId: app.id, code: createCode(app.secret) }
  await client.auth.mfa.challengeAndVerify(entered).then(({ error }) => expect(error).toBeNull())
  const accessToken = (await client.auth.getSession()).data.session?.access_token
  return {
    /** Whether it can neither refresh nor read with the access token, which stays valid for an hour. */
    hasEnded: async () => {
      const copy = createTestClient(undefined, undefined, accessToken)
      const { data } = await copy.from('profiles').select('id')
      return data?.length === 0 && (await client.auth.refreshSession()).error !== null
    },
  }
}

test('adding or removing an app signs out a device that has entered a code', async () => {
  const member = await createUser()
  const phone = await addFactor(member.client, 'Phone')
  const lost = await signInWithCode(member, phone)
  const user = await openApp(member, '/profile?section=settings')
  await openDialog(user, 'Add another app')
  const key = await continueToKey(user, 'Tablet')
  expect(await lost.hasEnded()).toBe(false)
  await enterCode(user, createCode(key), 'Add the app')
  await expectToast('Your authenticator app was added. Your other devices were signed out.')
  expect(await lost.hasEnded()).toBe(true)

  const found = await signInWithCode(member, phone)
  const card = await findCard()
  await user.click(await card.findByRole('button', { name: 'Remove Phone' }))
  expect(await screen.findByText(/This signs out your other devices\.$/)).toBeVisible()
  await enterCode(user, createCode(key), 'Remove')
  await expectToast('Your authenticator app was removed. Your other devices were signed out.')
  expect(await found.hasEnded()).toBe(true)
})

test('an app that was added stays if the other devices cannot be signed out, which can be retried', async () => {
  const member = await createUser()
  const phone = await addFactor(member.client, 'Phone')
  const lost = await signInWithCode(member, phone)
  const user = await openApp(member, '/profile?section=settings')
  await openDialog(user, 'Add another app')
  const key = await continueToKey(user, 'Tablet')
  const broken = interceptRequests(/\/logout/, () => Response.json({}, { status: 500 }))
  await enterCode(user, createCode(key), 'Add the app')
  await expectToast('Your authenticator app was added')
  const card = await findCard()
  expect(card.getByText(/^Couldn't sign out your other devices/)).toBeVisible()
  expect(screen.queryByText(/were signed out/)).toBeNull()
  expect(await card.findByText('Tablet')).toBeVisible()
  expect(await lost.hasEnded()).toBe(false)
  broken.restore()
  await user.click(card.getByRole('button', { name: 'Try again' }))
  await expectToast('Your other devices were signed out')
  expect(card.queryByText(/^Couldn't sign out your other devices/)).toBeNull()
  expect(await lost.hasEnded()).toBe(true)
})

test('an app can be added again after a lost connection or response', async () => {
  const member = await createUser()
  const user = await openApp(member, '/profile?section=settings')
  const dialog = await openDialog(user)
  const offline = interceptRequests(/\/factors/, () =>
    Promise.reject(new TypeError('fetch failed')),
  )
  await user.clear(dialog.getByLabelText(/^Name/))
  await user.type(dialog.getByLabelText(/^Name/), 'My phone{Enter}')
  expect(await dialog.findByRole('alert')).toHaveTextContent(/couldn't reach the service/)
  expect(dialog.getByLabelText(/^Name/)).toHaveValue('My phone')
  offline.restore()

  const lostKey = loseResponses(/\/factors$/)
  await user.click(dialog.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(lostKey.count()).toBe(1))
  expect(await dialog.findByRole('alert')).toHaveTextContent(/couldn't reach the service/)
  lostKey.restore()
  const calls = countRequests(/\/factors$/)
  await user.dblClick(dialog.getByRole('button', { name: 'Continue' }))
  await dialog.findByLabelText('Code')
  expect(calls.count()).toBe(1)

  const lostCode = loseResponses(/\/verify$/)
  const key = document.querySelector('code')?.textContent ?? ''
  await enterCode(user, createCode(key), 'Add the app')
  await waitFor(() => expect(lostCode.count()).toBe(1))
  expect(await dialog.findByRole('alert')).toHaveTextContent(/couldn't reach the service/)
  lostCode.restore()
  await user.click(dialog.getByRole('button', { name: 'Add the app' }))
  expect(await (await findCard()).findByText('My phone')).toBeVisible()
})

test('removing an app needs a code from one that stays, and removing the last app its own code', async () => {
  const member = await createUser()
  const phone = await addFactor(member.client, 'Phone')
  const tablet = await addFactor(member.client, 'Tablet')
  const user = await openApp(member, '/profile?section=settings')
  const card = await findCard()
  await user.click(await card.findByRole('button', { name: 'Remove Tablet' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove this app?' }))
  expect(dialog.queryByLabelText('Authenticator app')).toBeNull()
  await enterCode(user, createCode(tablet.secret), 'Remove')
  expect(await dialog.findByRole('alert')).toHaveTextContent(/^Couldn't remove the app/)
  expect(await readNames(member)).toHaveLength(2)
  await enterCode(user, createCode(phone.secret), 'Remove')
  await expectToast('Your authenticator app was removed. Your other devices were signed out.')
  await waitFor(() => expect(card.queryByText('Tablet')).toBeNull())

  await user.click(card.getByRole('button', { name: 'Remove Phone' }))
  expect(await screen.findByText(/Your password alone will be enough/)).toBeVisible()
  await enterCode(user, createCode(phone.secret), 'Remove')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(card.queryByRole('listitem')).toBeNull())
  const { email, password } = member
  const { data } = await createTestClient().auth.signInWithPassword({ email, password })
  expect(data.user?.factors).toBeUndefined()
})

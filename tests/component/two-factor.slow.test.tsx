import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createUser } from '../support/users.ts'
import { interceptRequests } from './requests.ts'
import { addApp, app, storeSessionWithCode } from './second-factor.ts'
import { expectToast, openApp, visit } from './whole-app.tsx'

const findCard = async () =>
  within(await screen.findByRole('region', { name: 'Two-factor authentication' }))

test('the card of a project that offers no second factors says so', async () => {
  interceptRequests(/\/auth\/v1\/factors$/, () =>
    Response.json({ error_code: 'mfa_totp_enroll_not_enabled' }, { status: 422 }),
  )
  const user = await openApp(await createUser(), '/profile?section=settings')
  const card = await findCard()
  await user.click(await card.findByRole('button', { name: 'Add an authenticator app' }))
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  expect(
    await card.findByText("Two-factor authentication isn't available at the moment."),
  ).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
})

test('apps and the last sign-in that could not be loaded can be loaded again', async () => {
  const failing = interceptRequests(/\/auth\/v1\/user$/, () =>
    Promise.reject(new TypeError('Failed to fetch')),
  )
  const member = await createUser()
  const user = await openApp(member, '/profile?section=settings')
  const card = await findCard()
  expect(await card.findByRole('alert')).toHaveTextContent("Couldn't load your authenticator apps.")
  const signIn = within(screen.getByRole('region', { name: 'Sign-in' }))
  expect(signIn.getByText("Couldn't load it")).toBeVisible()
  expect(signIn.getByText(member.email)).toBeVisible()
  failing.restore()
  await user.click(card.getByRole('button', { name: 'Try again' }))
  expect(await card.findByRole('button', { name: 'Add an authenticator app' })).toBeVisible()
})

/** Opens the dialog that asks for the first code of a new app. Returns the requests that removed it. */
async function openKey() {
  const member = await createUser()
  const totp = {
    qr_code: 'data:image/svg+xml,',
    secret: 'JBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/x',
  }
  interceptRequests(/\/auth\/v1\/factors$/, () => Response.json({ ...app, type: 'totp', totp }))
  const removals = interceptRequests(/\/auth\/v1\/factors\/[^/]+$/, () =>
    Response.json({ id: app.id }),
  )
  const user = await openApp(member, '/profile?section=settings')
  const card = await findCard()
  await user.click(await card.findByRole('button', { name: 'Add an authenticator app' }))
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  await screen.findByLabelText('Code')
  return { member, user, card, removals }
}

const addButton = () => screen.getByRole('button', { name: 'Add another app' })

test('after the first app, a second one is suggested, and the focus is on its button', async () => {
  const { member, user, card, removals } = await openKey()
  const submit = screen.getByRole('button', { name: 'Add the app' })
  const consequence = screen.getByText(/This signs out your other devices/)
  expect(consequence.compareDocumentPosition(submit)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await addApp(member)
  await user.type(screen.getByLabelText('Code'), '123-456{Enter}')
  await expectToast(/^Your authenticator app was added/)
  await waitFor(() => expect(addButton()).toHaveFocus())
  expect(addButton()).toHaveAccessibleDescription(/If you lose this one/)
  expect(removals.count()).toBe(0)

  await user.click(card.getByRole('button', { name: 'Not now' }))
  expect(card.queryByText(/If you lose this one/)).toBeNull()
  expect(addButton()).toHaveFocus()
})

test('Back closes the dialog of a new app, and removes the unfinished app', async () => {
  const { removals } = await openKey()
  window.history.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(window.location.pathname + window.location.search).toBe('/profile?section=settings')
  await waitFor(() => expect(removals.count()).toBe(1))
})

test('removing the only app warns an admin, and Back returns to its button', async () => {
  const member = await createUser({ admin: true })
  await addApp(member)
  await storeSessionWithCode(member)
  const user = visit('/profile?section=settings')
  const card = await findCard()
  await user.click(await card.findByRole('button', { name: 'Remove Phone' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove this app?' }))
  expect(await dialog.findByText(/^You are an admin/)).toBeVisible()
  window.history.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(card.getByRole('button', { name: 'Remove Phone' })).toHaveFocus()
})

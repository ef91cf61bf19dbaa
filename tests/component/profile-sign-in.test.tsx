import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { beforeEach, describe, expect, test } from 'vitest'
import { linkLifetimeMs } from '../../src/routes/profile/sign-in/SignInSettings.tsx'
import { createTestClient, createUser, type TestUser } from '../support/users.ts'
import { countRequests, interceptRequests } from './requests.ts'
import { expectToast, openApp, returnToTab, visit } from './whole-app.tsx'

let member: TestUser
const newPassword = 'better-horse-8'

beforeEach(async () => {
  member = await createUser({ name: 'Ines Duarte' })
})

async function openCard() {
  const user = await openApp(member, '/profile')
  const card = within(await screen.findByRole('region', { name: 'Sign-in' }))
  return { user, card }
}

async function openDialog(button: string, title: string) {
  const { user, card } = await openCard()
  await user.click(card.getByRole('button', { name: button }))
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  return { user, card, dialog }
}

const openPasswordDialog = () => openDialog('Change password', 'Change your password')
const openEmailDialog = () => openDialog('Change email', 'Change your sign-in email')

const signIn = async (password: string) =>
  (await createTestClient().auth.signInWithPassword({ email: member.email, password })).error

/** Refuses a change like the auth service, with a code that the embedded one lacks. */
const refuse = (code: string) => () =>
  Response.json(
    { code, message: 'Refused' },
    { status: 400, headers: { 'x-supabase-api-version': '2024-01-01' } },
  )

test('the sign-in email and the last sign-in are shown', async () => {
  const { card } = await openCard()
  expect(card.getByText(member.email)).toBeVisible()
  expect(await card.findByText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2}/)).toBeVisible()
})

test('without the auth service, the card still shows the sign-in email', async () => {
  interceptRequests(/auth\/v1\/user/, () => Promise.reject(new TypeError('Failed to fetch')))
  const { card } = await openCard()
  expect(await card.findByText("Couldn't load it")).toBeVisible()
  expect(card.getByText(member.email)).toBeVisible()
})

test.each([
  ['Change password', 'Change your password'],
  ['Change email', 'Change your sign-in email'],
])('Back closes the dialog of "%s", and a reload keeps it', async (button, title) => {
  await openDialog(button, title)
  cleanup()
  visit(window.location.pathname + window.location.search)
  await screen.findByRole('dialog', { name: title })
  window.history.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(window.location.pathname + window.location.search).toBe('/profile')
})

describe('a new password', () => {
  test('replaces the old one, and two clicks save it once', async () => {
    const { user, dialog } = await openPasswordDialog()
    const methods: string[] = []
    interceptRequests(/auth\/v1\/user$/, (forward, _url, _headers, method) => {
      methods.push(method)
      return forward()
    })
    await user.type(await dialog.findByLabelText('New password'), newPassword)
    await user.dblClick(dialog.getByRole('button', { name: 'Save new password' }))
    await expectToast(/^Your new password is saved/)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(methods.filter((method) => method === 'PUT')).toHaveLength(1)
    expect(await signIn(newPassword)).toBeNull()
    expect(await signIn(member.password)).toMatchObject({ code: 'invalid_credentials' })
  })

  test.each([
    ['short1', 'Use at least 8 characters'],
    ['correct-horse-7', 'That is already your password. Choose a different one.'],
  ])('%j is refused, and the form keeps it', async (password, reason) => {
    const { user, dialog } = await openPasswordDialog()
    await user.type(await dialog.findByLabelText('New password'), password)
    await user.click(dialog.getByRole('button', { name: 'Save new password' }))
    expect(await dialog.findByText(reason)).toBeVisible()
    expect(dialog.getByLabelText('New password')).toHaveValue(password)
    expect(await signIn(member.password)).toBeNull()
  })

  test('is not saved while the service cannot be reached, and a retry saves it', async () => {
    const { user, dialog } = await openPasswordDialog()
    await user.type(await dialog.findByLabelText('New password'), newPassword)
    const broken = interceptRequests(/auth\/v1\/user$/, () =>
      Promise.reject(new TypeError('Failed to fetch')),
    )
    await user.click(dialog.getByRole('button', { name: 'Save new password' }))
    expect(await dialog.findByText(/couldn't reach the service/)).toBeVisible()
    broken.restore()
    await user.click(dialog.getByRole('button', { name: 'Save new password' }))
    await expectToast(/^Your new password is saved/)
    expect(await signIn(newPassword)).toBeNull()
  })

  test('needs the current one if the service requires it', async () => {
    const { user, dialog } = await openPasswordDialog()
    await user.type(await dialog.findByLabelText('New password'), newPassword)
    const refusing = interceptRequests(/auth\/v1\/user$/, refuse('current_password_required'))
    await user.click(dialog.getByRole('button', { name: 'Save new password' }))
    const current = await dialog.findByLabelText('Current password')
    await waitFor(() => expect(current).toHaveFocus())
    refusing.restore()

    await user.click(dialog.getByRole('button', { name: 'Save new password' }))
    expect(await dialog.findByText('Please enter your current password')).toBeVisible()
    await user.type(current, 'wrong')
    const wrong = interceptRequests(/auth\/v1\/user$/, refuse('current_password_invalid'))
    await user.click(dialog.getByRole('button', { name: 'Save new password' }))
    expect(await dialog.findByText(/That isn't your current password/)).toBeVisible()
    expect(dialog.getByLabelText('New password')).toHaveValue(newPassword)
    wrong.restore()

    await user.click(dialog.getByRole('button', { name: 'Save new password' }))
    await expectToast(/^Your new password is saved/)
  })

  test('needs a code from an email if the service requires it', async () => {
    const { user, dialog } = await openPasswordDialog()
    await user.type(await dialog.findByLabelText('New password'), newPassword)
    const codes = countRequests(/auth\/v1\/reauthenticate/)
    const refusing = interceptRequests(/auth\/v1\/user$/, refuse('reauthentication_needed'))
    await user.click(dialog.getByRole('button', { name: 'Save new password' }))
    const code = await dialog.findByLabelText('Code')
    expect(codes.count()).toBe(1)
    await waitFor(() => expect(code).toHaveFocus())
    expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    expect(dialog.getByText(/^You should get it at/)).toHaveTextContent(member.email)
    refusing.restore()

    await user.type(code, '12345')
    await user.click(dialog.getByRole('button', { name: 'Save new password' }))
    expect(await dialog.findByText('Please enter the 6 digits from the email')).toBeVisible()
    const wrong = interceptRequests(/auth\/v1\/user$/, refuse('reauthentication_not_valid'))
    await user.type(code, '6')
    await user.click(dialog.getByRole('button', { name: 'Save new password' }))
    expect(await dialog.findByText(/That code is wrong or has expired/)).toBeVisible()
    const rejected = dialog.getByLabelText<HTMLInputElement>('Code')
    expect(rejected).toHaveValue('123456')
    expect(rejected).toHaveFocus()
    expect([rejected.selectionStart, rejected.selectionEnd]).toEqual([0, 6])
    await user.keyboard('1{Enter}')
    expect(await dialog.findByText('Please enter the 6 digits from the email')).toBeVisible()
    expect(dialog.queryByText(/That code is wrong or has expired/)).toBeNull()
    wrong.restore()

    await user.click(dialog.getByRole('button', { name: 'Send a new code' }))
    await waitFor(() => expect(codes.count()).toBe(2))
    await waitFor(() => expect(dialog.getByLabelText('Code')).toHaveValue(''))
    await user.type(dialog.getByLabelText('Code'), '\u200E１２３–456')
    await user.click(dialog.getByRole('button', { name: 'Save new password' }))
    await expectToast(/^Your new password is saved/)
    expect(await signIn(newPassword)).toBeNull()
  })

  test.each([
    ['you can only request this after 42 seconds', /We just sent an email/, true],
    ['email rate limit exceeded', /none was sent/, false],
  ])('asks for a code after "%s" only if one was sent', async (message, reason, wasSent) => {
    const { user, dialog } = await openPasswordDialog()
    await user.type(await dialog.findByLabelText('New password'), newPassword)
    interceptRequests(/auth\/v1\/user$/, refuse('reauthentication_needed'))
    interceptRequests(/auth\/v1\/reauthenticate/, () =>
      Response.json({ error_code: 'over_email_send_rate_limit', msg: message }, { status: 429 }),
    )
    await user.click(dialog.getByRole('button', { name: 'Save new password' }))
    expect(await dialog.findByText(reason)).toBeVisible()
    expect(dialog.queryByLabelText('Code') !== null).toBe(wasSent)
  })
})

describe('a new sign-in email', () => {
  const newEmail = () => `new-${crypto.randomUUID()}@example.com`

  test('is shown until both links are opened, and the links can be sent again', async () => {
    const { user, card, dialog } = await openEmailDialog()
    const email = newEmail()
    await user.type(await dialog.findByLabelText('New sign-in email'), email)
    await user.dblClick(dialog.getByRole('button', { name: 'Send the links' }))
    await expectToast('Both addresses should get a link within a few minutes. Open both links.')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const notice = await card.findByText(/^You should get a link at/)
    expect(notice).toHaveTextContent(`${member.email} and ${email}`)

    await user.click(card.getByRole('button', { name: 'Send the links again' }))
    expect(
      await card.findByText('New links are on their way. The earlier ones no longer work.'),
    ).toBeVisible()
  })

  test('that is pending can be hidden, until the user requests one again', async () => {
    const { user, card, dialog } = await openEmailDialog()
    const email = newEmail()
    await user.type(await dialog.findByLabelText('New sign-in email'), `${email}{Enter}`)
    await user.click(await card.findByRole('button', { name: 'Hide' }))
    expect(card.queryByText(/^You should get a link at/)).toBeNull()
    expect(card.getByRole('button', { name: 'Change email' })).toHaveFocus()
    cleanup()
    const { card: reloaded, user: later } = await openCard()
    expect(await reloaded.findByText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, /)).toBeVisible()
    expect(reloaded.queryByText(/^You should get a link at/)).toBeNull()

    await later.click(reloaded.getByRole('button', { name: 'Change email' }))
    await later.type(await screen.findByLabelText('New sign-in email'), `${email}{Enter}`)
    expect(await reloaded.findByText(/^You should get a link at/)).toHaveTextContent(email)
  })

  test('that was confirmed on another device is reported', async () => {
    const { card } = await openCard()
    await card.findByText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, /)
    const email = newEmail()
    interceptRequests(/\/auth\/v1\/(user$|token)/, async (forward) =>
      Response.json(JSON.parse((await (await forward()).text()).replaceAll(member.email, email))),
    )
    returnToTab()
    await expectToast('Your sign-in email was changed')
    expect(await card.findByText(email)).toBeVisible()
  })

  test.each([
    ['that the user already has', () => member.email.toUpperCase(), /already your sign-in email/],
    ['that is incomplete', () => 'ines@', /Please enter an email address/],
  ])('%s is refused, and the form keeps it', async (_case, email, reason) => {
    const { user, dialog } = await openEmailDialog()
    const field = await dialog.findByLabelText('New sign-in email')
    await user.type(field, email())
    await user.click(dialog.getByRole('button', { name: 'Send the links' }))
    expect(await dialog.findByText(reason)).toBeVisible()
    expect(field).toHaveValue(email())
    expect(field).toHaveFocus()
  })

  test('that has an account is refused, and nothing changes', async () => {
    const other = await createUser()
    const { user, card, dialog } = await openEmailDialog()
    await user.type(await dialog.findByLabelText('New sign-in email'), other.email)
    await user.click(dialog.getByRole('button', { name: 'Send the links' }))
    expect(await dialog.findByText(/There is already an account for that address/)).toBeVisible()
    expect(card.queryByText(/^You should get a link/)).toBeNull()
  })

  test.each([
    ['an hour later', () => new Date(Date.now() - linkLifetimeMs - 1000).toISOString()],
    ['after a new password', () => undefined],
  ])('has links that no longer work %s', async (_case, sentAt) => {
    interceptRequests(/auth\/v1\/user$/, async (forward) => {
      const found: object = await (await forward()).json()
      const pending = { new_email: 'new@example.com', email_change_sent_at: sentAt() }
      return Response.json({ ...found, ...pending })
    })
    const { card } = await openCard()
    expect(await card.findByText("Your sign-in email hasn't changed")).toBeVisible()
    expect(card.getByText(/no longer work/)).toHaveTextContent('new@example.com')
    expect(card.getByRole('button', { name: 'Send the links again' })).toBeVisible()
  })

  test('has links that work as long as the auth service accepts them', () => {
    expect(parse(readFileSync('supabase/config.toml', 'utf8'))).toMatchObject({
      auth: { email: { otp_expiry: linkLifetimeMs / 1000 } },
    })
  })
})

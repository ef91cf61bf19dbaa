import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { beforeEach, describe, expect, test } from 'vitest'
import { linkLifetimeMs } from '../../src/features/account/security/SignInSettings.tsx'
import { createTestClient, createUser, type TestUser } from '../support/users.ts'
import { countRequests, interceptRequests } from './requests.ts'
import { expectUsername } from './session/app.tsx'
import { expectToast, openApp, returnToTab } from './whole-app.tsx'

let member: TestUser
const newPassword = 'better-horse-8'
const lastSignIn = /^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2}/

beforeEach(async () => {
  member = await createUser({ name: 'Ines Duarte' })
})

async function openCard() {
  const user = await openApp(member, '/profile?section=settings')
  const card = within(await screen.findByRole('region', { name: 'Sign-in' }))
  return { user, card }
}

async function openDialog(button: string, title: string) {
  const { user, card } = await openCard()
  await user.click(card.getByRole('button', { name: button }))
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  return { user, card, dialog }
}

async function openPasswordDialog() {
  const opened = await openDialog('Change password', 'Change your password')
  const field = await opened.dialog.findByLabelText('New password')
  const button = opened.dialog.getByRole('button', { name: 'Save new password' })
  const save = () => opened.user.click(button)
  /** Saves, and is refused like by the auth service, with a code that the embedded one lacks. */
  const saveRefused = async (code: string, result: () => Promise<HTMLElement>) => {
    const refusing = interceptRequests(/auth\/v1\/user$/, refuse(code))
    await save()
    const found = await result()
    refusing.restore()
    return found
  }
  return { ...opened, field, button, save, saveRefused }
}

const openEmailDialog = () => openDialog('Change email', 'Change your sign-in email')

const signIn = async (password: string) =>
  (await createTestClient().auth.signInWithPassword({ email: member.email, password })).error

const refuse = (code: string) => () =>
  Response.json(
    { code, message: 'Refused' },
    { status: 400, headers: { 'x-supabase-api-version': '2024-01-01' } },
  )

describe('a new password', () => {
  test('that is refused or cannot be sent stays in the form, and two clicks save it once', async () => {
    const { user, dialog, field, button, save } = await openPasswordDialog()
    expectUsername(field, member.email)
    const saveAs = async (password: string) => {
      await user.clear(field)
      await user.type(field, password)
      await save()
    }
    await saveAs('short1')
    expect(await dialog.findByText('Use at least 8 characters')).toBeVisible()
    await saveAs(member.password)
    expect(
      await dialog.findByText('That is already your password. Choose a different one.'),
    ).toBeVisible()
    expect(field).toHaveValue(member.password)
    const failing = interceptRequests(/auth\/v1\/user$/, () =>
      Promise.reject(new TypeError('Failed to fetch')),
    )
    await saveAs(newPassword)
    expect(await dialog.findByText(/couldn't reach the service/)).toBeVisible()
    expect(field).toHaveValue(newPassword)
    expect(await signIn(member.password)).toBeNull()
    failing.restore()

    const methods: string[] = []
    interceptRequests(/auth\/v1\/user$/, (forward, _url, _headers, method) => {
      methods.push(method)
      return forward()
    })
    await user.dblClick(button)
    await expectToast(/^Your new password is saved/)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(methods.filter((method) => method === 'PUT')).toHaveLength(1)
    expect(await signIn(newPassword)).toBeNull()
    expect(await signIn(member.password)).toMatchObject({ code: 'invalid_credentials' })
  })

  test('needs the current one if the service requires it', async () => {
    const { user, dialog, field, save, saveRefused } = await openPasswordDialog()
    await user.type(field, newPassword)
    const findCurrent = () => dialog.findByLabelText('Current password')
    const current = await saveRefused('current_password_required', findCurrent)
    await waitFor(() => expect(current).toHaveFocus())
    await save()
    expect(await dialog.findByText('Please enter your current password')).toBeVisible()
    await user.type(current, 'wrong')
    const message = /That isn't your current password/
    await saveRefused('current_password_invalid', () => dialog.findByText(message))
    expect(field).toHaveValue(newPassword)
    await save()
    await expectToast(/^Your new password is saved/)
  })

  test('needs a code from an email if the service requires it', async () => {
    const { user, dialog, field, save, saveRefused } = await openPasswordDialog()
    await user.type(field, newPassword)
    const codes = countRequests(/auth\/v1\/reauthenticate/)
    await saveRefused('reauthentication_needed', () => dialog.findByLabelText('Code'))
    expect(codes.count()).toBe(1)
    const code = dialog.getByLabelText<HTMLInputElement>('Code')
    await waitFor(() => expect(code).toHaveFocus())
    expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    expect(dialog.getByText(/^You should get it at/)).toHaveTextContent(member.email)

    await user.type(code, '12345')
    await save()
    expect(await dialog.findByText('Please enter the 6 digits from the email')).toBeVisible()
    await user.type(code, '6')
    const message = /That code is wrong or has expired/
    await saveRefused('reauthentication_not_valid', () => dialog.findByText(message))
    // The rejected code is selected, so that typing replaces it.
    expect(code).toHaveValue('123456')
    expect(code).toHaveFocus()
    expect([code.selectionStart, code.selectionEnd]).toEqual([0, 6])
    await user.keyboard('1{Enter}')
    expect(await dialog.findByText('Please enter the 6 digits from the email')).toBeVisible()
    expect(dialog.queryByText(message)).toBeNull()

    await user.click(dialog.getByRole('button', { name: 'Send a new code' }))
    await waitFor(() => expect(codes.count()).toBe(2))
    await waitFor(() => expect(code).toHaveValue(''))
    await user.type(code, '\u200E１２３–456')
    await save()
    await expectToast(/^Your new password is saved/)
    expect(await signIn(newPassword)).toBeNull()
  })
})

describe('a new sign-in email', () => {
  const newEmail = () => `new-${crypto.randomUUID()}@example.com`

  test('is shown until both links are opened or the user hides it, and the links can be sent again', async () => {
    const { user, card, dialog } = await openEmailDialog()
    const email = newEmail()
    // Like the auth service, which sends nanoseconds in its response to a change, but stores microseconds.
    interceptRequests(/auth\/v1\/user$/, async (forward, _url, _headers, method) => {
      const response = await forward()
      if (method !== 'PUT') return response
      const text = await response.text()
      // Not if it has them: browsers misread more than nine digits.
      const time = /email_change_sent_at":"[^"]+\.\d{3,6}(?!\d)/
      return Response.json(JSON.parse(text.replace(time, (found) => `${found}789`)))
    })
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

    await user.click(await card.findByRole('button', { name: 'Hide' }))
    expect(card.queryByText(/^You should get a link at/)).toBeNull()
    expect(card.getByRole('button', { name: 'Change email' })).toHaveFocus()
    cleanup()
    const { card: reloaded, user: later } = await openCard()
    expect(await reloaded.findByText(lastSignIn)).toBeVisible()
    expect(reloaded.queryByText(/^You should get a link at/)).toBeNull()
    await later.click(reloaded.getByRole('button', { name: 'Change email' }))
    await later.type(await screen.findByLabelText('New sign-in email'), `${email}{Enter}`)
    expect(await reloaded.findByText(/^You should get a link at/)).toHaveTextContent(email)
  })

  test('that was confirmed on another device is reported', async () => {
    const { card } = await openCard()
    expect(await card.findByText(lastSignIn)).toBeVisible()
    expect(card.getByText(member.email)).toBeVisible()
    const email = newEmail()
    interceptRequests(/\/auth\/v1\/(user$|token)/, async (forward) =>
      Response.json(JSON.parse((await (await forward()).text()).replaceAll(member.email, email))),
    )
    returnToTab()
    await expectToast('Your sign-in email was changed')
    expect(await card.findByText(email)).toBeVisible()
  })

  test('that is refused stays in the form, and nothing changes', async () => {
    const other = await createUser()
    const { user, card, dialog } = await openEmailDialog()
    const field = await dialog.findByLabelText('New sign-in email')
    const expectRefused = async (email: string, reason: RegExp) => {
      await user.clear(field)
      await user.type(field, email)
      await user.click(dialog.getByRole('button', { name: 'Send the links' }))
      expect(await dialog.findByText(reason)).toBeVisible()
      expect(field).toHaveValue(email)
    }
    await expectRefused('ines@', /Please enter an email address/)
    expect(field).toHaveFocus()
    await expectRefused(member.email.toUpperCase(), /already your sign-in email/)
    expect(field).toHaveFocus()
    await expectRefused(other.email, /There is already an account for that address/)
    expect(card.queryByText(/^You should get a link/)).toBeNull()
  })

  test('has links that no longer work after a new password', async () => {
    interceptRequests(/auth\/v1\/user$/, async (forward) => {
      const found: object = await (await forward()).json()
      return Response.json({ ...found, new_email: 'new@example.com' })
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

import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createUser } from '../support/users.ts'
import { interceptRequests } from './requests.ts'
import { openApp } from './whole-app.tsx'

const findCard = async () =>
  within(await screen.findByRole('region', { name: 'Two-factor authentication' }))

test('the card of a project that offers no second factors says so', async () => {
  interceptRequests(/\/auth\/v1\/factors$/, () =>
    Response.json({ error_code: 'mfa_totp_enroll_not_enabled' }, { status: 422 }),
  )
  const user = await openApp(await createUser(), '/profile')
  const card = await findCard()
  await user.click(await card.findByRole('button', { name: 'Add an authenticator app' }))
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  expect(
    await card.findByText("Two-factor authentication isn't available at the moment."),
  ).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('apps that could not be loaded can be loaded again', async () => {
  const failing = interceptRequests(/\/auth\/v1\/user$/, () =>
    Promise.reject(new TypeError('Failed to fetch')),
  )
  const user = await openApp(await createUser(), '/profile')
  const card = await findCard()
  expect(await card.findByRole('alert')).toHaveTextContent("Couldn't load your authenticator apps.")
  failing.restore()
  await user.click(card.getByRole('button', { name: 'Try again' }))
  expect(await card.findByRole('button', { name: 'Add an authenticator app' })).toBeVisible()
})

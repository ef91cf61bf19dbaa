import type { Page } from '@playwright/test'
import { openAs, openSettings } from '../../../tooling/journeys/sign-in.ts'
import { expect, test } from '../fixtures.ts'

/* A new sign-in email, with Supabase Auth, which sends a link to both addresses. */

test.use({ confirmations: true })

const newEmail = 'mei.tanaka+travel@example.com'
const card = (page: Page) => page.getByRole('region', { name: 'Sign-in' })

async function requestChange(page: Page, email: string) {
  await card(page).getByRole('button', { name: 'Change email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change your sign-in email' })
  await dialog.getByLabel('New sign-in email').fill(email)
  await dialog.getByRole('button', { name: 'Send the links' }).click()
  return dialog
}

test('a sign-in email changes when it is confirmed with the links in both emails', async ({
  page,
  app,
  openPage,
}) => {
  const readLink = (email: string) =>
    /https?:\/\/\S+/.exec(app.backend.emails.get(email)?.at(-1)?.text ?? '')?.[0] ?? ''
  await openSettings(page, 'mei@example.com')
  const dialog = await requestChange(page, newEmail)
  await expect(dialog).toBeHidden()
  const notice = card(page).getByText('You should get a link at')
  await expect(notice).toContainText(`mei@example.com and ${newEmail}`)

  // The link to the new address, in a browser without a session, for example on a phone.
  const phone = await openPage()
  await phone.goto(readLink(newEmail))
  await phone.getByRole('button', { name: 'Confirm the change' }).click()
  await expect(
    phone.getByText('Confirmed. Now follow the link we sent to the other address.'),
  ).toBeVisible()
  await page.reload()
  await expect(notice).toBeVisible()

  const tab = await page.context().newPage()
  await tab.goto(readLink('mei@example.com'))
  await tab.getByRole('button', { name: 'Confirm the change' }).click()
  await expect(tab.getByText('Your sign-in email was changed')).toBeVisible()
  await expect(tab).toHaveURL('/')

  // The first tab has the new session.
  await page.bringToFront()
  await expect(card(page).getByText(newEmail, { exact: true })).toBeVisible()
  await expect(notice).toBeHidden()
  await expect(page.getByText('Your sign-in email was changed')).toBeVisible()
  const { rows } = await app.backend.connection.driver.query(
    'select email, sign_in_email from public.profiles where sign_in_email = $1',
    [newEmail],
  )
  expect(rows).toEqual([{ email: newEmail, sign_in_email: newEmail }])
  // The notification.
  expect(app.backend.emails.get('mei@example.com')?.at(-1)?.text).toContain(newEmail)
  await openAs(phone, newEmail, '/profile?section=settings')
  await expect(card(phone).getByText(newEmail, { exact: true })).toBeVisible()
})

test('new links replace those that were sent before', async ({ page, app, consoleErrors }) => {
  await openSettings(page, 'luca@example.com')
  await requestChange(page, 'luca.new@example.com')
  const links = () =>
    ['luca@example.com', 'luca.new@example.com'].map((email) => {
      const text = app.backend.emails.get(email)?.at(-1)?.text ?? ''
      return /https?:\/\/\S+/.exec(text)?.[0] ?? ''
    })
  await expect(card(page).getByText('You should get a link at')).toBeVisible()
  const [oldLink = ''] = links()
  await card(page).getByRole('button', { name: 'Send the links again' }).click()
  await expect(card(page).getByText(/^New links are on their way/)).toBeVisible()
  expect(links()[0]).not.toBe(oldLink)

  const tab = await page.context().newPage()
  await tab.goto(oldLink)
  await tab.getByRole('button', { name: 'Confirm the change' }).click()
  await expect(tab.getByText(/expired or was already used/)).toBeVisible()
  await page.reload()
  await expect(card(page).getByText('You should get a link at')).toBeVisible()
  consoleErrors.splice(0)
})

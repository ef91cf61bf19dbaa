import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

/* A new password, with Supabase Auth, which asks for a code when the user signed in more than a day ago. */

/** Opens the profile with a session in the browser, as on a later visit. */
async function openWith(page: Page, session: object) {
  await page.goto('/placeholder.svg')
  const value = JSON.stringify(session)
  await page.evaluate((stored) => localStorage.setItem('community-app-session', stored), value)
  await page.goto('/profile?section=settings')
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
}

test('a user who signed in days ago confirms a new password with the code from an email', async ({
  page,
  app,
  openPage,
  consoleErrors,
}) => {
  // Not a demo user: other journeys sign in with their password.
  const email = 'days-ago@example.com'
  const password = 'correct-horse-7'
  const callAuth = async (path: string): Promise<object> => {
    const headers = { apikey: app.backend.publishableKey }
    const data = { email, password }
    return (await page.request.post(`/auth/v1/${path}`, { headers, data })).json()
  }
  const phone = await openPage()
  await openWith(phone, await callAuth('signup'))
  await openWith(page, await callAuth('token?grant_type=password'))
  await app.backend.connection.driver.query(
    `update auth.sessions set created_at = now() - interval '3 days'
     where user_id = (select id from auth.users where email = $1)`,
    [email],
  )
  const readCode = () =>
    /^\d{6}$/m.exec(app.backend.emails.get(email)?.at(-1)?.text ?? '')?.[0] ?? ''

  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change your password' })
  const save = dialog.getByRole('button', { name: 'Save new password' })
  await dialog.getByLabel('New password').fill('travel-further-2')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('You should get it at days-ago@example.com')).toBeVisible()
  const code = dialog.getByLabel('Code')
  await expect(code).toBeFocused()
  const first = readCode()

  await code.fill(first === '000000' ? '111111' : '000000')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/That code is wrong or has expired/)).toBeVisible()
  await expect(dialog.getByLabel('New password')).toHaveValue('travel-further-2')

  // The old password uses up the code: the next attempt gets a new one.
  await dialog.getByLabel('New password').fill(password)
  await code.fill(first)
  await save.click()
  await expect(dialog.getByText(/already your password/)).toBeVisible()
  await expect(code).toBeHidden()
  await dialog.getByLabel('New password').fill('travel-further-2')
  await save.click()
  await expect(code).toBeVisible()
  expect(readCode()).not.toBe(first)

  await code.fill(`${readCode().slice(0, 3)} ${readCode().slice(3)}`)
  await save.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^Your new password is saved/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change password' })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()

  // The session on the other device has ended.
  await phone.evaluate(() => {
    for (const [key, value] of Object.entries(localStorage)) {
      if (!value.includes('refresh_token')) continue
      localStorage.setItem(key, JSON.stringify({ ...JSON.parse(value), expires_at: 1 }))
    }
  })
  await phone.reload()
  await expect(phone.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
  expect(await callAuth('token?grant_type=password')).toMatchObject({
    error_code: 'invalid_credentials',
  })
  consoleErrors.splice(0)
})

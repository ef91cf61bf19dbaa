import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import {
  createLink,
  openAs,
  openProfile,
  signIn,
  signInButton,
} from '../../tooling/journeys/sign-in.ts'

const readStored = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...document.cookie.split(';')].join())

test('signing out in one tab signs out the others', async ({ page, context }) => {
  await openProfile(page, 'mei@example.com')
  const other = await context.newPage()
  await other.goto('/profile')
  await expect(other.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
  await other.getByRole('button', { name: /^Account menu/ }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(signInButton(other)).toBeVisible()
  await expect(signInButton(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeHidden()
})

test('signing out works offline and clears storage and cookies', async ({
  page,
  context,
  consoleErrors,
}) => {
  await openProfile(page, 'mei@example.com')
  await context.addCookies([{ name: 'left', value: '1', url: page.url() }])
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await context.setOffline(true)
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(signInButton(page)).toBeVisible()
  await expect(page.getByText(/^You are signed out here/)).toBeVisible()
  expect(await readStored(page)).toBe('')
  await context.setOffline(false)
  // Its code had not loaded.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
  consoleErrors.splice(0)
})

test('signing out clears storage if the auth client does not load', async ({
  page,
  consoleErrors,
}) => {
  let fail = () => {}
  const failed = new Promise<void>((resolve) => (fail = resolve))
  await page.route('**/AuthSession-*.js', async (route) => {
    await failed
    await route.abort()
  })
  await openAs(page, 'mei@example.com', '/profile', { waitUntil: 'commit' })
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(signInButton(page)).toBeVisible()
  // Even if the tab is closed now.
  expect(await readStored(page)).toBe('')
  fail()
  await expect(page.getByText(/^You are signed out here/)).toBeVisible()
  consoleErrors.splice(0)
})

test('Back closes the sign-in dialog, a reload keeps it, and other URLs do not show it', async ({
  page,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await page.goto('/privacy')
  await signInButton(page).click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/privacy')

  await page.getByRole('link', { name: 'List your community' }).click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'Back Soon' })).toBeVisible()

  await page.getByRole('link', { name: 'List your community' }).click()
  await expect(dialog).toBeVisible()
  await page.goto('/business-partnership')
  await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible()
  await expect(signInButton(page)).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.getByRole('link', { name: 'List your community' }).click()
  await expect(dialog).toBeVisible()
  await page.reload()
  await signIn(page, 'mei@example.com')
  const newCommunity = page.getByRole('dialog', { name: 'List your community', exact: true })
  await expect(newCommunity).toBeVisible()
  await page.goBack()
  await expect(newCommunity).toBeHidden()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page).toHaveURL('/business-partnership')
})

test('a link in an email works after a scanner has opened it, and after a reload', async ({
  page,
  openPage,
  app,
  request,
}) => {
  const email = 'luca@example.com'
  await request.post('/auth/v1/recover', {
    headers: { apikey: app.backend.publishableKey },
    data: { email },
  })
  const text = app.backend.emails.get(email)?.at(-1)?.text ?? ''
  const [link = ''] = /https?:\/\/\S+/.exec(text) ?? []
  await request.get(link)
  const scanner = await openPage()
  await scanner.goto(link)
  await expect(scanner.getByRole('dialog', { name: 'Set a new password' })).toBeVisible()
  await expect(signInButton(scanner)).toBeVisible()

  await page.goto(link)
  const dialog = page.getByRole('dialog', { name: 'Set a new password' })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.reload()
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeVisible()
  await expect(dialog).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText(`You are signed in as ${email}`)
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('hash')
})

test('a session in the URL signs in and is removed from the URL', async ({ page }) => {
  await page.goto(await createLink(page, 'mei@example.com'))
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
  await expect(page).toHaveURL('/profile')
  await page.goBack()
  expect(page.url()).not.toContain('access_token')
})

test('a link never replaces a session without asking', async ({ page }) => {
  await openProfile(page, 'mei@example.com')
  const link = await createLink(page, 'luca@example.com')
  // From another page, so that the app loads again.
  await page.goto('about:blank')
  await page.goto(link)
  const question = page.getByRole('alertdialog', { name: 'Switch to another account?' })
  await expect(question).toContainText('You are signed in as mei@example.com.')
  await expect(question).toContainText('luca@example.com')
  await expect(page).toHaveURL('/profile')
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('token')
  await question.getByRole('button', { name: 'Keep my account' }).click()
  await page.reload()
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await expect(page.getByText('mei@example.com').first()).toBeVisible()
  await expect(question).toBeHidden()
  await page.keyboard.press('Escape')

  // On the open page the browser only changes the fragment.
  await page.evaluate((url) => window.location.assign(url), link)
  await expect(page).toHaveURL('/profile')
  await question.getByRole('button', { name: 'Switch account' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await expect(page.getByRole('menu')).toContainText('luca@example.com')
  await page.goBack()
  expect(page.url()).not.toContain('access_token')
})

for (const [problem, url] of [
  ['an error', '/?error=access_denied&error_code=otp_expired&error_description=Call+this+number'],
  ['an error in the fragment', '/#error=access_denied&error_code=otp_expired'],
  ['a code from another browser', '/?code=12345678-1234-4234-8234-123456789012'],
  ['invalid tokens', '/#access_token=x&refresh_token=y&expires_in=1&token_type=bearer'],
] as const) {
  test(`the app reports ${problem} in the URL and removes it`, async ({ page, consoleErrors }) => {
    await page.goto(url)
    await expect(page.getByRole('dialog', { name: "That link didn't work" })).toBeVisible()
    await expect(page).toHaveURL('/')
    await expect(page.getByText('Call this number')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(signInButton(page)).toBeVisible()
    consoleErrors.splice(0)
  })
}

test('a user whose session cannot be refreshed signs in and continues on the same page', async ({
  page,
  consoleErrors,
}) => {
  await openProfile(page, 'mei@example.com')
  await page.evaluate(() => {
    for (const [key, value] of Object.entries(localStorage)) {
      if (!value.includes('refresh_token')) continue
      const session = { ...JSON.parse(value), expires_at: 1, refresh_token: 'worn-out' }
      localStorage.setItem(key, JSON.stringify(session))
    }
  })
  await page.reload()
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
  await signIn(page, 'mei@example.com')
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
  consoleErrors.splice(0)
})

test('a user who was deleted elsewhere sees a message and is signed out', async ({
  page,
  app,
  consoleErrors,
}) => {
  await page.goto('/')
  await signInButton(page).click()
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByLabel('Name').fill('Gone soon')
  await page.getByLabel('Email').fill('gone@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct-horse-7')
  await page.getByRole('button', { name: 'Create account' }).click()
  // Wait for the profile: otherwise its first read would find the account deleted before the visit below.
  await expect(page.getByRole('button', { name: 'Account menu, Gone soon' })).toBeVisible()
  await app.backend.connection.driver.query(
    `delete from auth.users where email = 'gone@example.com'`,
  )
  await page.goto('/profile')
  await expect(page.getByText('This account no longer exists.')).toBeVisible()
  await expect(signInButton(page)).toBeVisible()
  expect(await readStored(page)).not.toContain('session')
  // Several calls find that the session has ended.
  await expect
    .poll(() => new Set(consoleErrors.map((text) => /status of (\d+)/.exec(text)?.[1])))
    .toEqual(new Set(['403']))
  await page.waitForLoadState('networkidle')
  consoleErrors.splice(0)
})

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

test('signing out works offline, clears storage and cookies, and signs out the other tabs', async ({
  page,
  context,
  consoleErrors,
}) => {
  await openProfile(page, 'mei@example.com')
  const other = await context.newPage()
  await other.goto('/profile')
  await expect(other.getByRole('heading', { name: 'My Communities' })).toBeVisible()

  const toaster = page.waitForResponse('**/assets/Toaster-*.js')
  await page.reload()
  await context.addCookies([{ name: 'left', value: '1', url: page.url() }])
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await (await toaster).finished()
  await context.setOffline(true)
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByText(/^You are signed out here/)).toBeVisible()
  await expect(signInButton(page)).toBeVisible()
  await expect(signInButton(other)).toBeVisible()
  await expect(other.getByRole('heading', { name: 'My Communities' })).toBeHidden()
  expect(await readStored(page)).toBe('')
  await context.setOffline(false)
  // Its code had not loaded, so that the page is reloaded.
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
  await page.route('**/client-*.js', async (route) => {
    await failed
    await route.abort()
  })
  await openAs(page, 'mei@example.com', '/privacy', { waitUntil: 'commit' })
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(signInButton(page)).toBeVisible()
  // Even if the tab is closed now.
  expect(await readStored(page)).toBe('')
  fail()
  await expect(page.getByText(/^You are signed out here/)).toBeVisible()
  consoleErrors.splice(0)
})

test('Back closes the sign-in dialog, and a reload keeps it and what it continues', async ({
  page,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await page.goto('/business-partnership')
  await page.getByRole('link', { name: 'List your community' }).click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page).toHaveURL('/business-partnership')

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
  await expect(page).toHaveURL('/?sign-in=yes')
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
  await expect(question).toBeHidden()

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

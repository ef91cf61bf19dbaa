import type { Page, Request } from '@playwright/test'
import { createLink, openAs, signIn, signInButton } from '../../tooling/journeys/sign-in.ts'
import { expect, test } from './fixtures.ts'

/* Browsers before mid-2026 never request a module again that failed to load. In each test, only a reload helps. */

test.afterEach(({ consoleErrors }) => {
  // The console reports the simulated failure only.
  const others = consoleErrors
    .splice(0)
    .filter((line) => !/ERR_FAILED|dynamically|React error #520/.test(line))
  expect(others).toEqual([])
})

test('a screen that never loads is reloaded once, then offers to reload', async ({ page }) => {
  await page.goto('/')
  await expect(signInButton(page)).toBeVisible()
  await page.route('**/PrivacyScreen*', (route) => route.abort())
  const loads = countLoads(page)
  const reloaded = page.waitForEvent('load')
  await page.getByRole('link', { name: 'Privacy' }).click()
  await reloaded
  await expect(page.getByRole('alert')).toContainText("This page didn't load completely.")
  // The static page stays.
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible()
  expect(loads).toHaveLength(1)

  await page.unroute('**/PrivacyScreen*')
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test('a page that did not load keeps what was typed before', async ({ page }) => {
  let fail = () => {}
  const failed = new Promise<void>((resolve) => (fail = resolve))
  await page.route('**/BusinessPartnershipScreen*', async (route) => {
    await failed
    await route.abort()
  })
  const loads = countLoads(page)
  await page.goto('/business-partnership', { waitUntil: 'commit' })
  await page.getByLabel('Company Name').fill('Wave Riders')
  fail()
  await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible()
  expect(loads).toHaveLength(1)
})

test('a form that did not load is replaced by an error, and a reload helps', async ({ page }) => {
  const error = page.getByRole('alert').filter({ hasText: "This part of the page didn't load" })
  await openAs(page, 'luca@example.com', '/profile?section=settings')
  await page.route('**/ProfileForm-*.js', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(error).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
  await error.getByRole('button', { name: 'Reload the page' }).click()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(page.getByLabel('Full Name')).toBeVisible()
})

test('the sign-in dialog opens after a reload if it did not load', async ({ page }) => {
  await page.goto('/')
  await page.route('**/SignInDialog-*.js', (route) => route.abort(), { times: 1 })
  await page.getByRole('banner').getByRole('link', { name: 'List your community' }).click()
  const frame = page.getByRole('dialog', { name: 'Sign in (not loaded)' })
  await expect(frame.getByRole('alert')).toHaveText(
    "This dialog didn't load. Check your connection, then reload the page to open it.",
  )
  await expect(page.getByRole('button', { name: 'Reload the page' })).toHaveCount(1)
  await frame.getByRole('button', { name: 'Reload the page' }).click()
  await signIn(page, 'luca@example.com')
  await expect(page.getByRole('dialog', { name: 'List your community' })).toBeVisible()
})

test('the dashboard, which needs the auth client, appears after one automatic reload', async ({
  page,
}) => {
  await openAs(page, 'admin@example.com', '/privacy')
  const loads = countLoads(page)
  await page.route('**/client-*.js', (route) =>
    loads.length < 2 ? route.abort() : route.continue(),
  )
  await page.goto('/admin?view=all')
  await expect(page.locator('main tbody td').first()).toBeVisible()
  expect(loads).toHaveLength(2)
})

test('a session in the URL is kept until its code has loaded', async ({ page }) => {
  const link = await createLink(page, 'mei@example.com')
  await page.route('**/email-links-*.js', (route) => route.abort(), { times: 1 })
  await page.goto(link)
  const notice = page.getByRole('alert').filter({ hasText: "This page didn't load completely" })
  await notice.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('heading', { name: 'My Communities' })).toBeVisible()
  await expect(page).toHaveURL('/profile')
})

test('a token leaves the URL before the dialog has loaded', async ({ page }) => {
  await page.route('**/SignInDialog-*.js', (route) => route.abort())
  await page.goto('/?confirm=recovery_c0ffee')
  const frame = page.getByRole('dialog', { name: 'Set a new password (not loaded)' })
  await expect(frame).toBeVisible()
  await expect(page).toHaveURL('/?sign-in=yes')
  await page.unroute('**/SignInDialog-*.js')
  await frame.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('dialog', { name: 'Set a new password' })).toBeVisible()
})

/** Collects the loads of the page from now on. */
function countLoads(page: Page): Request[] {
  const loads: Request[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(request)
  })
  return loads
}

import { expect, test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'
import { openProfile, signIn } from '../../tooling/journeys/sign-in.ts'

test('the error screen appears if a screen fails to load, and can reload it', async ({
  page,
  consoleErrors,
}) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await page.route('**/PrivacyScreen*', (route) => route.abort())
  await page.getByRole('link', { name: 'Privacy' }).click()
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await page.unroute('**/PrivacyScreen*')
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible()
  // The console reports the simulated failure only.
  expect(consoleErrors.splice(0).every((line) => /PrivacyScreen|ERR_FAILED/.test(line))).toBe(true)
})

test.describe('the sign-in form on a bad connection', () => {
  const form = '**/SignInDialog-*.js'

  test('shows its loading state at once and can be closed', async ({ page }) => {
    await page.goto('/')
    await page.route(form, () => undefined)
    const button = page.getByRole('button', { name: 'Sign in' })
    await button.click()
    const frame = page.getByRole('dialog', { name: 'Sign in (loading)' })
    await expect(frame).toBeVisible({ timeout: 1000 })
    await expect(frame).toContainText('Loading...')
    await page.keyboard.press('Escape')
    await expect(frame).toBeHidden()
    await expect(button).toBeFocused()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('loads when the user tries again', async ({ page, consoleErrors }) => {
    await page.goto('/')
    await page.route(form, (route) => route.abort())
    await page.getByRole('button', { name: 'Sign in' }).click()
    const frame = page.getByRole('dialog', { name: 'Sign in (not loaded)' })
    await expect(frame.getByRole('alert')).toHaveText(
      "This dialog didn't load. Check your connection and try again.",
    )
    await page.unroute(form)
    await frame.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('dialog', { name: 'Sign in', exact: true })).toBeVisible()
    await expect(page.getByLabel('Email')).toBeVisible()
    expect(consoleErrors.splice(0).every((line) => /ERR_FAILED/.test(line))).toBe(true)
  })

  test('signs in when the session tools load at the second attempt', async ({
    page,
    consoleErrors,
  }) => {
    const session = '**/session-tools-*.js'
    await page.goto('/')
    await page.route(session, (route) => route.abort())
    await page.getByRole('button', { name: 'Sign in' }).click()
    const frame = page.getByRole('dialog', { name: 'Sign in (not loaded)' })
    await expect(frame.getByRole('alert')).toBeVisible()
    await page.unroute(session)
    await frame.getByRole('button', { name: 'Try again' }).click()
    await signIn(page, 'admin@example.com')
    await expect(page.getByRole('button', { name: /^Account menu/ })).toBeVisible()
    expect(consoleErrors.splice(0).every((line) => /ERR_FAILED/.test(line))).toBe(true)
  })

  test('opens when the connection returns, and restores the focus', async ({
    page,
    context,
    consoleErrors,
  }) => {
    await page.goto('/')
    const button = page.getByRole('button', { name: 'Sign in' })
    await expect(button).toBeVisible()
    await context.setOffline(true)
    await button.click()
    await expect(page.getByRole('dialog', { name: 'Sign in (not loaded)' })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByLabel('Email')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    consoleErrors.splice(0)
  })
})

test('Edit opens the dialog before its code has loaded', async ({ page }) => {
  await openProfile(page, 'luca@example.com')
  const release = await holdRequests(page, '**/CommunityDialog-*.js')
  await page.getByRole('button', { name: 'Edit Zürich Lake Swimmers' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Community (loading)' })).toBeVisible()
  release()
  await expect(page.getByLabel('Community Name')).toHaveValue('Zürich Lake Swimmers')
})

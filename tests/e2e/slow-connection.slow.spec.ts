import { expect, test } from './fixtures.ts'
import { openProfile, signIn } from '../../tooling/journeys/sign-in.ts'

test('a screen that cannot be loaded shows the error screen, with a way home', async ({
  page,
  complaints,
}) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await page.route('**/PrivacyScreen*', (route) => route.abort())
  await page.getByRole('link', { name: 'Privacy' }).click()
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await page.unroute('**/PrivacyScreen*')
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible()
  // The failure made on purpose is told in the console, and nothing else.
  expect(complaints.splice(0).every((line) => /PrivacyScreen|ERR_FAILED/.test(line))).toBe(true)
})

test.describe('the sign-in form on a bad connection', () => {
  const form = '**/SignInDialog-*.js'

  test('is announced at once, and can be called off', async ({ page }) => {
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

  test('is asked for again when somebody tries again', async ({ page, complaints }) => {
    await page.goto('/')
    await page.route(form, (route) => route.abort())
    await page.getByRole('button', { name: 'Sign in' }).click()
    const frame = page.getByRole('dialog', { name: 'Sign in (not loaded)' })
    await expect(frame.getByRole('alert')).toHaveText(
      'This dialog did not load. Check your connection and try again.',
    )
    await page.unroute(form)
    await frame.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('dialog', { name: 'Sign in', exact: true })).toBeVisible()
    await expect(page.getByLabel('Email')).toBeVisible()
    expect(complaints.splice(0).every((line) => /ERR_FAILED/.test(line))).toBe(true)
  })

  test('signs in also when what keeps the session came at the second attempt', async ({
    page,
    complaints,
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
    expect(complaints.splice(0).every((line) => /ERR_FAILED/.test(line))).toBe(true)
  })

  test('opens by itself when the connection is back, and gives the focus back', async ({
    page,
    context,
    complaints,
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
    complaints.splice(0)
  })
})

test('pressing Edit shows the dialog before its code has arrived', async ({ page }) => {
  let arrive = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await openProfile(page, 'luca@example.com')
  await page.route('**/CommunityDialog-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Edit Zürich Lake Swimmers' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Community (loading)' })).toBeVisible()
  arrive()
  await expect(page.getByLabel('Community Name')).toHaveValue('Zürich Lake Swimmers')
})

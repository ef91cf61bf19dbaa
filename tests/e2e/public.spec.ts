import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'

const screens = [
  { path: '/', heading: 'Back Soon', title: 'Back Soon · Waypost' },
  { path: '/communities', heading: 'Back Soon', title: 'Back Soon · Waypost' },
  { path: '/business-partnership', heading: /./, title: /· Waypost$/ },
  { path: '/privacy', heading: 'Privacy Policy', title: 'Privacy Policy · Waypost' },
  { path: '/no-such-place', heading: 'Page not found', title: 'Page not found · Waypost' },
]

/** Pixels of an element that its width leaves no room for. */
const hiddenSideways = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)

for (const { path, heading, title } of screens) {
  test(`${path} has its title and heading, and fits every phone`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page).toHaveTitle(title)
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 640 })
      expect(await hiddenSideways(page, 'html')).toBe(0)
      expect(await hiddenSideways(page, 'header a span')).toBe(0)
    }
  })
}

test('nobody who is not signed in gets past the guards, and is brought there after signing in', async ({
  page,
}) => {
  await page.goto('/profile')
  await expect(page).toHaveURL('/')
  await signIn(page, 'mei@example.com')
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('heading', { name: 'My Communities' })).toBeVisible()

  await page.goto('/admin')
  await expect(page.getByText('Access denied')).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('the public pages load neither the Supabase client nor a form before they are needed', async ({
  page,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Back Soon' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(
    loaded.filter((url) => /supabase-js|supabase\/client|radix|react-hook-form/.test(url)),
  ).toEqual([])
})

test('a screen that cannot be loaded shows the error screen, with a way home', async ({
  page,
  complaints,
}) => {
  await page.goto('/')
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

test('the business form sends nothing and stores nothing', async ({ page }) => {
  await page.goto('/business-partnership')
  await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const secrets = ['Sunny Hostel', 'host@example.com', 'very-secret-99']
  await page.getByLabel('Company Name').fill('Sunny Hostel')
  await page.getByLabel('Work Email').fill('host@example.com')
  await page.getByLabel('Password').fill('very-secret-99')
  await page.getByRole('button', { name: 'Get Started' }).click()
  await expect(page.getByText('Nothing was sent')).toBeVisible()
  expect(requests).toEqual([])
  const stored = await page.evaluate(async () => {
    const databases = await indexedDB.databases()
    return JSON.stringify({
      local: Object.entries(localStorage),
      session: Object.entries(sessionStorage),
      cookies: document.cookie,
      databases: databases.map(({ name }) => name),
      caches: await caches.keys(),
      history: window.history.state,
      address: window.location.href,
      name: window.name,
    })
  })
  for (const secret of secrets) expect(stored).not.toContain(secret)
  expect(JSON.parse(stored)).toMatchObject({ cookies: '', databases: [], caches: [] })
  await page.reload()
  for (const field of await page.getByRole('textbox').all()) await expect(field).toHaveValue('')
})

test('the theme follows the system until one is chosen, and is remembered', async ({
  page,
  complaints,
}) => {
  const background = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const light = 'rgb(246, 239, 226)'
  const dark = 'rgb(22, 19, 16)'
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  expect(await background()).toBe(dark)
  await page.getByRole('button', { name: 'Light' }).click()
  await expect.poll(background).toBe(light)
  // Before any script of the app has run: the first paint already has it.
  await page.route(/assets\/app-.*\.js$/, (route) => route.abort())
  await page.goto('/privacy')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  expect(complaints.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')])
  await page.unroute(/assets\/app-.*\.js$/)
  await page.goto('/privacy')
  await expect(page.getByRole('button', { name: 'Light' })).toHaveAttribute('aria-pressed', 'true')
  const other = await page.context().newPage()
  await other.emulateMedia({ colorScheme: 'dark' })
  await other.goto('/')
  await other.getByRole('button', { name: 'System' }).click()
  await expect.poll(background).toBe(dark)
})

test('being offline is said, and taken back', async ({ page, context, complaints }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Back Soon' })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(/^You are offline/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/^You are offline/)).toBeHidden()
  // The development server misses its page for a moment.
  complaints.splice(0)
})

test('the privacy policy is printed whole, without the frame of the site', async ({ page }) => {
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByText('April 11, 2025')).toBeVisible()
  const ink = await page.evaluate(() => {
    const [red = 255] = (getComputedStyle(document.body).color.match(/\d+/g) ?? []).map(Number)
    return red
  })
  expect(ink).toBeLessThan(80)
})

import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { signIn } from '../../tooling/journeys/sign-in.ts'

const pages = [
  { path: '/', heading: 'Back Soon' },
  { path: '/communities', heading: 'Back Soon' },
  { path: '/business-partnership', heading: 'Meet travellers where they already talk' },
  { path: '/privacy', heading: 'Privacy Policy' },
]

/** Lets no such file arrive until what it returns is called. */
async function hold(page: Page, files: string): Promise<() => void> {
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route(files, async (route) => {
    await held
    await route.continue()
  })
  return () => goOn()
}

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false })

  for (const { path, heading } of pages) {
    test(`${path} can be read`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page).toHaveTitle(/ · Waypost$/)
      await expect(page.locator('meta[name="description"]')).toHaveCount(1)
    })
  }
})

test('search engines are asked to leave the placeholder out, and nothing else', async ({
  page,
}) => {
  for (const { path, heading } of pages) {
    // oxlint-disable-next-line no-await-in-loop -- One page shows one after the other.
    const html = await (await page.request.get(path)).text()
    const [head = ''] = html.split('</head>')
    expect([path, head.includes('content="noindex"')]).toEqual([path, heading === 'Back Soon'])
  }
})

for (const { path, heading } of pages) {
  test(`${path} stays as it is while the app takes it over`, async ({ page }) => {
    const goOn = await hold(page, '**/assets/*.js')
    await page.goto(path, { waitUntil: 'commit' })
    const title = page.getByRole('heading', { level: 1, name: heading })
    await expect(title).toBeVisible()
    const painted = await title.elementHandle()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeHidden()

    goOn()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
    expect(await painted?.evaluate((node) => node.isConnected)).toBe(true)
  })
}

test('nothing of the app is asked for before the page is painted', async ({ page }) => {
  await page.goto('/privacy')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  const times = await page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
    asked: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ startTime }) => startTime),
  }))
  expect(times.asked.length).toBeGreaterThan(2)
  expect(Math.min(...times.asked)).toBeGreaterThan(times.painted)
})

test('a button pressed before the app is there does its work once it is', async ({ page }) => {
  const goOn = await hold(page, '**/assets/*.js')
  await page.goto('/business-partnership', { waitUntil: 'commit' })
  await page.getByLabel('Company Name').fill('Sunny Hostel')
  await page.getByLabel('Password').fill('very-secret-99')
  await page.getByRole('button', { name: 'Get Started' }).click()
  await expect(page).toHaveURL('/business-partnership')
  goOn()
  await expect(page.getByText('Please enter your work email')).toBeVisible()
  await expect(page.getByLabel('Company Name')).toHaveValue('Sunny Hostel')
  await expect(page.getByText('Please enter your company name')).toBeHidden()
  await expect(page).toHaveURL('/business-partnership')
})

test('a chosen theme is there before the app is', async ({ page }) => {
  await page.goto('/privacy')
  await page.getByRole('button', { name: 'Dark' }).click()
  // Pressed before the app listens, it takes effect only once it does.
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.route('**/assets/*.js', () => undefined)
  await page.goto('/privacy', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

for (const [path, screen, title, email] of [
  ['/profile', 'ProfileScreen', 'Your profile', 'luca@example.com'],
  ['/admin', 'AdminScreen', 'Admin Dashboard', 'admin@example.com'],
] as const) {
  test(`${path} shows its title until its file is there`, async ({ page }) => {
    await page.goto('/profile')
    await signIn(page, email)
    await expect(page.getByRole('heading', { name: 'Your profile' })).toBeVisible()
    const goOn = await hold(page, `**/assets/${screen}-*.js`)
    const letIn = page.waitForResponse(/profiles\?select=/)
    await page.goto(path)
    await letIn
    await expect(page.getByRole('button', { name: /^Account menu, [^@]+$/ })).toBeVisible()
    await expect(page.getByRole('main').getByText(title)).toBeVisible()
    goOn()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  })
}

test('no part of the app asks for the styles again', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet' || request.url().endsWith('.css'))
      asked.push(request.url())
  })
  await page.goto('/profile')
  await signIn(page, 'luca@example.com')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(page.getByLabel('Full Name')).toBeVisible()
  expect(asked).toEqual([])
})

test.describe('a page whose app does not arrive', () => {
  test.beforeEach(async ({ page }) => {
    await page.route('**/assets/*.js', (route) => route.abort('internetdisconnected'))
    await page.goto('/profile')
    await expect(page.getByRole('alert')).toContainText('This page did not load completely.')
    await page.unroute('**/assets/*.js')
  })

  test.afterEach(({ complaints }) => {
    expect(complaints.splice(0).every((line) => /ERR_INTERNET_DISCONNECTED/.test(line))).toBe(true)
  })

  test('says so, and is whole once it is reloaded', async ({ page }) => {
    await page.getByRole('button', { name: 'Reload the page' }).click()
    await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByRole('alert')).toBeHidden()
  })

  test('goes on by itself when the connection is back', async ({ page, context }) => {
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
  })
})

test('an address that leads nowhere is answered with 404', async ({ page }) => {
  const answer = await page.goto('/no-such-place')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})

test('a page that a host answers with another file is shown all the same', async ({ page }) => {
  await page.route('**/privacy', async (route) => {
    const home = await route.fetch({ url: new URL('/', route.request().url()).href })
    await route.fulfill({ response: home })
  })
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
})

import { expect, test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'
import { openPage } from './site-pages.ts'
import { signIn } from '../../tooling/journeys/sign-in.ts'
import { protectedPages, publicPages } from '../../tooling/site/pages.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('every public page is readable, and only the placeholder is marked noindex', async ({
    page,
  }) => {
    for (const { path, heading, title, isIndexed } of publicPages) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page).toHaveTitle(`${title} · Waypost`)
      await expect(page.locator('meta[name="description"]')).toHaveCount(1)
      await expect(page.locator('noscript p')).toBeVisible()
      await expect(page.locator(':is(button, input):visible')).toHaveCount(0)
      const noindex = await page.locator('meta[content="noindex"]').count()
      expect([path, noindex > 0]).toEqual([path, !isIndexed])
    }
  })
})

test('the app takes the place of a static page', async ({ page }) => {
  const release = await holdRequests(page, '**/assets/*.js')
  await page.goto('/privacy', { waitUntil: 'commit' })
  const title = { level: 1, name: 'Privacy Policy', includeHidden: true }
  await expect(page.getByRole('heading', title)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeHidden()

  release()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
  // Also in the dialog's background.
  await expect(page.getByRole('heading', title)).toHaveCount(1)
  await expect(page.locator('#static')).toHaveCount(0)
})

test('the app loads only after the first paint', async ({ page }) => {
  await page.goto('/privacy')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  const times = await page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
    requested: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ startTime }) => startTime),
  }))
  expect(times.requested.length).toBeGreaterThan(2)
  expect(Math.min(...times.requested)).toBeGreaterThan(times.painted)
})

test('input and a click from before the app is ready take effect once it is', async ({ page }) => {
  const release = await holdRequests(page, '**/assets/*.js')
  await page.goto('/business-partnership', { waitUntil: 'commit' })
  await page.getByLabel('Company Name').fill('Sunny Hostel')
  await page.getByLabel('Password').fill('very-secret-99')
  await page.getByRole('button', { name: 'Get Started' }).click()
  await expect(page).toHaveURL('/business-partnership')
  release()
  await expect(page.getByText('Please enter your work email')).toBeVisible()
  await expect(page.getByLabel('Company Name')).toHaveValue('Sunny Hostel')
  await expect(page.getByText('Please enter your company name')).toBeHidden()
  await expect(page).toHaveURL('/business-partnership')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a menu that was opened before the app is ready stays open', async ({ page }) => {
    const release = await holdRequests(page, '**/assets/*.js')
    await page.goto('/privacy', { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Menu' }).click()
    const link = page.getByRole('link', { name: 'For businesses' })
    await expect(link).toBeVisible()
    release()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await link.click()
    await expect(page).toHaveURL('/business-partnership')
    await expect(link).toBeHidden()
  })

  test('a link to the form leads there before and after the app is ready, and Tab continues there', async ({
    page,
  }) => {
    const release = await holdRequests(page, '**/assets/*.js')
    await page.goto('/business-partnership', { waitUntil: 'commit' })
    const link = page.getByRole('link', { name: 'Go to the sign-up form' })
    const expectForm = async () => {
      await page.keyboard.press('Tab')
      await expect(page.getByLabel('Company Name')).toBeFocused()
      await expect(page.getByLabel('Company Name')).toBeInViewport()
    }
    await expect(link).toBeInViewport()
    await link.press('Enter')
    await expect(page).toHaveURL(/#/)
    release()
    await expect(page.locator('#static')).toHaveCount(0)
    await expectForm()
    await link.press('Enter')
    await expectForm()
  })
})

for (const sitePage of protectedPages) {
  const { path, screen, heading } = sitePage
  test(`${path} shows its heading while its screen loads`, async ({ page }) => {
    await openPage(page, sitePage)
    const release = await holdRequests(page, `**/assets/${screen}-*.js`)
    const accessGranted = page.waitForResponse(/profiles\?select=/)
    await page.goto(path)
    await accessGranted
    await expect(page.getByRole('button', { name: /^Account menu, [^@]+$/ })).toBeVisible()
    await expect(page.getByRole('main').getByText(heading)).toBeVisible()
    release()
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  })
}

test('no chunk loads the styles that the page inlines', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet' || request.url().endsWith('.css'))
      requested.push(request.url())
  })
  await page.goto('/profile?section=settings')
  await signIn(page, 'luca@example.com')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(page.getByLabel('Full Name')).toBeVisible()
  expect(requested).toEqual([])
})

test.describe('a page whose app fails to load', () => {
  test.beforeEach(async ({ page }) => {
    await page.route('**/assets/*.js', (route) => route.abort('internetdisconnected'))
    await page.goto('/profile')
    await expect(page.getByRole('alert')).toContainText("This page didn't load completely.")
    await page.unroute('**/assets/*.js')
  })

  test.afterEach(({ consoleErrors }) => {
    const logged = consoleErrors.splice(0)
    expect(logged).not.toEqual([])
    expect(logged.filter((line) => !/ERR_INTERNET_DISCONNECTED/.test(line))).toEqual([])
  })

  test('offers to reload', async ({ page }) => {
    await page.getByRole('button', { name: 'Reload the page' }).click()
    await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByRole('alert')).toBeHidden()
  })

  test('reloads when the connection is back', async ({ page, context }) => {
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
  })
})

test('a page renders even if the host responds with the file of another page', async ({ page }) => {
  await page.route('**/privacy', async (route) => {
    const home = await route.fetch({ url: new URL('/', route.request().url()).href })
    await route.fulfill({ response: home })
  })
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
})

import { expect, test } from './fixtures.ts'

test('public pages do not load the Supabase client or a form, and show a notice while the browser is offline', async ({
  page,
  context,
  consoleErrors,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Back Soon' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(
    loaded.filter((url) => /supabase-js|supabase\/client|radix|react-hook-form/.test(url)),
  ).toEqual([])
  await context.setOffline(true)
  await expect(page.getByText(/^You're offline/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/^You're offline/)).toBeHidden()
  // Requests fail while offline, which the browser logs.
  consoleErrors.splice(0)
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
      url: window.location.href,
      name: window.name,
    })
  })
  for (const secret of secrets) expect(stored).not.toContain(secret)
  expect(JSON.parse(stored)).toMatchObject({ cookies: '', databases: [], caches: [] })
  await page.reload()
  for (const field of await page.getByRole('textbox').all()) await expect(field).toHaveValue('')
})

test('the theme follows the system until the visitor chooses one, which is stored', async ({
  page,
  consoleErrors,
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
  // The first paint has the theme, before any script of the app runs.
  await page.route(/assets\/app-.*\.js$/, (route) => route.abort())
  await page.goto('/privacy')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await expect.poll(() => consoleErrors).toEqual([expect.stringContaining('ERR_FAILED')])
  consoleErrors.splice(0)
  await page.unroute(/assets\/app-.*\.js$/)
  await page.goto('/privacy')
  await expect(page.getByRole('button', { name: 'Light' })).toHaveAttribute('aria-pressed', 'true')
  const other = await page.context().newPage()
  await other.emulateMedia({ colorScheme: 'dark' })
  await other.goto('/')
  await other.getByRole('button', { name: 'System' }).click()
  await expect.poll(background).toBe(dark)
})

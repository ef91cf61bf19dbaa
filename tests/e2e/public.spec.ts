import { expect, test } from './fixtures.ts'

const screens = [
  { path: '/', heading: 'Back Soon', title: 'Back Soon · Waypost' },
  { path: '/communities', heading: 'Back Soon', title: 'Back Soon · Waypost' },
  { path: '/business-partnership', heading: /./, title: /· Waypost$/ },
  { path: '/privacy', heading: 'Privacy Policy', title: 'Privacy Policy · Waypost' },
  { path: '/no-such-place', heading: 'Page not found', title: 'Page not found · Waypost' },
]

for (const { path, heading, title } of screens) {
  test(`${path} has its title and heading, and fits the narrowest phone`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page).toHaveTitle(title)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
  })
}

test('nobody who is not signed in gets past the guards, and is brought there after signing in', async ({
  page,
}) => {
  await page.goto('/profile')
  await expect(page).toHaveURL('/')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill('mei@example.com')
  await dialog.getByLabel('Password', { exact: true }).fill('travel-together')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
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

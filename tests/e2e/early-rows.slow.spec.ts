import type { Page } from '@playwright/test'
import { createSession, openAs } from '../../tooling/journeys/sign-in.ts'
import { expect, test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'

/* The first rows of /profile are requested once, before the app has loaded. Owners see those of their last visit
   meanwhile. tests/component/early-rows.test.tsx has the fast tests. */

const rowsPath = '/rest/v1/communities'

for (const [path, account, early, content] of [
  ['/profile', 'luca@example.com', `**${rowsPath}?*`, 'main li h3'],
  ['/admin', 'admin@example.com', '**/rest/v1/profiles?*', 'main article h2'],
] as const) {
  test(`${path} requests rows once, the first ones before the app has loaded`, async ({ page }) => {
    const requested = recordRequests(page)
    const release = await holdRequests(page, '**/assets/*.js')
    const response = page.waitForResponse(early)
    await openAs(page, account, path, { waitUntil: 'commit' })
    await response
    release()
    await expect(page.locator(content).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(requested).toEqual([...new Set(requested)])
  })
}

test('on a phone, the font of the headings loads after the first rows', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const release = await holdRequests(page, `**${rowsPath}?*`)
  let isFontRequested = false
  page.on('request', (request) => {
    if (request.url().includes('/assets/fraunces-')) isFontRequested = true
  })
  await openAs(page, 'luca@example.com', '/profile')
  await expect(page.locator('#static')).toHaveCount(0)
  await expect(page.locator('main .animate-pulse').first()).toBeVisible()
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(isFontRequested).toBe(false)
  release()
  await expect(page.locator('main li h3').first()).toBeVisible()
  await expect.poll(() => isFontRequested).toBe(true)
})

/** Returns the URLs and bodies of the requests to the database. The list grows while the page loads. */
function recordRequests(page: Page): string[] {
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/'))
      requested.push(`${request.url()} ${request.postData() ?? ''}`)
  })
  return requested
}

test('rows that were requested for another user are not used', async ({ page }) => {
  const other = await createSession(page, 'mei@example.com')
  const release = await holdRequests(page, '**/assets/*.js')
  const response = page.waitForResponse(`**${rowsPath}?*`)
  await openAs(page, 'luca@example.com', '/profile', { waitUntil: 'commit' })
  await response
  await page.evaluate(
    (value) => localStorage.setItem('community-app-session', value),
    JSON.stringify(other),
  )
  const request = page.waitForRequest(`**${rowsPath}?*`)
  release()
  expect((await request).headers()['authorization']).toBe(`Bearer ${String(other['access_token'])}`)
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await expect(page.getByText('Laureles Co-Working Club')).toHaveCount(0)
})

test('a repeated visit shows the communities of the last one until the new ones arrive', async ({
  page,
}) => {
  await openAs(page, 'luca@example.com', '/profile')
  const rows = page.getByRole('main').getByRole('listitem')
  await rows.first().waitFor()
  const names = await rows.getByRole('heading').allTextContents()

  await page.route(`**${rowsPath}?*`, async (route) => {
    const response = await route.fetch()
    const [first, ...others] = await response.json()
    await route.fulfill({ json: [{ ...first, name: 'A new name' }, ...others] })
  })
  const release = await holdRequests(page, `**${rowsPath}?*`)
  await page.reload()
  await expect(rows.getByRole('heading')).toHaveText(names)
  release()
  await expect(page.getByRole('heading', { name: 'A new name' })).toBeVisible()
})

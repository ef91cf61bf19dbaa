import { expect, test } from '../fixtures.ts'
import { holdRequests } from '../hold-requests.ts'

test('the rows of a search are requested once, before the app has loaded', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/')) requested.push(request.url())
  })
  const release = await holdRequests(page, '**/assets/*.js')
  const response = page.waitForResponse('**/rest/v1/rpc/*_directory*')
  await page.goto('/communities?q=SURF%20%20bali', { waitUntil: 'commit' })
  await response
  release()
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(requested).toEqual([...new Set(requested)])
})

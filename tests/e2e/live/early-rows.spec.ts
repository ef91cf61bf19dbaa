import { expect, test } from '../fixtures.ts'
import { expectFontAfterRows } from '../font-after-rows.ts'
import { holdRequests } from '../hold-requests.ts'

const urls = {
  'sorted list': '/communities?sort=members',
  filter: '/communities?place=Bali&sort=members',
  search: '/communities?q=SURF%20%20bali',
  'community that the build does not have':
    '/communities?community=aaaaaaaa-0000-4000-8000-000000000001',
}

for (const [name, url] of Object.entries(urls)) {
  test(`the rows of a ${name} are requested once, before the app has loaded`, async ({ page }) => {
    const requested: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/rest/v1/')) requested.push(request.url())
    })
    const release = await holdRequests(page, '**/assets/*.js')
    const response = page.waitForResponse('**/rest/v1/rpc/*_directory*')
    await page.goto(url, { waitUntil: 'commit' })
    await response
    release()
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(requested).toEqual([...new Set(requested)])
  })
}

test('on a phone, a filter loads the font of headings after its first cards', async ({ page }) => {
  await expectFontAfterRows(page, {
    open: () => page.goto(urls.filter),
    early: '**/rest/v1/rpc/search_directory*',
    content: 'main article',
  })
})

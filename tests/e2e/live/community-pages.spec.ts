import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { addCommunity } from '../../../tooling/journeys/demo-rows.ts'
import { cards, openList } from '../../../tooling/journeys/directory.ts'
import { deployedUrl, liveSiteFolder } from '../../../tooling/site/build-site.ts'
import { expectReadable } from '../readable.ts'
import { expect, test } from '../fixtures.ts'
import { holdRequests } from '../hold-requests.ts'
import { recordLayoutShifts } from '../layout-shifts.ts'

const id = 'aaaaaaaa-0000-4000-8000-000000000001'
const name = 'Atlantic Kite Crew'
const path = `/communities/${id}/`
const appUrl = `/communities?community=${id}&place=Cape+Town`

const headingOf = (page: Page, title = name) => page.getByRole('heading', { level: 1, name: title })

/** Returns the properties that a link preview reads from HTML, without running scripts. */
function readPreview(html: string): Record<string, string> {
  const [head = ''] = html.split('</head>')
  const tags = head.matchAll(/<meta\s+(?:property|name)="([^"]+)"\s+content="([^"]*)"/g)
  return Object.fromEntries(
    [...tags].map(([, property = '', content = '']) => [
      property,
      content.replaceAll('&amp;', '&'),
    ]),
  )
}

test('a link preview describes the community, with an absolute image URL and its real size', async ({
  page,
  request,
  app,
}) => {
  const response = await request.get(path)
  expect(response.status()).toBe(200)
  const html = await response.text()
  const preview = readPreview(html)
  expect(preview).toMatchObject({
    'og:title': `${name} · Waypost`,
    'og:description': expect.stringMatching(
      /^Wind checks at seven.* Cape Town, about 410 members, says the owner\.$/,
    ),
    'og:url': deployedUrl + path,
    'og:image:alt': `Image of ${name}`,
    'twitter:card': 'summary_large_image',
  })
  expect(html).toContain(`<link rel="canonical" href="${deployedUrl}${path}"/>`)
  // WhatsApp reads only the beginning of a page.
  expect(html.indexOf('og:image:alt')).toBeLessThan(20_000)

  const image = preview['og:image'] ?? ''
  expect(image).toMatch(/^https:\/\/waypost\.example\/storage\/.*-compressed\.jpg$/)
  await page.goto('/privacy')
  const size = await page.evaluate(
    async (url) => {
      const bitmap = await createImageBitmap(await (await fetch(url)).blob())
      return [String(bitmap.width), String(bitmap.height)]
    },
    image.replace(deployedUrl, app.url),
  )
  expect([preview['og:image:width'], preview['og:image:height']]).toEqual(size)
})

test('the sitemap lists every page of a community', () => {
  const sitemap = readFileSync(join(liveSiteFolder, 'sitemap.xml'), 'utf8')
  const files = readdirSync(join(liveSiteFolder, 'communities'))
  const ids = files.filter((file) => file !== 'feed.xml')
  expect(ids.length).toBeGreaterThan(15)
  const listed = [...sitemap.matchAll(/<loc>[^<]*\/communities\/([^<]*)\/<\/loc>/g)]
  expect(new Set(listed.map(([, listedId]) => listedId))).toEqual(new Set(ids))
})

test('no file of the site reveals an invite link, an owner or an email', async ({ app }) => {
  const { driver } = app.backend.connection
  const { rows: owners } = await driver.query<{ id: string; email: string }>(
    'select id, email from public.profiles',
  )
  const { rows: links } = await driver.query<{ code: string }>(
    `select regexp_replace(whatsapp_link, '.*/', '') as code from public.communities`,
  )
  const secrets = [
    ...owners.flatMap((owner) => [owner.id, owner.email]),
    ...links.map((link) => link.code),
  ]
  expect(secrets.length).toBeGreaterThan(25)
  const files = readdirSync(liveSiteFolder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && /\.(html|xml|txt|js|css)$/.test(file.name))
    .map((file) => join(file.parentPath, file.name))
  const leaks = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return secrets.filter((secret) => text.includes(secret)).map((secret) => `${file}: ${secret}`)
  })
  expect(leaks).toEqual([])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('visitors see everything but buttons, the links work, and search engines get structured data', async ({
    page,
  }) => {
    await page.goto(path)
    await expect(headingOf(page)).toBeVisible()
    const scripts = page.locator('script[type="application/ld+json"]')
    await expect(scripts).toHaveCount(1)
    expect(JSON.parse((await scripts.textContent()) ?? '')).toMatchObject({
      '@type': 'Organization',
      name,
      url: deployedUrl + path,
      image: expect.stringContaining(`${deployedUrl}/storage/`),
    })
    const main = page.getByRole('main')
    for (const text of [
      /^Wind checks at seven/,
      'Cape Town, South Africa',
      'About 410 members, says the owner',
      'May 3, 2026',
    ]) {
      await expect(main.getByText(text).first()).toBeVisible()
    }
    await expect(page.locator('noscript p')).toBeVisible()
    await expect(page.locator('button:visible')).toHaveCount(0)
    const others = page.getByRole('list', { name: 'More in Cape Town' })
    await expect(others.getByRole('article')).toHaveCount(4)
    const link = others.getByRole('link').first()
    const title = (await link.textContent()) ?? ''
    await link.click()
    await expect(headingOf(page, title)).toBeVisible()
    await expect(page).toHaveURL(/\/communities\/[\w-]{36}\/$/)
  })
})

test.describe('in a browser in another time zone', () => {
  test.use({ timezoneId: 'Pacific/Kiritimati' })

  test('the app takes the place of the static page without moving anything', async ({ page }) => {
    const readShifts = await recordLayoutShifts(page)
    // A phone, whose header is as tall as the button for signing in.
    await page.setViewportSize({ width: 412, height: 823 })
    const release = await holdRequests(page, '**/assets/*.js')
    await page.goto(`${path}?utm_source=whatsapp`, { waitUntil: 'commit' })
    await expect(headingOf(page)).toBeVisible()
    await expect(page).toHaveURL(`${appUrl}&utm_source=whatsapp`)
    const main = page.getByRole('main')
    const before = await main.innerText()
    const image = main.locator('img').first()
    const place = await image.boundingBox()
    const refreshed = page.waitForResponse(/get_directory_community/)
    release()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await refreshed
    expect(await main.innerText()).toBe(before)
    // A pixel is not a layout shift, but makes the image a new, larger element that is painted late.
    expect(await image.boundingBox()).toEqual(place)
    expect(await readShifts()).toBeLessThan(0.001)
  })
})

test('Back leaves a shared link for the page before it', async ({ page }) => {
  await page.goto('/privacy')
  await page.goto(path)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page).toHaveURL(appUrl)
  await page.getByRole('list', { name: 'More in Cape Town' }).getByRole('link').first().click()
  await expect(headingOf(page)).toBeHidden()
  await page.goBack()
  await expect(headingOf(page)).toBeVisible()
  await page.goBack()
  await expect(headingOf(page, 'Privacy Policy')).toBeVisible()
  await page.goForward()
  await expect(headingOf(page)).toBeVisible()
  await expect(page).toHaveURL(appUrl)
})

test('a card opens in the app, and its static page in a new tab', async ({ page, context }) => {
  await openList(page)
  const link = cards(page).getByRole('link', { name })
  await expect(link).toHaveAttribute('href', path)
  const newTab = context.waitForEvent('page')
  await link.click({ modifiers: ['ControlOrMeta'] })
  const tab = await newTab
  await expect(headingOf(tab)).toBeVisible()
  await tab.close()
  const navigations: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) navigations.push(request.url())
  })
  await link.click()
  await expect(page).toHaveURL(appUrl)
  await expect(headingOf(page)).toBeVisible()
  await page.goBack()
  await expect(link).toBeFocused()
  expect(navigations).toEqual([])
})

test('a community that was withdrawn since the build says so once the app has checked', async ({
  page,
  app,
}) => {
  const withdrawn = 'aaaaaaaa-0000-4000-8000-000000000005'
  await app.backend.connection.driver.query(
    `update public.communities set status = 'rejected' where id = $1`,
    [withdrawn],
  )
  const release = await holdRequests(page, '**/rest/v1/rpc/get_directory_community*')
  await page.goto(`/communities/${withdrawn}/`)
  await expect(headingOf(page, 'Desk with a View')).toBeVisible()
  release()
  await expect(headingOf(page, 'This community is not listed')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Communities in Cape Town' })).toBeVisible()
  await expect(page.locator('link[rel="canonical"]')).toHaveCount(0)
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
})

test('a community newer than the build opens with status 200 and the preview of the site, also if its URL has a changed end', async ({
  page,
  app,
  request,
  consoleErrors,
}) => {
  const added = await addCommunity(app.backend, {
    name: 'Newer Than the Build',
    status: 'approved',
  })
  const response = await page.goto(`/communities/${added}/?utm_source=whatsapp`)
  expect(response?.status()).toBe(200)
  const html = await (await request.get(`/communities/${added}/`)).text()
  expect(html).toContain('<meta property="og:title" content="Waypost: ')
  expect(html).toContain(`<meta property="og:image" content="${deployedUrl}/og.png"`)
  // It would name another page.
  expect(html).not.toContain('og:url')
  await expect(headingOf(page, 'Newer Than the Build')).toBeVisible()
  await expect(page).toHaveURL(`/communities?community=${added}&utm_source=whatsapp`)
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
    'href',
    `${deployedUrl}/communities/${added}/`,
  )
  await page.goto(path.slice(0, -1))
  await expect(headingOf(page)).toBeVisible()
  // Email programs and gateways changed these links.
  for (const link of [
    `${path}).`,
    `/communities%3Fcommunity=${id}`,
    `/communities?community=${id}.`,
  ]) {
    await page.goto(link)
    await expect(headingOf(page)).toBeVisible()
    await expect(page).toHaveURL(`/communities?community=${id}`)
  }
  // Only that path is not below /communities/.
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('/communities%3Fcommunity=')])
})

test('a host without rules opens a community newer than the build through 404.html', async ({
  page,
  consoleErrors,
}) => {
  await page.route('**/communities/*/', (route) =>
    route.fulfill({
      status: 404,
      contentType: 'text/html',
      path: join(liveSiteFolder, '404.html'),
    }),
  )
  await page.goto(path)
  await expect(headingOf(page)).toBeVisible()
  // The browser logs the status.
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('status of 404')])
})

test('a community and the list print addresses instead of what only works on a screen', async ({
  page,
}) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const url of [path, '/communities']) {
    await page.goto(url)
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(
      page.locator(':is(button, input, select, nav, [role=status]):visible'),
    ).toHaveCount(0)
    const address = page.locator(`[data-address="${deployedUrl}${path}"]:visible`)
    // The list may have been refreshed meanwhile.
    await expect
      .poll(() => address.evaluate((element) => getComputedStyle(element, '::after').content))
      .toBe(`"${deployedUrl}${path}"`)
  }
})

test('the page is accessible before the app has started', async ({ page }) => {
  // Axe itself is a script, so the app's scripts are blocked instead of all.
  await page.route('**/assets/*.js', () => undefined)
  await page.goto(path, { waitUntil: 'commit' })
  await expect(headingOf(page)).toBeVisible()
  await expectReadable(page, 'before the app')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

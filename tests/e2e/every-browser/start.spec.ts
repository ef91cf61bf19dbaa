import { expect, test } from './fixtures.ts'
import { launchFirefox } from './puppeteer.ts'

// In other browsers, every page behaves as if it were in front.
const tag = '@firefox'
test(
  'a field keeps the focus if the app starts while another page is in front',
  { tag },
  async ({ app }) => {
    const firefox = await launchFirefox()
    try {
      const page = await firefox.newPage()
      let release = () => {}
      const released = new Promise<void>((resolve) => (release = resolve))
      await page.setRequestInterception(true)
      page.on('request', async (request) => {
        if (/\/assets\/.*\.js$/.test(request.url())) await released
        await request.continue()
      })
      await page.goto(`${app.url}/business-partnership`, { waitUntil: 'domcontentloaded' })
      await page.type('input[autocomplete="organization"]', 'Sunny')
      await firefox.newPage()
      await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(false)
      release()
      const hasStaticPage = () => page.evaluate(() => document.getElementById('static') !== null)
      await expect.poll(hasStaticPage).toBe(false)
      expect(await page.evaluate(() => document.activeElement?.getAttribute('autocomplete'))).toBe(
        'organization',
      )
    } finally {
      await firefox.close()
    }
  },
)

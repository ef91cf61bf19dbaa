import { type Browser, ElementHandle, launch } from 'puppeteer-core'
import { otherBrowsers } from '../../../tooling/browser/other-browsers.ts'
import type { Handle, Size, Tab } from './tab.ts'

/** Starts Firefox, controlled over WebDriver BiDi. */
export function launchFirefox(extraPrefsFirefox: Record<string, unknown> = {}): Promise<Browser> {
  const firefox = otherBrowsers.find(({ project }) => project === 'firefox')
  const executablePath = firefox?.path ?? 'firefox'
  return launch({ browser: 'firefox', executablePath, extraPrefsFirefox })
}

/** Opens a tab of Chromium or Firefox. */
export async function openPuppeteerTab(browser: Browser, size: Size): Promise<Tab> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  await page.setViewport(size)
  return {
    open: (url) => page.goto(url),
    reload: () => page.reload(),
    url: async () => page.url(),
    evaluate: (expression) => page.evaluate(expression),
    async elements(expression) {
      const found = await page.evaluateHandle(expression)
      if (await found.evaluate((value) => value === null)) return null
      const properties = await found.getProperties()
      return [...properties.values()].flatMap((handle) =>
        handle instanceof ElementHandle ? [toElement(handle)] : [],
      )
    },
    press: (key) => page.keyboard.press(key),
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => context.close(),
  }

  function toElement(handle: ElementHandle): Handle {
    const type = async (text: string) => {
      await handle.focus()
      // The app may just have replaced the element of the static page.
      if (!(await handle.evaluate((element) => element === document.activeElement)))
        throw new Error('The field does not get the focus')
      await page.keyboard.down('Control')
      await page.keyboard.press('a')
      await page.keyboard.up('Control')
      await page.keyboard.type(text)
    }
    return { click: () => handle.click(), type, choose: (option) => handle.select(option) }
  }
}

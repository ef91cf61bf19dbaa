import { writeFile } from 'node:fs/promises'
import { expect, test as base } from '@playwright/test'
import type { LocalSupabase } from '../../../supabase/local/start.ts'
import { freePort } from '../fixtures.ts'
import { serveSite } from '../../../tooling/site/serve-site.ts'
import { launchFirefox, openFirefoxTab } from './firefox.ts'
import { otherBrowsers } from '../../../tooling/browser/other-browsers.ts'
import { Page } from './page.ts'
import type { Size, Tab } from './tab.ts'
import { watchConsole } from './watch-console.ts'
import { openScreen, openWebKitTab } from './webkit.ts'

export { expect }

export const phone: Size = { width: 390, height: 844 }
export const desktop: Size = { width: 1280, height: 800 }

interface Fixtures {
  /** Opens a page in a browser of its own, as another person would. */
  openPage: (size: Size) => Promise<Page>
  /** Every test ends by finding that the consoles had nothing to complain about. */
  silence: void
}

interface App {
  url: string
  backend: LocalSupabase
  /** What the consoles said as an error or a warning, and every request that was refused. */
  complaints: string[]
}

interface WorkerFixtures {
  app: App
  openTab: (size: Size) => Promise<Tab>
}

/** The browser is the one that the Playwright project is named after. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  app: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright insists on a pattern here.
    async ({}, provide) => {
      const complaints: string[] = []
      const watch = watchConsole((line) => complaints.push(line))
      const { url, backend, close } = await serveSite(await freePort(), { plugins: [watch] })
      await provide({ url, backend, complaints })
      await close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  openTab: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide, { project }) => {
      if (project.name === 'webkit') {
        const screen = await openScreen()
        await provide((size) => openWebKitTab(screen.display, size))
        screen.close()
      } else {
        const path = otherBrowsers.find((browser) => browser.project === project.name)?.path
        const firefox = await launchFirefox(path ?? 'firefox')
        await provide((size) => openFirefoxTab(firefox, size))
        await firefox.close()
      }
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  silence: [
    async ({ app }, provide) => {
      await provide()
      expect(app.complaints.splice(0)).toEqual([])
    },
    { auto: true },
  ],
  openPage: async ({ app, openTab }, provide, testInfo) => {
    const tabs: Tab[] = []
    await provide(async (size) => {
      const tab = await openTab(size)
      tabs.push(tab)
      return new Page(tab, app.url)
    })
    if (testInfo.status !== testInfo.expectedStatus) {
      await Promise.all(
        tabs.map(async (tab, index) =>
          writeFile(testInfo.outputPath(`page-${index + 1}.png`), await tab.screenshot()),
        ),
      )
    }
    await Promise.all(tabs.map((tab) => tab.close()))
  },
})

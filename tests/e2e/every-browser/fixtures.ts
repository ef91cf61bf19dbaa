import { writeFile } from 'node:fs/promises'
import { expect, test as base } from '@playwright/test'
import { launch } from 'puppeteer-core'
import type { LocalSupabase } from '../../../supabase/local/start.ts'
import { findBrowser } from '../../../tooling/browser/find-browser.ts'
import { freePort } from '../../../tooling/free-port.ts'
import { serveSite } from '../../../tooling/site/serve-site.ts'
import { restoreRows, saveRows } from '../restore-rows.ts'
import { Page } from './page.ts'
import { launchFirefox, openPuppeteerTab } from './puppeteer.ts'
import type { Size, Tab } from './tab.ts'
import { watchConsole } from './watch-console.ts'
import { openWebKitTab, startScreen } from './webkit.ts'

export { expect }

export const phone: Size = { width: 390, height: 844 }
export const desktop: Size = { width: 1280, height: 800 }

interface Fixtures {
  /** Opens a page in a separate session, as another user. */
  openPage: (size: Size) => Promise<Page>
  /** Fails a test whose pages log an error or a warning. */
  expectNoConsoleErrors: void
  /** Restores the demo data for the next test, once the pages are closed. */
  demoRows: void
}

interface App {
  url: string
  backend: LocalSupabase
  /** Errors and warnings in the consoles, and failed requests. */
  consoleErrors: string[]
}

interface WorkerFixtures {
  app: App
  openTab: (size: Size) => Promise<Tab>
}

/** Runs in Firefox or WebKit if the Playwright project is named after it, otherwise in Chromium. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  app: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires a pattern
    async ({}, provide) => {
      const consoleErrors: string[] = []
      const watch = watchConsole((line) => consoleErrors.push(line))
      const { url, backend, close } = await serveSite(await freePort(), { plugins: [watch] })
      await saveRows(backend)
      await provide({ url, backend, consoleErrors })
      await close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  openTab: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide, { project }) => {
      if (project.name === 'webkit') {
        const screen = await startScreen()
        await provide((size) => openWebKitTab(screen.display, size))
        screen.stop()
      } else {
        const browser = await (project.name === 'firefox'
          ? launchFirefox()
          : launch({ browser: 'chrome', headless: 'shell', ...findBrowser() }))
        await provide((size) => openPuppeteerTab(browser, size))
        await browser.close()
      }
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  expectNoConsoleErrors: [
    async ({ app }, provide) => {
      await provide()
      expect(app.consoleErrors.splice(0)).toEqual([])
    },
    { auto: true },
  ],
  demoRows: [
    async ({ app }, provide) => {
      await provide()
      await restoreRows(app.backend)
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

import { fileURLToPath } from 'node:url'
import {
  type BrowserContext,
  type ConsoleMessage,
  type Page,
  test as base,
  expect,
} from '@playwright/test'
import { freePort } from '../../tooling/free-port.ts'
import { serveSite } from '../../tooling/site/serve-site.ts'
import type { LocalSupabase } from '../../supabase/local/start.ts'
import { restoreRows, saveRows } from './restore-rows.ts'

interface App {
  url: string
  backend: LocalSupabase
}

export interface WorkerOptions {
  /** Uses the site built with the live directory, and opens the directory in the backend. */
  isDirectoryLive: boolean
  /** Requires users to confirm their email address, as on hosted projects. Only on the real services. */
  confirmations: boolean
  /** Whether users can sign in with Google, for which there is a stand-in. Only on the real services. */
  hasGoogle: boolean
}

interface Fixtures {
  /** Opens a page in a separate session, as another user. */
  openPage: () => Promise<Page>
  /** Errors and warnings in the consoles. A test fails if any are left at its end. */
  consoleErrors: string[]
  /**
   * Restores the demo data for the next test, once the pages are closed: an open page may still request what the test has
   * added, and its browser would log that it is gone. Automatic fixtures end last.
   */
  demoRows: void
}

const placeholder = fileURLToPath(new URL('../../public/placeholder.svg', import.meta.url))

export const test = base.extend<Fixtures, { app: App } & WorkerOptions>({
  isDirectoryLive: [false, { option: true, scope: 'worker' }],
  confirmations: [false, { option: true, scope: 'worker' }],
  hasGoogle: [false, { option: true, scope: 'worker' }],
  app: [
    async ({ isDirectoryLive, confirmations, hasGoogle }, provide) => {
      const options = { isLive: isDirectoryLive, confirmations, hasGoogle }
      const site = await serveSite(await freePort(), options)
      await saveRows(site.backend)
      await provide(site)
      await site.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ app }, provide) => provide(app.url),
  consoleErrors: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires a pattern
    async ({}, provide) => {
      const consoleErrors: string[] = []
      await provide(consoleErrors)
      expect(consoleErrors).toEqual([])
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
  context: async ({ context, consoleErrors }, provide) => {
    await prepareContext(context, consoleErrors)
    await provide(context)
  },
  openPage: async ({ browser, app, consoleErrors }, provide) => {
    const opened: BrowserContext[] = []
    await provide(async () => {
      const context = await browser.newContext({ baseURL: app.url })
      opened.push(context)
      await prepareContext(context, consoleErrors)
      return context.newPage()
    })
    await Promise.all(opened.map((context) => context.close()))
  },
})

export { expect }

/** Records console errors and replaces stock photos, so that tests need no network. */
async function prepareContext(context: BrowserContext, consoleErrors: string[]) {
  const record = (message: ConsoleMessage) => {
    const { url } = message.location()
    // Browsers log an error for each page with status 404.
    if (url.includes('/no-such-')) return
    if (['error', 'warning'].includes(message.type()))
      consoleErrors.push(`${message.text()} (${url})`)
  }
  context.on('console', record)
  // Leaving a page aborts its requests. In Chromium 123, the auth client still reports that.
  await context.addInitScript(() => {
    addEventListener('pagehide', () => (console.error = () => undefined))
  })
  context.on('weberror', (event) => consoleErrors.push(String(event.error())))
  await context.route('https://images.unsplash.com/**', (route) =>
    route.fulfill({ path: placeholder }),
  )
}

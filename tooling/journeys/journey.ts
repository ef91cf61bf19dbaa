import { type Locator, type Page, type Request, expect } from '@playwright/test'
import { serviceMessage } from './faults.ts'
import type { Backend } from './demo-rows.ts'
import { signIn } from './sign-in.ts'

/** One action of a user that makes the page call the backend. */
export interface Journey {
  name: string
  /** The demo account to sign in with. */
  account?: 'luca@example.com' | 'mei@example.com' | 'admin@example.com'
  /** Brings the page to the state before the calls. */
  open: (page: Page, backend: Backend) => Promise<unknown>
  /** Makes the calls. */
  act: (page: Page) => Promise<unknown>
  /** Is visible after the calls have succeeded. */
  success: (page: Page) => Locator
  /** The messages that the page may show after a call has failed. */
  failure: RegExp
  /** Checks that the user's input is still there after a failure. */
  expectInputKept?: (page: Page) => Promise<unknown>
}

/** The reasons that a failure message may contain. */
const reasons =
  "couldn't reach the service|service had a problem|session has ended|Too many attempts|don't have permission"
export const anyOf = (...messages: string[]) =>
  new RegExp([...messages, reasons, serviceMessage].join('|'))

/** State that the steps of the running journey share. */
export const current = { number: 0, value: '' }

export const nextNumber = () => (current.number += 1)

export const uniqueName = (name: string) => `${name} ${nextNumber()}`

export const button = (page: Page, name: string | RegExp, exact = true) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact } : { name })
/** Chooses an item of the 'More' menu of a community's row on the profile. */
export async function chooseInRow(page: Page, name: string, item: string) {
  await button(page, `More for ${name}`).click()
  await page.getByRole('menuitem', { name: item }).click()
}
export const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))
export const accountMenu = (page: Page) => button(page, /^Account menu/)

/** Signs in with the account of a journey, unless it has none or is signed in already. */
export async function signInIfNeeded(page: Page, { account }: Pick<Journey, 'account'>) {
  if (!account) return
  await page.goto('/profile')
  const signInDialog = page.getByRole('dialog', { name: 'Sign in' })
  await expect(signInDialog.or(page.getByRole('heading', { name: 'My Communities' }))).toBeVisible()
  if (await signInDialog.isVisible()) await signIn(page, account)
  await expect(page.getByRole('heading', { name: 'My Communities' })).toBeVisible()
}

/** Matches the URLs of backend calls, but not those of the site's own files. */
export const backendCall = /\/(auth|rest|storage|functions)\/v1\//

/** Returns the method and path of a call, up to the first id. */
export const nameCall = (request: Request) =>
  `${request.method()} ${new URL(request.url()).pathname.replaceAll(/[\w-]{36}.*/g, '*')}`

/** Navigates within the app, ten times as fast as loading it, once earlier toasts have disappeared. */
export async function visit(page: Page, path: string) {
  await leave(page, '00:06')
  await navigate(page, path)
}

/** Navigates like `visit`, with an empty query cache. */
export async function visitUncached(page: Page, path: string) {
  await clearCache(page)
  await navigate(page, path)
}

/** Opens a page without queries and lets the cache expire. Then resets the clock, so that no session has expired. */
export async function clearCache(page: Page) {
  await leave(page, '06:00')
  await page.clock.setSystemTime(new Date())
}

/** Opens a page without queries and advances the clock until all toasts have disappeared. */
async function leave(page: Page, time: string) {
  await navigate(page, '/privacy')
  // Queries do not expire while their screen is mounted.
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible()
  await page.clock.fastForward(time)
  // Toasts take another second to fade out.
  await page.clock.fastForward('00:02')
  await expect(page.getByRole('status').filter({ hasText: /\w/ })).toHaveCount(0)
}

/** Navigates within the running app, as a link does. Loads the app if it is not running yet. */
export async function navigate(page: Page, path: string) {
  const headerButton = page
    .getByRole('banner')
    .getByRole('button', { name: /^(Account menu|Sign in)/ })
  if (!(await headerButton.isVisible())) {
    await page.goto(path)
    // The app ignores navigation until it has started.
    return expect(headerButton).toBeVisible()
  }
  return page.evaluate((url) => {
    history.pushState(null, '', url)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Opens a file of the site that does not start the app. */
export const openStaticFile = (page: Page) => page.goto('/placeholder.svg')

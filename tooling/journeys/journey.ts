import { type Locator, type Page, type Request, expect } from '@playwright/test'
import { serviceWords } from './faults.ts'
import type { Backend } from './demo-rows.ts'
import { signIn } from './sign-in.ts'

/** Something a person does in one go, from where the page makes its calls to where it is done. */
export interface Journey {
  name: string
  as?: 'luca@example.com' | 'mei@example.com' | 'admin@example.com'
  /** Brings the page to just before the calls. */
  open: (page: Page, backend: Backend) => Promise<unknown>
  act: (page: Page) => Promise<unknown>
  /** On view once it worked. */
  done: (page: Page) => Locator
  /** What the page says when it did not. */
  says: RegExp
  /** What was typed is still there. */
  kept?: (page: Page) => Promise<unknown>
  /** A read that is asked for with a button, and once more with the same. */
  hasNoRetry?: boolean
}

/** Sentences for what the service said, in the dialogs that show them. */
const reasons =
  'could not reach the service|service had a problem|session has ended|Too many attempts|do not have permission'
export const either = (...messages: string[]) =>
  new RegExp([...messages, reasons, serviceWords].join('|'))

/** What the journey that is under way made, for its steps to find it. */
export const run = { count: 0, current: '' }

export const next = () => (run.count += 1)

/** A name that no other journey has used. */
export const unique = (name: string) => `${name} ${next()}`

export const button = (page: Page, name: string | RegExp, exact = true) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact } : { name })
export const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))
export const accountMenu = (page: Page) => button(page, /^Account menu/)

/** Signs in if it needs somebody and nobody is. */
export async function arrive(page: Page, { as }: Pick<Journey, 'as'>) {
  if (!as) return
  await page.goto('/profile')
  const isAsked = page.getByRole('dialog', { name: 'Sign in' })
  await expect(isAsked.or(page.getByRole('heading', { name: 'Profile Settings' }))).toBeVisible()
  if (await isAsked.isVisible()) await signIn(page, as)
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
}

/** What the page asks of the backend, as opposed to its own files. */
export const calls = /\/(auth|rest|storage|functions)\/v1\//

/** Method and path of a call; ids and what follows them are left out. */
export const nameOf = (request: Request) =>
  `${request.method()} ${new URL(request.url()).pathname.replaceAll(/[\w-]{36}.*/g, '*')}`

/**
 * Goes to an address from another screen of the app, as a link does: loading the app anew takes ten times as
 * long. What was said on a toast before is gone by then.
 */
export async function visit(page: Page, path: string) {
  await leave(page, '00:06')
  await follow(page, path)
}

/**
 * Goes to an address from another screen of the app, as `visit` does, when what was loaded there has been
 * forgotten, as it is after five minutes. Then the clock shows the time it is: no session has ended meanwhile.
 */
export async function visitAnew(page: Page, path: string) {
  await forget(page)
  await follow(page, path)
}

/** Leaves for a screen that loads nothing, and waits until what the others had loaded is forgotten. */
export async function forget(page: Page) {
  await leave(page, '06:00')
  await page.clock.setSystemTime(new Date())
}

/** Leaves for a screen that loads nothing, for so many minutes and seconds. No toast is left then. */
async function leave(page: Page, time: string) {
  await follow(page, '/privacy')
  // What the screen before it had loaded is kept as long as that is on view.
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible()
  await page.clock.fastForward(time)
  // A toast takes another second to fade out.
  await page.clock.fastForward('00:02')
  await expect(page.getByRole('status').filter({ hasText: /\w/ })).toHaveCount(0)
}

/** Goes to an address within the running app, as a link does; loads the app where it is not running yet. */
export async function follow(page: Page, path: string) {
  const isRunning = page
    .getByRole('banner')
    .getByRole('button', { name: /^(Account menu|Sign in)/ })
  if (!(await isRunning.isVisible())) {
    await page.goto(path)
    // Not before would it notice where the next step leads.
    return expect(isRunning).toBeVisible()
  }
  return page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** A file of the site without the app, which asks for nothing. */
export const rest = (page: Page) => page.goto('/placeholder.svg')

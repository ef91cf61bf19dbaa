import { type Locator, type Page, type Request, expect } from '@playwright/test'
import { serviceWords } from '../faults/faults.ts'
import type { Backend } from '../backend.ts'
import { signIn } from '../sign-in.ts'

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

/** A file of the site without the app, which asks for nothing. */
export const rest = (page: Page) => page.goto('/placeholder.svg')

import { expect, type Page } from '@playwright/test'
import { localPublishableKey } from '../../supabase/local/data-folder.ts'
import type { Backend } from './demo-rows.ts'

/** All demo users have the same password. */
const password = 'travel-together'

export const signInButton = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: 'Sign in' })

/** Signs in through the open dialog, with the password. */
export async function signIn(page: Page, email: string) {
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByRole('button', { name: 'Use a password instead' }).click()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** Returns the code in the last email to an address. */
export const readCode = ({ emails }: Pick<Backend, 'emails'>, email: string): string =>
  /^\d{6}$/m.exec(emails.get(email)?.at(-1)?.text ?? '')?.[0] ?? ''

/** Creates a session of a demo user, as returned by the auth service. */
export async function createSession(page: Page, email: string): Promise<Record<string, unknown>> {
  const response = await page.request.post('/auth/v1/token?grant_type=password', {
    headers: { apikey: localPublishableKey },
    data: { email, password },
  })
  return response.json()
}

/** Returns the URL to which a link in an email redirects. */
export async function createLink(page: Page, email: string) {
  const session = await createSession(page, email)
  const fragment = new URLSearchParams({
    access_token: String(session['access_token']),
    refresh_token: String(session['refresh_token']),
    expires_in: '3600',
    token_type: 'bearer',
    type: 'magiclink',
  })
  return `/profile#${fragment.toString()}`
}

/** Opens a page with the session of a demo user in the browser, as on a later visit. */
export async function openAs(
  page: Page,
  email: string,
  path: string,
  options?: Parameters<Page['goto']>[1],
) {
  const session = JSON.stringify(await createSession(page, email))
  // A static file: the app would start without a session.
  await page.goto('/placeholder.svg')
  await page.evaluate((value) => localStorage.setItem('community-app-session', value), session)
  await page.goto(path, options)
}

export async function openProfile(page: Page, email: string) {
  await openAs(page, email, '/profile')
  await expect(page.getByRole('heading', { name: 'My Communities' })).toBeVisible()
}

export async function openSettings(page: Page, email: string) {
  await openAs(page, email, '/profile?section=settings')
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
}

export async function openAdmin(page: Page, path = '/admin?view=all') {
  await openAs(page, 'admin@example.com', path)
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
}

import { expect, type Page } from '@playwright/test'
import { localPublishableKey } from '../../supabase/local/data-folder.ts'

/** Everyone in the demo data has the same. */
const password = 'travel-together'

/** Signs in where the page asks for it. */
export async function signIn(page: Page, email: string) {
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** A new session of a demo person, as the auth service gives it. */
export async function sessionOf(page: Page, email: string): Promise<Record<string, unknown>> {
  const answer = await page.request.post('/auth/v1/token?grant_type=password', {
    headers: { apikey: localPublishableKey },
    data: { email, password },
  })
  return answer.json()
}

/** Opens a page as somebody who signed in on an earlier visit: their session is in the browser. */
export async function openAs(page: Page, email: string, path: string) {
  const session = JSON.stringify(await sessionOf(page, email))
  // A file of the site without the app, which would look for a session while there is none.
  await page.goto('/placeholder.svg')
  await page.evaluate((value) => localStorage.setItem('community-app-session', value), session)
  await page.goto(path)
}

export async function openProfile(page: Page, email: string) {
  await openAs(page, email, '/profile')
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
}

export async function openAdmin(page: Page, path = '/admin') {
  await openAs(page, 'admin@example.com', path)
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
}

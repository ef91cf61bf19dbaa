import type { Page } from '@playwright/test'

/** Signs in where the page asks for it; everyone in the demo data has the same password. */
export async function signIn(page: Page, email: string) {
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill('travel-together')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

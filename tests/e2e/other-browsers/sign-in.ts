import type { Page, Target } from './page.ts'

const signInDialog: Target = { role: 'dialog', name: 'Sign in' }

/** Signs in as a demo user in the dialog that is open. */
export async function signIn(page: Page, email: string) {
  await page.type({ role: 'textbox', name: 'Email', in: signInDialog }, email)
  await page.type({ label: /^Password/, in: signInDialog }, 'travel-together')
  await page.click({ role: 'button', name: 'Sign in', in: signInDialog })
  await page.waitUntilGone(signInDialog)
}

import { expect, test } from '../fixtures.ts'

/* A new account, with Supabase Auth, which requires a confirmed email. */

test.use({ confirmations: true })

test('a new account is confirmed with a click, after a scanner has opened the link', async ({
  page,
  openPage,
  app,
  request,
}) => {
  const email = 'nora.lind@example.com'
  await page.goto('/')
  await page.getByRole('link', { name: 'List your community' }).first().click()
  await page.getByRole('button', { name: 'Use a password instead' }).click()
  await page.getByRole('button', { name: 'Create an account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create your account' })
  await dialog.getByLabel('Name').fill('Nora')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill('correct-horse-7')
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('dialog', { name: 'Check your email' })).toBeVisible()

  const text = app.backend.emails.get(email)?.at(-1)?.text ?? ''
  const [link = ''] = /https?:\/\/\S+/.exec(text) ?? []
  await request.get(link)
  const scanner = await openPage()
  await scanner.goto(link)
  await expect(scanner.getByRole('dialog', { name: 'Confirm your email' })).toBeVisible()

  // The browser in which the account was created continues where it was needed.
  const tab = await page.context().newPage()
  await tab.goto(link)
  await tab.getByRole('button', { name: 'Confirm and sign in' }).click()
  await expect(tab.getByRole('dialog', { name: 'List your community' })).toBeVisible()
  // The dialog hides it from assistive technology.
  const menu = tab.getByRole('button', { name: /^Account menu/, includeHidden: true })
  await expect(menu).toBeVisible()
})

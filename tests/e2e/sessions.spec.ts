import type { Page } from '@playwright/test'
import { addCommunity } from './backend.ts'
import { expect, test } from './fixtures.ts'
import { openAs, openProfile, sessionOf, signIn } from './sign-in.ts'

const signInButton = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: 'Sign in' })
const stored = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...document.cookie.split(';')].join())

test('signing out in one tab signs out the others', async ({ page, context }) => {
  await openProfile(page, 'mei@example.com')
  const other = await context.newPage()
  await other.goto('/profile')
  await expect(other.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
  await other.getByRole('button', { name: /^Account menu/ }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(signInButton(other)).toBeVisible()
  await expect(signInButton(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeHidden()
})

test('signing out works offline, and leaves nothing behind', async ({
  page,
  context,
  complaints,
}) => {
  await openProfile(page, 'mei@example.com')
  await context.addCookies([{ name: 'left', value: '1', url: page.url() }])
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await context.setOffline(true)
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(signInButton(page)).toBeVisible()
  await expect(page.getByText(/^You are signed out here/)).toBeVisible()
  expect(await stored(page)).toBe('')
  await context.setOffline(false)
  await page.goto('/profile')
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
  complaints.splice(0)
})

/** The address to which a link in an email leads. */
async function linkOf(page: Page, email: string) {
  const session = await sessionOf(page, email)
  const fragment = new URLSearchParams({
    access_token: String(session['access_token']),
    refresh_token: String(session['refresh_token']),
    expires_in: '3600',
    token_type: 'bearer',
    type: 'magiclink',
  })
  return `/profile#${fragment.toString()}`
}

test('a session in the address signs in, and the address is cleaned', async ({ page }) => {
  await page.goto(await linkOf(page, 'mei@example.com'))
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
  await expect(page).toHaveURL('/profile')
  await page.goBack()
  expect(page.url()).not.toContain('access_token')
})

test('a link from outside never replaces a session without asking', async ({ page }) => {
  await openProfile(page, 'mei@example.com')
  const link = await linkOf(page, 'luca@example.com')
  // From another site, so that the whole page is loaded anew.
  await page.goto('about:blank')
  await page.goto(link)
  const question = page.getByRole('alertdialog', { name: 'Switch to another account?' })
  await expect(question).toContainText('You are signed in as mei@example.com.')
  await expect(question).toContainText('luca@example.com')
  await expect(page).toHaveURL('/profile')
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('token')
  await question.getByRole('button', { name: 'Keep my account' }).click()
  await page.reload()
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await expect(page.getByText('mei@example.com').first()).toBeVisible()
  await expect(question).toBeHidden()
  await page.keyboard.press('Escape')

  // On the open page the browser only changes the fragment.
  await page.evaluate((address) => window.location.assign(address), link)
  await expect(page).toHaveURL('/profile')
  await question.getByRole('button', { name: 'Switch account' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await expect(page.getByRole('menu')).toContainText('luca@example.com')
  await page.goBack()
  expect(page.url()).not.toContain('access_token')
})

test('what was typed into the profile is still there after a reload and after Back', async ({
  page,
}) => {
  await openProfile(page, 'mei@example.com')
  await page.goto('/privacy')
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Full Name').fill('Mei, half typed')
  await page.reload()
  await expect(page.getByLabel('Full Name')).toHaveValue('Mei, half typed')
  await page.goBack()
  await expect(page).toHaveURL('/privacy')
  await page.goForward()
  await expect(page.getByLabel('Full Name')).toHaveValue('Mei, half typed')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeEnabled()
})

for (const [what, address] of [
  ['an error', '/?error=access_denied&error_code=otp_expired&error_description=Call+this+number'],
  ['an error in the fragment', '/#error=access_denied&error_code=otp_expired'],
  ['a code of another browser', '/?code=12345678-1234-4234-8234-123456789012'],
  ['tokens that are none', '/#access_token=x&refresh_token=y&expires_in=1&token_type=bearer'],
] as const) {
  test(`${what} in the address is explained, and the address is cleaned`, async ({
    page,
    complaints,
  }) => {
    await page.goto(address)
    await expect(page.getByRole('dialog', { name: 'That link did not work' })).toBeVisible()
    await expect(page).toHaveURL('/')
    await expect(page.getByText('Call this number')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(signInButton(page)).toBeVisible()
    complaints.splice(0)
  })
}

test('a session that can not be refreshed asks to sign in, and goes on from there', async ({
  page,
  complaints,
}) => {
  await openProfile(page, 'mei@example.com')
  await page.evaluate(() => {
    for (const [key, value] of Object.entries(localStorage)) {
      if (!value.includes('refresh_token')) continue
      const session = { ...JSON.parse(value), expires_at: 1, refresh_token: 'worn-out' }
      localStorage.setItem(key, JSON.stringify(session))
    }
  })
  await page.reload()
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
  await signIn(page, 'mei@example.com')
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
  complaints.splice(0)
})

test('a person who was deleted elsewhere is told, and signed out', async ({
  page,
  app,
  complaints,
}) => {
  await page.goto('/')
  await signInButton(page).click()
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByLabel('Name').fill('Gone soon')
  await page.getByLabel('Email').fill('gone@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct-horse-7')
  await page.getByRole('button', { name: 'Create account' }).click()
  // Once the profile is there: the page would notice at its first read otherwise, before the visit below.
  await expect(page.getByRole('button', { name: 'Account menu, Gone soon' })).toBeVisible()
  await app.backend.connection.driver.query(
    `delete from auth.users where email = 'gone@example.com'`,
  )
  await page.goto('/profile')
  await expect(page.getByText('This account no longer exists.')).toBeVisible()
  await expect(signInButton(page)).toBeVisible()
  expect(await stored(page)).not.toContain('session')
  complaints.splice(0)
})

test('two tabs edit the same community: the later save says so and loses nothing', async ({
  page,
  context,
  app,
  complaints,
}) => {
  await addCommunity(app.backend, { name: 'Edited twice' })
  await openProfile(page, 'luca@example.com')
  const other = await context.newPage()
  await other.goto('/profile')
  for (const [tab, count] of [
    [page, '11'],
    [other, '22'],
  ] as const) {
    await tab.getByRole('button', { name: 'Edit Edited twice' }).click()
    await tab.getByLabel('Current Member Count').fill(count)
  }
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Community updated successfully')).toBeVisible()
  await other.getByRole('button', { name: 'Save Changes' }).click()
  await expect(other.getByText(/changed by someone else in the meantime/)).toBeVisible()
  await expect(other.getByLabel('Current Member Count')).toHaveValue('22')
  await other.getByRole('button', { name: 'Save mine instead' }).click()
  await expect(other.getByRole('listitem').filter({ hasText: '22 members' })).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('409')])
})

test.describe('a new community', () => {
  const fill = async (page: Page, name: string) => {
    await page.getByLabel('Community Name').fill(name)
    await page.getByLabel('Description').fill('Once only.')
    await page.getByLabel('Location').selectOption('Bali')
    await page.getByLabel('Category').selectOption('Culture')
    await page.getByLabel('Current Member Count').fill('7')
    const code = crypto.randomUUID().replaceAll('-', '').slice(0, 22)
    await page.getByLabel('WhatsApp Link').fill(`https://chat.whatsapp.com/${code}`)
    await page.getByRole('button', { name: 'Use a stock photo' }).click()
    await page.getByRole('checkbox').check()
  }

  test('is listed once, however often the button is pressed', async ({ page, app }) => {
    await openAs(page, 'luca@example.com', '/?list=new')
    await fill(page, 'Pressed twice')
    await page.getByRole('button', { name: 'Submit for review' }).dblclick()
    await expect(page.getByRole('heading', { name: 'Pressed twice' })).toBeVisible()
    const { rows } = await app.backend.connection.driver.query(
      `select 1 from public.communities where name = 'Pressed twice'`,
    )
    expect(rows).toHaveLength(1)
  })

  test('whose page is reloaded in the middle of the save comes back, and is listed once', async ({
    page,
    app,
    complaints,
  }) => {
    await openAs(page, 'luca@example.com', '/?list=new')
    await fill(page, 'Reloaded')
    // The database takes it, and the answer never arrives.
    await page.route('**/rest/v1/communities*', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      await page.reload()
    })
    await page.getByRole('button', { name: 'Submit for review' }).click()
    await expect(page.getByLabel('Community Name')).toHaveValue('Reloaded')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Submit for review' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Reloaded' })).toBeVisible()
    const { rows } = await app.backend.connection.driver.query(
      `select 1 from public.communities where name = 'Reloaded'`,
    )
    expect(rows).toHaveLength(1)
    complaints.splice(0)
  })

  test('is still there after Back and Forward', async ({ page }) => {
    await page.goto('/privacy')
    await page.getByRole('link', { name: 'List your community' }).click()
    await signIn(page, 'luca@example.com')
    await page.getByLabel('Community Name').fill('Back and forth')
    await page.goBack()
    await expect(page).toHaveURL('/privacy')
    await page.goForward()
    await expect(page.getByLabel('Community Name')).toHaveValue('Back and forth')
  })
})

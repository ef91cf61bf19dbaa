import type { Page } from '@playwright/test'
import { addCommunity } from '../../tooling/journeys/demo-rows.ts'
import { fillCommunity } from '../../tooling/journeys/fill-community.ts'
import { createLink, openAs, openProfile, signIn } from '../../tooling/journeys/sign-in.ts'
import { expect, test } from './fixtures.ts'

/* Two tabs of one browser. */

const nameField = (page: Page) => page.getByLabel('Community Name')

const fill = (page: Page, name: string) => fillCommunity(page.getByRole('dialog'), { name })

/** Waits until the browser has stored a draft with this text. */
const expectStored = (page: Page, text: string) =>
  expect
    .poll(() => page.evaluate(() => Object.values(localStorage).join()), { message: text })
    .toContain(text)

const submit = (page: Page) => page.getByRole('button', { name: 'Submit for review' }).click()

test('two tabs list two communities, and a draft can be continued while its own tab is open', async ({
  page,
  context,
}) => {
  await openAs(page, 'luca@example.com', '/?list=new')
  await fill(page, 'Listed in tab A')
  await expectStored(page, 'Listed in tab A')
  const other = await context.newPage()
  await other.goto('/?list=new')
  await expect(nameField(other)).toHaveValue('')
  await nameField(other).fill('Listed in tab B')
  await expectStored(other, 'Listed in tab B')

  // Each tab restores its own draft, also when both reload.
  await Promise.all([page.reload(), other.reload()])
  await expect(nameField(other)).toHaveValue('Listed in tab B')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Listed in tab A' })).toBeVisible()
  await page.getByRole('button', { name: /^Continue the draft/ }).click()
  await expect(nameField(page)).toHaveValue('Listed in tab B')
  await nameField(page).fill('Continued in tab A')
  await expectStored(page, 'Continued in tab A')
  // The other tab stores its input again when it is left.
  await other.reload()
  await expect(nameField(other)).toHaveValue('Listed in tab B')
  await expectStored(page, 'Listed in tab B')
  await expectStored(page, 'Continued in tab A')
})

test('discarding or saving an edit in one tab keeps what was typed in the other', async ({
  page,
  context,
  app,
}) => {
  await addCommunity(app.backend, { name: 'Edited in two tabs' })
  const description = (tab: Page) => tab.getByRole('textbox', { name: 'Description' })
  const edit = (tab: Page) => tab.getByRole('button', { name: 'Edit Edited in two tabs' }).click()
  await openProfile(page, 'luca@example.com')
  const other = await context.newPage()
  await other.goto('/profile')
  await edit(page)
  await edit(other)
  await description(page).fill('Typed in the first tab')
  await description(other).fill('Typed in the second tab')
  await expectStored(page, 'Typed in the first tab')
  await expectStored(page, 'Typed in the second tab')
  await other.getByRole('button', { name: 'Cancel' }).click()
  await other.getByRole('button', { name: 'Discard changes' }).click()
  await edit(other)
  await expect(description(other)).not.toHaveValue(/^Typed/)
  await other.getByLabel('Current Member Count').fill('77')
  await other.getByRole('button', { name: 'Save Changes' }).click()
  await expect(other.getByText('Community updated successfully')).toBeVisible()
  await page.reload()
  await expect(description(page)).toHaveValue('Typed in the first tab')
  await expect(page.getByText(/the community has changed since then/)).toBeVisible()
})

test('a form stays with its account when another tab switches to another one', async ({
  page,
  context,
}) => {
  await openAs(page, 'luca@example.com', '/?list=new')
  await nameField(page).fill('Typed by Luca')
  await expectStored(page, 'Typed by Luca')
  const other = await context.newPage()
  await other.goto('/')
  await other.goto(await createLink(other, 'mei@example.com'))
  await other.getByRole('button', { name: 'Switch account' }).click()
  await expect(page.getByText('You are now signed in as mei@example.com')).toBeVisible()
  await expect(nameField(page)).toHaveValue('')
  await expectStored(page, 'Typed by Luca')
})

test('signing out asks first, and the other tab keeps its open form until it is saved', async ({
  page,
  context,
  app,
}) => {
  await openAs(page, 'luca@example.com', '/?list=new')
  await fill(page, 'Typed before signing out')
  await expectStored(page, 'Typed before signing out')
  const other = await context.newPage()
  await other.goto('/')
  const requestSignOut = async () => {
    await other.getByRole('button', { name: /^Account menu/ }).click()
    await other.getByRole('menuitem', { name: 'Sign out' }).click()
  }
  await requestSignOut()
  await other.getByRole('button', { name: 'Stay signed in' }).click()
  await expectStored(page, 'Typed before signing out')
  await requestSignOut()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(other.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible()

  const form = page.getByRole('dialog', { name: 'List your community' })
  await expect(form.getByText('You signed out in another tab')).toBeVisible()
  await expect(form.getByRole('heading', { name: 'Typed before signing out' })).toBeVisible()
  await submit(page)
  await expect(form.getByText(/Your session has ended/)).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('draft')

  await other.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
  await signIn(other, 'luca@example.com')
  await expect(form.getByText('You signed out in another tab')).toBeHidden()
  await submit(page)
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Typed before signing out' }),
  ).toBeVisible()
  const { rows } = await app.backend.connection.driver.query(
    `select 1 from public.communities where name = 'Typed before signing out'`,
  )
  expect(rows).toHaveLength(1)
})

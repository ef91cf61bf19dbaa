import type { Page } from '@playwright/test'
import { addCommunity } from '../../tooling/journeys/demo-rows.ts'
import { expect, test } from './fixtures.ts'
import { openAs, openProfile, signIn } from '../../tooling/journeys/sign-in.ts'

/* Unsaved input survives reloads and navigation, and a save is stored once. */

test('unsaved input in the profile survives a reload and Back', async ({ page }) => {
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

test('when two tabs edit the same community, the later save reports the conflict and keeps its input', async ({
  page,
  context,
  app,
  consoleErrors,
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
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('412')])
})

test.describe('a new community', () => {
  const fill = async (page: Page, name: string) => {
    await page.getByLabel('Community Name').fill(name)
    await page.getByRole('textbox', { name: 'Description' }).fill('Once only.')
    await page.getByLabel('Location').selectOption('Bali')
    await page.getByLabel('Category').selectOption('Culture')
    await page.getByLabel('Current Member Count').fill('7')
    const code = crypto.randomUUID().replaceAll('-', '').slice(0, 22)
    await page.getByLabel('WhatsApp Link').fill(`https://chat.whatsapp.com/${code}`)
    await page.getByRole('button', { name: 'Use a stock photo' }).click()
    await page.getByRole('checkbox').check()
  }

  test('is listed once when the button is double-clicked', async ({ page, app }) => {
    await openAs(page, 'luca@example.com', '/?list=new')
    await fill(page, 'Pressed twice')
    await page.getByRole('button', { name: 'Submit for review' }).dblclick()
    await expect(page.getByRole('listitem').filter({ hasText: 'Pressed twice' })).toBeVisible()
    const { rows } = await app.backend.connection.driver.query(
      `select 1 from public.communities where name = 'Pressed twice'`,
    )
    expect(rows).toHaveLength(1)
  })

  test('is restored when the page is reloaded during the save, and is listed once', async ({
    page,
    app,
    consoleErrors,
  }) => {
    await openAs(page, 'luca@example.com', '/?list=new')
    await fill(page, 'Reloaded')
    // The database stores it, but the response is lost.
    await page.route('**/rest/v1/communities*', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      await page.reload()
    })
    // Waits for the load event, because the form looks the same before it.
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Submit for review' }).click()
    await reloaded
    await expect(page.getByLabel('Community Name')).toHaveValue('Reloaded')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Submit for review' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Reloaded' })).toBeVisible()
    const { rows } = await app.backend.connection.driver.query(
      `select 1 from public.communities where name = 'Reloaded'`,
    )
    expect(rows).toHaveLength(1)
    consoleErrors.splice(0)
  })

  test('survives Back and Forward', async ({ page }) => {
    await page.goto('/privacy')
    await page.getByRole('link', { name: 'List your community' }).click()
    await signIn(page, 'luca@example.com')
    await page.getByLabel('Community Name').fill('Back and forth')
    await page.goBack()
    // The page behind the sign-in dialog.
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.goForward()
    await expect(page.getByLabel('Community Name')).toHaveValue('Back and forth')
  })
})

test("a password manager's menu works beside the sign-in dialog, which keeps its input", async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in' }).click()
  const email = page.getByRole('dialog', { name: 'Sign in' }).getByLabel('Email')
  await email.fill('mei@example.com')
  await page.evaluate(() => {
    const menu = document.createElement('div')
    menu.style.cssText = 'position: fixed; top: 8px; left: 8px; z-index: 2147483647'
    menu.innerHTML = '<button>Fill in</button><input aria-label="Search logins">'
    document.body.append(menu)
    menu.querySelector('button')?.addEventListener('click', () => (menu.title = 'clicked'))
  })
  await page.getByRole('button', { name: 'Fill in' }).click()
  await expect(page.getByTitle('clicked')).toBeVisible()
  const search = page.getByLabel('Search logins')
  await search.click()
  await page.keyboard.type('mei')
  await expect(search).toHaveValue('mei')
  await page.keyboard.press('Escape')
  await expect(email).toHaveValue('mei@example.com')
  // Beside the dialog.
  await page.mouse.click(20, 400)
  await expect(email).toHaveValue('mei@example.com')
  await email.click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

import { readFileSync } from 'node:fs'
import papaparse from 'papaparse'
import {
  addPending,
  type Backend,
  removeAddedCommunities,
} from '../../tooling/journeys/demo-rows.ts'
import { expect, test } from './fixtures.ts'
import { openAdmin } from '../../tooling/journeys/sign-in.ts'

const readStatus = async (backend: Backend, name: string) => {
  const { rows } = await backend.connection.driver.query<{ status: string }>(
    'select status from public.communities where name = $1',
    [name],
  )
  return rows[0]?.status
}

test.afterEach(({ app }) => removeAddedCommunities(app.backend))

test('an admin works through the queue with the keyboard alone', async ({ page, app }) => {
  await addPending(app.backend, ['Queue one', 'Queue two', 'Queue three'])
  await openAdmin(page)
  await page.getByRole('button', { name: /^Review queue/ }).press('Enter')
  const heading = (name: string) => page.getByRole('heading', { name, level: 2 })
  await expect(heading('Queue one')).toBeVisible()

  await page.keyboard.press('a')
  await expect(heading('Queue two')).toBeFocused()
  // Saved before the next decision, which is the one to undo below.
  await expect(page.getByText('Community approved successfully')).toBeVisible()
  expect(await readStatus(app.backend, 'Queue one')).toBe('approved')

  // A reviewer who knows the keys does not wait for the dialog.
  await page.keyboard.press('r')
  await page.keyboard.press('5')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Community rejected successfully')).toBeVisible()
  await expect(heading('Queue three')).toBeVisible()
  expect(await readStatus(app.backend, 'Queue two')).toBe('rejected')

  await page.keyboard.press('u')
  await expect(page.getByText('Decision undone')).toBeVisible()
  expect(await readStatus(app.backend, 'Queue two')).toBe('pending')

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  const editor = page.getByRole('dialog', { name: 'Edit Community' })
  await expect(editor.getByLabel('Community Name')).toHaveValue(/^Queue (two|three)$/)
})

test('the offer to undo disappears by itself, even after an earlier one was used', async ({
  page,
  app,
}) => {
  await addPending(app.backend, ['Undone', 'Stays approved'])
  await page.clock.install()
  await openAdmin(page, '/admin?view=queue')
  await expect(page.getByRole('heading', { name: 'Undone' })).toBeVisible()
  const offer = page.getByRole('status', { name: 'Last decision' }).getByText('Approved:')
  await page.keyboard.press('a')
  await expect(offer).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Decision undone')).toBeVisible()
  await expect(offer).toBeHidden()
  await page.mouse.move(5, 5)
  await page.keyboard.press('a')
  await expect(offer).toBeVisible()
  await page.clock.runFor(11_000)
  await expect(offer).toBeHidden()
})

test('a second admin sees that the community was already decided', async ({
  page,
  openPage,
  app,
  consoleErrors,
}) => {
  await addPending(app.backend, ['Contested'])
  await openAdmin(page, '/admin?view=queue')
  const other = await openPage()
  await openAdmin(other, '/admin?view=queue')
  await expect(other.getByRole('heading', { name: 'Contested' })).toBeVisible()
  await page.keyboard.press('a')
  await expect(page.getByText('Community approved successfully')).toBeVisible()
  await other.keyboard.press('a')
  await expect(
    other.getByText('Failed to approve community: This community is already approved.'),
  ).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Contested' })).toBeHidden()
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('409')])
})

test('a decision by another admin appears without a reload', async ({ page, openPage, app }) => {
  await addPending(app.backend, ['Approved elsewhere'])
  await page.clock.install()
  await openAdmin(page)
  const row = page.getByRole('row', { name: /Approved elsewhere/ })
  await page.getByRole('searchbox').fill('Approved elsewhere')
  await page.clock.runFor(1000)
  await expect(row.getByText('Pending')).toBeVisible()
  const other = await openPage()
  await openAdmin(other, '/admin?view=queue')
  await expect(other.getByRole('heading', { name: 'Approved elsewhere' })).toBeVisible()
  await other.keyboard.press('a')
  await expect(other.getByText('Community approved successfully')).toBeVisible()
  await page.clock.runFor(16_000)
  await expect(row.getByText('Approved')).toBeVisible()
})

test('filters, sorting and search survive Back and a reload', async ({ page }) => {
  await openAdmin(page)
  const table = page.getByRole('table', { name: 'Communities' })
  await page.getByRole('searchbox').fill('zurich')
  await expect(page).toHaveURL(/q=zurich/)
  await expect(table.getByRole('row')).toHaveCount(6)
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Sports')
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL('/privacy')
  await page.goBack()
  await expect(page).toHaveURL('/admin?q=zurich&category=Sports')
  await expect(page.getByRole('searchbox')).toHaveValue('zurich')
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.goBack()
  await expect(page).toHaveURL('/admin?q=zurich')
  await expect(table.getByRole('row').nth(2)).toBeVisible()
})

test('Back closes the edit dialog, and a reload opens it again', async ({ page }) => {
  await openAdmin(page, '/admin?q=salsa')
  const dialog = page.getByRole('dialog', { name: 'Edit Community' })
  const edit = page.getByRole('button', { name: 'Edit Salsa en la Calle' })
  await edit.click()
  await expect(dialog.getByLabel('Community Name')).toHaveValue('Salsa en la Calle')
  await expect(page).toHaveURL(/q=salsa&edit=[0-9a-f-]{36}$/)
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/admin?q=salsa')
  await expect(edit).toBeVisible()

  await page.goForward()
  await expect(dialog.getByLabel('Community Name')).toHaveValue('Salsa en la Calle')
  await page.reload()
  await expect(dialog.getByLabel('Community Name')).toHaveValue('Salsa en la Calle')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/admin?q=salsa')
})

test('an export has the filtered rows and no formulas', async ({ page, app }) => {
  await addPending(app.backend, ['=HYPERLINK("https://evil.example")', 'Harmless'])
  await openAdmin(page, '/admin?country=Indonesia&status=pending')
  await expect(page.getByRole('cell', { name: /^Harmless/ })).toBeVisible()
  const exportRows = async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Export/ }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^(communities|users)-\d{4}-\d\d-\d\d\.csv$/)
    const text = readFileSync(await download.path(), 'utf8')
    expect(text.charCodeAt(0)).toBe(0xfeff)
    return papaparse.parse<Record<string, string>>(text.slice(1), { header: true }).data
  }
  const communities = await exportRows()
  expect(new Set(communities.map(({ Country, Status }) => `${Country} ${Status}`))).toEqual(
    new Set(['Indonesia Pending']),
  )
  expect(communities.map(({ Name }) => Name)).toEqual(
    expect.arrayContaining(['Harmless', `'=HYPERLINK("https://evil.example")`]),
  )
  await page.getByRole('tab', { name: /^Users/ }).click()
  const userTable = page.getByRole('table', { name: 'Users' })
  await expect(userTable.getByRole('cell', { name: 'mei@example.com' })).toBeVisible()
  const users = await exportRows()
  expect(users).toContainEqual(
    expect.objectContaining({
      Name: 'Mei Tanaka',
      Email: 'mei@example.com',
      Phone: '+66 81 555 0192',
      Role: 'User',
    }),
  )
})

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('tapping a community in the list opens it', async ({ page, app }) => {
    await addPending(app.backend, ['Tap me'])
    await openAdmin(page, '/admin?view=queue&as=list')
    await page.getByRole('button', { name: /^Tap me/ }).click()
    await expect(page).toHaveURL('/admin?view=queue')
    await expect(page.getByRole('heading', { name: 'Tap me' })).toBeVisible()
    await page.getByRole('button', { name: /^Approve/ }).click()
    await expect(page.getByText('Community approved successfully')).toBeVisible()
  })
})

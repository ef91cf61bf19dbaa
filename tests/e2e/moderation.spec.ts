import { readFileSync } from 'node:fs'
import papaparse from 'papaparse'
import { addCommunity, addPending, addReport } from '../../tooling/journeys/demo-rows.ts'
import { expect, test } from './fixtures.ts'
import { openAdmin } from '../../tooling/journeys/sign-in.ts'

test("another admin's decision and new reports appear without a reload", async ({
  page,
  openPage,
  app,
}) => {
  await addPending(app.backend, ['Approved elsewhere'])
  const reported = { name: 'Reported just now', status: 'approved' }
  const reportedId = await addCommunity(app.backend, reported)
  await page.clock.install()
  await openAdmin(page, '/admin?q=Approved+elsewhere')
  const row = page.getByRole('row', { name: /Approved elsewhere/ })
  await expect(row.getByText('Pending')).toBeVisible()
  const other = await openPage()
  await openAdmin(other, '/admin?view=queue')
  await expect(other.getByRole('heading', { name: 'Approved elsewhere' })).toBeVisible()
  await other.keyboard.press('a')
  await expect(other.getByText('Community approved successfully')).toBeVisible()
  await page.clock.runFor(16_000)
  await expect(row.getByText('Approved', { exact: true })).toBeVisible()

  await page.goto('/admin?view=queue&as=list')
  const entries = page.getByRole('list', { name: 'Waiting for review' })
  await expect(entries.getByRole('listitem').first()).toBeVisible()
  const entry = entries.getByRole('listitem').filter({ hasText: reported.name })
  await expect(entry).toBeHidden()
  await addReport(app.backend, reportedId, { reason: 'dead_link' })
  await page.clock.runFor(16_000)
  await expect(entry).toContainText('Reported')
})

test('an export has the filtered rows and no formulas', async ({ page, app }) => {
  await addPending(app.backend, ['=HYPERLINK("https://evil.example")', 'Harmless'])
  await openAdmin(page, '/admin?country=Indonesia&status=pending')
  await expect(page.getByRole('cell', { name: /^Harmless/ })).toBeVisible()
  const exportRows = async () => {
    await page.getByRole('button', { name: 'Manage' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /^Export/ }).click(),
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
  await app.backend.connection.driver.query(
    `insert into public.suspensions (user_id, reason, until)
     select id, '=Spam', '2100-01-02T03:04Z' from public.profiles where email = 'mei@example.com'`,
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
      Suspended: 'Yes',
      'Suspended until (UTC)': '2100-01-02 03:04:00',
      'Reason for suspension': "'=Spam",
    }),
  )
})

test('an admin imports a dropped file with the keyboard, and sees the new communities', async ({
  page,
}) => {
  await openAdmin(page, '/admin?country=Indonesia')
  const menu = page.getByRole('button', { name: 'Manage' })
  await menu.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Places' })).toBeFocused()
  await page.getByRole('menuitem', { name: 'Import CSV' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Import communities' })
  // Until its code has loaded, a frame of the same name is shown.
  await expect(dialog.getByText('Choose a CSV file')).toBeVisible()
  const link = `https://chat.whatsapp.com/${crypto.randomUUID().replaceAll('-', '').slice(0, 22)}`
  const csv = `Name;Description;Location;Category;Languages;WhatsApp link
Tide Pool Walkers;Slow walks;Bali;Exploration;English;${link}
Nowhere;;Bali;Exploration;English;${link}`
  const data = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([content], 'walks.csv'))
    return transfer
  }, csv)
  await dialog.getByRole('heading').dispatchEvent('drop', { dataTransfer: data })
  await expect(dialog.getByText('Description: Please enter a description')).toBeVisible()
  await expect(dialog.getByText('WhatsApp link: The same link as in row 2')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 1 community' }).press('Enter')
  await expect(dialog.getByText('1 community imported, 1 row with a problem')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await expect(page.getByRole('row', { name: /^Tide Pool Walkers/ })).toContainText('Pending')
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Activity' }).press('Enter')
  await expect(page.getByText('1 community imported by')).toBeVisible()
})

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('after a decision, the next community is shown from its top', async ({ page, app }) => {
    await addPending(app.backend, ['Scrolled', 'The next one'])
    await openAdmin(page, '/admin?view=queue')
    await expect(page.getByRole('heading', { name: 'Scrolled' })).toBeVisible()
    await page.getByRole('region', { name: 'Owner', exact: true }).scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: /^Approve/ }).click()
    const heading = page.getByRole('heading', { name: 'The next one' })
    await expect(heading).toBeFocused()
    const isAtTop = async () => {
      const top = (await heading.boundingBox())?.y ?? -1
      return top > 0 && top < 160
    }
    await expect.poll(isAtTop).toBe(true)
  })

  test('the card of a decided community offers Undo, and covers no other card', async ({
    page,
    app,
  }) => {
    await addPending(app.backend, ['Card one', 'Card two'])
    await openAdmin(page, '/admin?q=Card')
    await page.getByRole('button', { name: 'Approve Card one' }).click()
    const card = page.getByRole('row', { name: /^Card one/ })
    await card.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Decision undone')).toBeVisible()
    await expect(card.getByText('Pending')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  })

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

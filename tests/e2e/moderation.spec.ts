import { readFileSync } from 'node:fs'
import papaparse from 'papaparse'
import { addCommunity, addPending, addReport } from '../../tooling/journeys/demo-rows.ts'
import { expect, test } from './fixtures.ts'
import { navigate } from '../../tooling/journeys/journey.ts'
import { openAdmin } from '../../tooling/journeys/sign-in.ts'

test("another admin's decision and new reports appear without a reload", async ({ page, app }) => {
  await addPending(app.backend, ['Approved elsewhere'])
  const reported = { name: 'Reported just now', status: 'approved' }
  const reportedId = await addCommunity(app.backend, reported)
  await page.clock.install()
  await openAdmin(page, '/admin?q=Approved+elsewhere')
  const row = page.getByRole('row', { name: /Approved elsewhere/ })
  await expect(row.getByText('Pending')).toBeVisible()
  await app.backend.connection.driver.query(
    `update public.communities set status = 'approved' where name = 'Approved elsewhere'`,
  )
  await page.clock.runFor(16_000)
  await expect(row.getByText('Approved', { exact: true })).toBeVisible()

  await navigate(page, '/admin?view=queue&as=list')
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

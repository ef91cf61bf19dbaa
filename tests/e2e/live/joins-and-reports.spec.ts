import { addCommunity, addReport } from '../../../tooling/journeys/demo-rows.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { openAdmin, openAs } from '../../../tooling/journeys/sign-in.ts'
import { mockWhatsApp } from '../../../tooling/journeys/directory.ts'

test('an owner sees the joins increase, and an admin resolves a report', async ({
  page,
  openPage,
  app,
}) => {
  const name = 'Counted swimmers'
  const id = await addCommunity(app.backend, { name, status: 'approved' })
  const row = page.getByRole('listitem').filter({ hasText: name })
  await openAs(page, 'luca@example.com', '/profile')
  await expect(row).toContainText('No joins in the last 30 days')

  const visitor = await openPage()
  await mockWhatsApp(visitor.context())
  await openAs(visitor, 'mei@example.com', `/communities?community=${id}`)
  await visitor.getByRole('button', { name: /^Join/ }).first().click()
  await expect
    .poll(async () => {
      const { rows } = await app.backend.connection.driver.query(
        'select from public.community_joins where community_id = $1',
        [id],
      )
      return rows.length
    })
    .toBe(1)

  await page.reload()
  await expect(row).toContainText('1 join in the last 30 days')
  await expect(row.getByRole('img', { name: /^Joins per day from / })).toBeVisible()
  await expectAccessible(page, 'joins')
  await row.getByRole('link', { name: `Public view of ${name}` }).click()
  await expect(page).toHaveURL(`/communities?community=${id}`)
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()

  await addReport(app.backend, id, { reason: 'spam', comment: 'Adverts all day.' })
  await openAdmin(page, '/admin?view=queue&as=list')
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await page.keyboard.press('s')
  await expect(page.getByText('Reports resolved successfully')).toBeVisible()
})

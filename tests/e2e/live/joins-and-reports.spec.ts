import { AxeBuilder } from '@axe-core/playwright'
import { addCommunity, addReport } from '../../../tooling/journeys/demo-rows.ts'
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
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [320, 1280]) {
      // oxlint-disable-next-line no-await-in-loop
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // oxlint-disable-next-line no-await-in-loop
      await page.setViewportSize({ width, height: 800 })
      // oxlint-disable-next-line no-await-in-loop
      const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
      expect(violations.map(({ id: rule }) => rule)).toEqual([])
    }
  }
  await row.getByRole('link', { name: `Public view of ${name}` }).click()
  await expect(page).toHaveURL(`/communities?community=${id}`)
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()

  await addReport(app.backend, id, { reason: 'spam', comment: 'Adverts all day.' })
  await openAdmin(page, '/admin?view=queue&as=list')
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await page.keyboard.press('s')
  await expect(page.getByText('Reports resolved successfully')).toBeVisible()
})

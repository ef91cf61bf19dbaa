import { addPending } from '../../tooling/journeys/demo-rows.ts'
import { openAdmin } from '../../tooling/journeys/sign-in.ts'
import { expect, test } from './fixtures.ts'

test('the offer to undo disappears by itself, even after an earlier one was used', async ({
  page,
  app,
}) => {
  await addPending(app.backend, ['Undone', 'Stays approved'])
  await page.clock.install()
  await openAdmin(page, '/admin?view=queue')
  await expect(page.getByRole('heading', { name: 'Undone' })).toBeVisible()
  const offer = page.getByRole('status', { name: 'Last decision' }).getByText('Community approved')
  await page.keyboard.press('a')
  await expect(offer).toBeVisible()
  await page.getByRole('button', { name: 'Undo U' }).click()
  await expect(page.getByText('Decision undone')).toBeVisible()
  await expect(offer).toBeHidden()
  await page.mouse.move(5, 5)
  await page.keyboard.press('a')
  await expect(offer).toBeVisible()
  await page.clock.runFor(54_000)
  await expect(offer).toBeVisible()
  await page.clock.runFor(2000)
  await expect(offer).toBeHidden()
})

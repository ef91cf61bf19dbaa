import type { Page } from '@playwright/test'
import { openProfile } from '../../tooling/journeys/sign-in.ts'
import { expect, test } from './fixtures.ts'

/** Counts the presses of the mouse and of Enter, as a user feels them. Choosing an option is one more. */
async function countPresses(page: Page) {
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    const count = ({ type, target, key }: { type: string; target: unknown; key?: string }) => {
      const isPress =
        type === 'pointerdown' || key === 'Enter' || target instanceof HTMLSelectElement
      if (isPress) dataset['presses'] = String(1 + Number(dataset['presses'] ?? 0))
    }
    window.addEventListener('pointerdown', count, true)
    window.addEventListener('change', count, true)
    window.addEventListener('keydown', ({ type, key }) => count({ type, target: null, key }), true)
  })
  return () => page.evaluate(() => Number(document.documentElement.dataset['presses']))
}

test('an owner lists a community from its link with at most eight presses', async ({ page }) => {
  await openProfile(page, 'luca@example.com')
  await page.getByRole('link', { name: 'List New Community' }).click()
  const dialog = page.getByRole('dialog', { name: 'List your community' })
  await expect(dialog.getByLabel('WhatsApp Link')).toBeFocused()
  const readPresses = await countPresses(page)
  const choose = async (label: string, option: string) => {
    const select = dialog.getByLabel(label)
    // Opens the menu, which Playwright cannot see.
    await select.dispatchEvent('pointerdown')
    await select.selectOption(option)
  }

  await page.keyboard.insertText('https://chat.whatsapp.com/EightPressesAbcdef0123')
  // The demo server's group.
  await expect(dialog.getByLabel('Community Name')).toHaveValue('Travel friends')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toBeFocused()
  await page.keyboard.insertText('We show each other the town every Friday.')
  await choose('Location', 'Bali')
  await choose('Category', 'Culture')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByLabel('Current Member Count')).toBeFocused()
  await page.keyboard.insertText('120')
  const preview = dialog.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name: 'Travel friends' })).toBeVisible()
  await dialog.getByRole('checkbox').click()
  await expect(dialog.getByText('Next: In review')).toBeVisible()
  await dialog.getByRole('button', { name: 'Submit for review' }).click()
  const presses = await readPresses()
  await expect(page.getByText('Community submitted for review')).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: 'Travel friends' })
  await expect(row.getByText(/^In review/)).toBeVisible()
  expect(presses).toBeLessThanOrEqual(8)
})

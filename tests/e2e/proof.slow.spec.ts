import { openAdmin, openAs } from '../../tooling/journeys/sign-in.ts'
import { translatePages } from '../../tooling/journeys/translate.ts'
import { expect, test } from './fixtures.ts'
import { keyboardFor } from './keyboard.ts'

const name = 'Desk with a View'
// Its group has the newest code in its description (supabase/local/README.md).
const otherLink = 'https://chat.whatsapp.com/DemoProofOther01234567'

test('an owner proves a group by keyboard on a small phone and a translated page, and reads that a link to another one waits', async ({
  page,
  openPage,
}) => {
  test.slow()
  await page.setViewportSize({ width: 320, height: 640 })
  await translatePages(page.context())
  const keyboard = keyboardFor(page)
  await openAs(page, 'amara@example.com', '/profile')
  const row = page.getByRole('listitem').filter({ hasText: name })
  const dialog = page.getByRole('dialog', { name: 'Prove that this is your group' })
  const code = dialog.getByText(/^WP-/)
  const more = row.getByRole('button', { name: /^More for / })

  await keyboard.choose(more, 'Prove that this is your group')
  await expect(code).toBeVisible()
  const first = await code.textContent()
  await page.reload()
  await keyboard.choose(more, 'Prove that this is your group')
  await expect(code).toHaveText(first ?? '')
  await keyboard.press(dialog.getByRole('button', { name: 'Check' }))
  await expect(dialog.getByText('Your community now has the badge.')).toBeVisible()
  await keyboard.press(dialog.getByRole('button', { name: 'Done' }))
  await expect(row.getByText('Verified')).toBeVisible()
  await keyboard.expectFocusKept()

  await keyboard.press(row.getByRole('button', { name: `Edit ${name}` }))
  const form = page.getByRole('dialog', { name: 'Edit Community' })
  await form.getByLabel(/^WhatsApp Link/).fill(otherLink)
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form).toBeHidden()
  await keyboard.press(row.getByRole('button', { name: /^Prove again to publish now/ }))
  await expect(code).toBeVisible()
  await expect(code).not.toHaveText(first ?? '')
  await keyboard.press(dialog.getByRole('button', { name: 'Check' }))
  await expect(dialog.getByText(/^The new link is waiting for review/)).toBeVisible()
  await keyboard.press(dialog.getByRole('button', { name: 'Close' }).last())
  await expect(row.getByText('Changes waiting for review')).toBeVisible()
  await expect(row.getByText('Verified', { exact: true })).toBeVisible()

  const admin = await openPage()
  await openAdmin(admin, '/admin?q=desk+with+a+view')
  await admin.getByRole('button', { name, exact: true }).click()
  const view = admin.getByRole('dialog', { name: 'Community' })
  await expect(view.getByText('Verified', { exact: true }).first()).toBeVisible()
})

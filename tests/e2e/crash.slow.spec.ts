import { expect, test } from './fixtures.ts'

test('a crash outside the screens leaves a page that can be reloaded', async ({
  page,
  consoleErrors,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByLabel('Email').fill('mei@example.com')
  await page.evaluate(() => {
    const insertBefore = Element.prototype.insertBefore
    Element.prototype.insertBefore = function insert<T extends Node>(node: T, next: Node | null) {
      if (this.closest('[role=dialog]')) throw new Error('The dialog crashed')
      return insertBefore.call(this, node, next) as T
    }
  })
  await dialog.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('heading', { name: 'Back Soon' })).toBeVisible()
  expect(consoleErrors.splice(0).every((line) => line.includes('The dialog crashed'))).toBe(true)
})

import { expect, test } from './fixtures.ts'

test('a crash outside the screens leaves a page that can be reloaded', async ({
  page,
  consoleErrors,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByLabel('Email').fill('mei@example.com')
  await dialog.evaluate((root) => {
    const crash = () => {
      throw new Error('The dialog crashed')
    }
    for (const element of root.querySelectorAll('*'))
      Object.assign(element, { appendChild: crash, insertBefore: crash, removeChild: crash })
  })
  await dialog.getByRole('button', { name: 'Use a password instead' }).click()
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('heading', { name: 'Back Soon' })).toBeVisible()
  const logged = consoleErrors.splice(0)
  expect(logged).not.toEqual([])
  expect(logged.filter((line) => !line.includes('The dialog crashed'))).toEqual([])
})

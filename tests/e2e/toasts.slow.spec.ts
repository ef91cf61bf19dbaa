import { findCovered } from './boxes.ts'
import { expect, test } from './fixtures.ts'
import { openAs } from '../../tooling/journeys/sign-in.ts'

test.use({ viewport: { width: 1280, height: 800 } })

test('a toast does not cover the header, even when the offline notice moves it down, and moves below the open menu', async ({
  page,
  context,
  consoleErrors,
}) => {
  const header = {
    list: page.getByRole('banner').getByRole('link', { name: 'List your community' }),
    account: page.getByRole('button', { name: /^Account menu/ }),
  }
  await openAs(page, 'mei@example.com', '/admin')
  const toast = page.getByText('Access denied')
  await expect(toast).toBeVisible()
  expect(await findCovered(page, header)).toEqual([])
  // Hovering keeps the toast open, so the keyboard opens the menu.
  await toast.hover()
  await header.account.press('Enter')
  const menu = page.getByRole('menu')
  await expect(menu).toBeVisible()
  await expect.poll(() => findCovered(page, { menu })).toEqual([])
  await expect(toast).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()

  await context.setOffline(true)
  await expect(page.getByText(/^You're offline/)).toBeVisible()
  await expect.poll(() => findCovered(page, header)).toEqual([])
  await context.setOffline(false)
  consoleErrors.splice(0)
})

test('a toast covers nothing that a visitor presses or reads first', async ({ page }) => {
  await openAs(page, 'luca@example.com', '/profile?section=settings')
  const cancel = page.getByRole('button', { name: 'Cancel' })
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Profile updated successfully')).toBeVisible()
    await expect(cancel).toBeHidden()
    await expect
      .poll(() =>
        page.evaluate(() => {
          const toast = document.querySelector('[data-rht-toaster] > * > *')
          const own = toast?.getBoundingClientRect()
          const controls = document.querySelectorAll(
            'header :is(a, button), main :is(a, button, input, h1, h2, h3)',
          )
          return [...controls]
            .filter((control) => {
              const { left, right, top, bottom } = control.getBoundingClientRect()
              return (
                own && left < own.right && right > own.left && top < own.bottom && bottom > own.top
              )
            })
            .map(({ textContent }) => textContent)
        }),
      )
      .toEqual([])
    await expect(page.getByText('Profile updated successfully')).toBeHidden()
  }
})

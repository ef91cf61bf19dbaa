import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Returns actions for the keyboard alone: each presses Tab until the target has the focus. */
export function keyboardFor(page: Page) {
  const focus = async (target: Locator) => {
    await expect(target).toBeVisible()
    for (let step = 0; step < 150; step += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`The Tab key does not reach ${target.toString()}`)
  }
  return {
    focus,
    press: async (target: Locator) => {
      await focus(target)
      await page.keyboard.press('Enter')
    },
    choose: async (menuButton: Locator, name: string) => {
      await focus(menuButton)
      await page.keyboard.press('ArrowDown')
      const item = page.getByRole('menuitem', { name })
      await expect(page.getByRole('menuitem').first()).toBeFocused()
      const count = await page.getByRole('menuitem').count()
      for (let step = 0; step < count; step += 1) {
        if (await item.evaluate((element) => element === document.activeElement)) break
        await page.keyboard.press('ArrowDown')
      }
      await expect(item).toBeFocused()
      await page.keyboard.press('Enter')
    },
    /** Expects that an action that removed its button, its row or its dialog has not lost the focus. */
    expectFocusKept: () =>
      expect
        .poll(() =>
          page.evaluate(() => {
            const dialog = [...document.querySelectorAll('[role$="dialog"]')].at(-1)
            const { activeElement, body } = document
            return activeElement !== body && (dialog ?? body).contains(activeElement)
          }),
        )
        .toBe(true),
    type: async (target: Locator, text: string) => {
      await focus(target)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
  }
}

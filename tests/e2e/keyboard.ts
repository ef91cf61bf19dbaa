import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** What someone does who has no mouse: Tab until the thing has the focus, then type or press. */
export function keyboardOf(page: Page) {
  const reach = async (target: Locator) => {
    await expect(target).toBeVisible()
    for (let step = 0; step < 150; step += 1) {
      // oxlint-disable-next-line no-await-in-loop
      if (await target.evaluate((element) => element === document.activeElement)) return
      // oxlint-disable-next-line no-await-in-loop
      await page.keyboard.press('Tab')
    }
    throw new Error(`The Tab key does not get to ${target.toString()}`)
  }
  return {
    reach,
    press: async (target: Locator) => {
      await reach(target)
      await page.keyboard.press('Enter')
    },
    type: async (target: Locator, text: string) => {
      await reach(target)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
  }
}

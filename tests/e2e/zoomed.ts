import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** 1280 x 1024 at a zoom of 400%. */
const zoomed = { width: 320, height: 256 }

/** Expects that at 400% nothing scrolls sideways, bars leave room for the content, and none covers what has the focus. */
export async function expectZoomable(page: Page, state: string) {
  await page.setViewportSize(zoomed)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  const covered = new Set<string>()
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    for (const text of await page.evaluate(findCovered)) covered.add(text)
  }
  expect.soft({ state, width, covered: [...covered] }).toEqual({ state, width: 320, covered: [] })
}

/** Describes bars that cover more than a third of the window, or what has the focus. Runs in the page. */
function findCovered(): string[] {
  const { activeElement: focused } = document
  const dialog = document.querySelector('[role="dialog"]')
  const bars = [...(dialog ?? document).querySelectorAll('*')].filter(
    (element) =>
      /sticky|fixed/.test(getComputedStyle(element).position) &&
      element.checkVisibility() &&
      !element.contains(focused) &&
      // The toasts.
      element.childElementCount > 0,
  )
  return bars.flatMap((bar) => {
    const { top, bottom, height } = bar.getBoundingClientRect()
    const box = focused?.getBoundingClientRect()
    const isBehind = box && box.top < bottom && box.bottom > top && box.height < innerHeight
    const name = bar.textContent.slice(0, 30)
    if (height > innerHeight / 3) return [`${name} is ${height} px high`]
    return isBehind ? [`${name} covers ${focused?.outerHTML.slice(0, 90)}`] : []
  })
}

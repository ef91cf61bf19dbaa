import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { waitForAnimations } from './readable.ts'

/** Expects that a finger hits every control, and that a pointer over an icon without a text shows what it does. */
export async function expectTargets(page: Page, state: string) {
  const hasTouch = await page.evaluate(() => matchMedia('(pointer: coarse)').matches)
  const session = await page.context().newCDPSession(page)
  const setTouch = (enabled: boolean) =>
    session.send('Emulation.setTouchEmulationEnabled', { enabled })
  if (!hasTouch) await setTouch(true)
  await page.evaluate(waitForAnimations)
  for (const find of [findSmallTargets, findSilentIcons, findLowRows]) {
    expect.soft([state, await page.evaluate(find)]).toEqual([state, []])
  }
  if (!hasTouch) await setTouch(false)
  await session.detach()
}

/** Returns the controls that are smaller than 44 px. Runs in the page. */
function findSmallTargets(): string[] {
  const controls = document.querySelectorAll('a, button, input, select, textarea, summary')
  return [...controls].flatMap((control) => {
    // The label of a checkbox is pressed, too. A link in a text, or that covers a card, is inline.
    const isBox = control.matches('[type="checkbox"], [type="radio"]')
    const target = (isBox && control.closest('label')) || control
    const { width, height, bottom } = target.getBoundingClientRect()
    const isHidden = width <= 1 || bottom < 0
    const isInText = getComputedStyle(target).display === 'inline' || target.closest('p, svg')
    // A switch has a label beside it.
    if (isHidden || isInText || (isBox && target === control)) return []
    // While a dialog opens, it has a fraction less.
    return width > 43.9 && height > 43.9
      ? []
      : [`${control.outerHTML.slice(0, 90)}: ${width} x ${height}`]
  })
}

/** Returns the controls without a text that have no tooltip. Runs in the page. */
function findSilentIcons(): string[] {
  return [...document.querySelectorAll<HTMLElement>('a, button')]
    .filter((control) => control.getBoundingClientRect().width > 1 && !control.closest('svg'))
    .filter((control) => !control.textContent.trim() && !control.title)
    .map((control) => control.outerHTML.slice(0, 120))
}

/** Returns the rows that scroll sideways and are lower than their controls. Runs in the page. */
function findLowRows(): string[] {
  return [...document.querySelectorAll('.overflow-x-auto')]
    .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
    .map((row) => `${row.outerHTML.slice(0, 120)}: ${row.scrollHeight} > ${row.clientHeight}`)
}

import type { Page } from '@playwright/test'
import { waitForAnimations } from './readable.ts'
import { expect } from './fixtures.ts'

/**
 * Expects that each selected element differs from the others in forced colors, where the system replaces all colors and
 * removes shadows.
 *
 * @param selected the names of the selected elements
 */
export async function expectSelectionVisible(page: Page, selected: (string | RegExp)[]) {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  // The app may not have selected them yet: it replays what was pressed before it started.
  await expect(async () => {
    await page.evaluate(waitForAnimations)
    const pairs = await page.evaluate(compareSelected)
    expect(pairs.filter(({ differs }) => !differs)).toEqual([])
    for (const name of selected) {
      expect(pairs.map((pair) => pair.name)).toContainEqual(
        typeof name === 'string' ? name : expect.stringMatching(name),
      )
    }
  }).toPass({ timeout: 10_000 })
}

/** Compares each selected element with the nearest one of its kind that is not. Runs in the page. */
function compareSelected() {
  const selector =
    '[aria-selected="true"], [aria-pressed="true"], [aria-current]:not([aria-current="false"]), [role="menuitem"]:focus'
  const look = (element: Element) => {
    const { backgroundColor, borderBottomWidth, textDecorationLine } = getComputedStyle(element)
    // The system keeps how opaque a background is, on a background of the same color.
    const background = backgroundColor.replace(/^rgba(.+), [\d.]+\)$/, 'rgb$1)')
    return [background, borderBottomWidth, textDecorationLine].join()
  }
  const findOther = (element: Element) => {
    const role = element.getAttribute('role')
    const kind = element.localName + (role ? `[role="${role}"]` : '')
    for (let around = element.parentElement; around; around = around.parentElement) {
      const other = around.querySelector(`${kind}:not(${selector})`)
      if (other) return other
    }
    return null
  }
  return [...document.querySelectorAll(selector)].map((element) => {
    const other = findOther(element)
    return {
      name: element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '',
      look: look(element),
      other: other && look(other),
      differs: other === null || look(element) !== look(other),
    }
  })
}

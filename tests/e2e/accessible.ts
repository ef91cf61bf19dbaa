import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const widths = [320, 390, 768, 1280]
const colorSchemes = ['light', 'dark'] as const

/** Looks at what is on the page at every width, light and dark. */
export async function expectAccessible(page: Page, what: string) {
  const findings: string[] = []
  // Nor may a screen reader find what is behind a dialog.
  const dialogs = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  if ((await dialogs.count()) > 0) await expect(page.getByRole('main')).toHaveCount(0)
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate(atRest)
      // Otherwise it opens another page each time, for frames, of which there are none.
      const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
      for (const { id, nodes } of violations) {
        const [first] = nodes
        const state = `${what}, ${colorScheme}, ${width}px`
        findings.push(`${state}: ${id} ${first?.html.slice(0, 160)} ${first?.failureSummary}`)
      }
      const reach = await page.evaluate(() => document.documentElement.scrollWidth)
      if (reach > width) findings.push(`${what}, ${width}px: scrolls sideways to ${reach}px`)
    }
  }
  expect(findings).toEqual([])
}

/** Half faded in, nothing has the contrast or the size it will have. Runs in the page. */
export async function atRest() {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(ending.map(({ finished }) => finished))
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
}

import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const widths = [320, 390, 768, 1280]
const colorSchemes = ['light', 'dark'] as const

/** Checks the page with axe at every width, in light and dark, and that it does not scroll sideways. */
export async function expectAccessible(page: Page, state: string) {
  const findings: string[] = []
  // Screen readers must not find the content behind a dialog.
  const dialogs = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  if ((await dialogs.count()) > 0) await expect(page.getByRole('main')).toHaveCount(0)
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate(waitForAnimations)
      // Outside legacy mode, axe opens another page for frames. There are none.
      const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
      for (const { id, nodes } of violations) {
        const [first] = nodes
        findings.push(
          `${state}, ${colorScheme}, ${width}px: ${id} ${first?.html.slice(0, 160)} ${first?.failureSummary}`,
        )
      }
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
      if (scrollWidth > width)
        findings.push(`${state}, ${width}px: scrolls sideways to ${scrollWidth}px`)
    }
  }
  expect(findings).toEqual([])
}

/** Waits until animations have ended: they change contrast and size. Runs in the page. */
export async function waitForAnimations() {
  const nextFrame = () => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
  const running = () =>
    document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      )
  // After a change of the color scheme, transitions start in the next frame, and those of inherited colors after them.
  do {
    await Promise.allSettled(running().map(({ finished }) => finished))
    await nextFrame()
  } while (running().length > 0)
}

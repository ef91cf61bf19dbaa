import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const widths = [320, 390, 768, 1280]

/** Every element is visible at one of these widths: breakpoints only hide elements above or below a width. */
const axeWidths = [320, 1280]

/** Checks the page with axe on a phone and a desktop, in light and dark, and that it scrolls sideways at no width. */
export async function expectAccessible(page: Page, state: string) {
  const findings: string[] = []
  const dialogs = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  const hasDialog = (await dialogs.count()) > 0
  // Screen readers must not find the content behind a dialog.
  if (hasDialog) await expect(page.getByRole('main')).toHaveCount(0)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate(waitForAnimations)
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
    if (scrollWidth > width)
      findings.push(`${state}, ${width}px: scrolls sideways to ${scrollWidth}px`)
    if (!axeWidths.includes(width)) continue
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.evaluate(waitForAnimations)
      // Outside legacy mode, axe opens another page for frames. There are none.
      const axe = new AxeBuilder({ page }).setLegacyMode(true)
      // Only contrast depends on the color scheme.
      const rules = colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {}
      axe.options({ resultTypes: ['violations'], ...rules })
      // Checking the page behind a dialog once is enough, and takes the longest.
      if (hasDialog && (width === 320 || colorScheme === 'dark')) axe.include('[role$="dialog"]')
      const { violations } = await axe.analyze()
      for (const { id, nodes } of violations) {
        const [first] = nodes
        findings.push(
          `${state}, ${colorScheme}, ${width}px: ${id} ${first?.html.slice(0, 160)} ${first?.failureSummary}`,
        )
      }
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

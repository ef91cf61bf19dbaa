import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const widths = [320, 390, 768, 1280]
const colorSchemes = ['light', 'dark'] as const

/** Looks at what is on the page at every width, light and dark. */
export async function expectAccessible(page: Page, what: string) {
  const findings: string[] = []
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      // Otherwise it opens another page each time, for frames, of which there are none.
      const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
      for (const { id, nodes } of violations) {
        findings.push(`${what}, ${colorScheme}, ${width}px: ${id} ${nodes[0]?.html.slice(0, 160)}`)
      }
      const reach = await page.evaluate(() => document.documentElement.scrollWidth)
      if (reach > width) findings.push(`${what}, ${width}px: scrolls sideways to ${reach}px`)
    }
  }
  expect(findings).toEqual([])
}

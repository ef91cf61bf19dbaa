import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './fixtures.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Expects that everything fits, that no line break splits a word, and that axe finds no violations. */
export async function expectReadable(page: Page, state: string) {
  await expectToFit(page, state)
  await expectAccessible(page, state)
}

/** Expects that at every width nothing is wider than the window or cut off in a dialog, and no line break splits a word. */
export async function expectToFit(page: Page, state: string) {
  const shown = page.locator('body, [role$="dialog"]').last()
  const findings: string[] = []
  for (const width of [320, 390, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate(waitForAnimations)
    const split = (await shown.evaluate(splitWords, 30)).map((word) => `splits the word ${word}`)
    const found = [...(await page.evaluate(overflowing)), ...split]
    findings.push(...found.map((finding) => `${state}, ${width}px: ${finding}`))
  }
  // The test continues with the other states.
  expect.soft(findings).toEqual([])
}

/** Checks the page with axe on a light phone and a dark desktop. Behind a dialog, screen readers find nothing. */
export async function expectAccessible(page: Page, state: string) {
  const findings: string[] = []
  const hasDialog = (await page.locator('[role$="dialog"]').count()) > 0
  // Once per page: compiling its 500 kB takes longer than the checks.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  if (hasDialog) await expect(page.getByRole('main')).toHaveCount(0)
  // Every element is visible at one of these widths: breakpoints only hide elements above or below a width.
  for (const [width, colorScheme] of [
    [320, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await page.evaluate(countTransitions), `${state}: transitions`).toBe(0)
    await page.evaluate(waitForAnimations)
    const violations = await page.evaluate(runAxe, hasDialog)
    for (const { id, nodes } of violations) {
      const [first] = nodes
      findings.push(
        `${state}, ${colorScheme}, ${width}px: ${id} ${first?.html.slice(0, 160)} ${first?.failureSummary}`,
      )
    }
  }
  expect.soft(findings).toEqual([])
}

/** Runs in the page. */
async function runAxe(hasDialog: boolean) {
  const shown = hasDialog ? '[role$="dialog"]' : ':root'
  const { violations } = await window.axe.run(shown, { resultTypes: ['violations'] })
  return violations
}

/** Returns how many elements change gradually, which reduced motion turns off. Runs in the page. */
const countTransitions = () =>
  document.getAnimations().filter((animation) => animation instanceof CSSTransition).length

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
  for (let frame = 0; frame < 100; frame += 1) {
    await nextFrame()
    if (running().length === 0) return
  }
}

/** Describes the elements that are too wide. Runs in the page. */
function overflowing() {
  const { documentElement } = document
  const findings: string[] = []
  if (documentElement.scrollWidth > window.innerWidth) {
    findings.push(`the page is ${documentElement.scrollWidth}px wide`)
  }
  for (const box of document.querySelectorAll(
    '[role="dialog"], [role="dialog"] *, [role="alertdialog"] *, [role="menu"], [role="cell"]',
  )) {
    const { overflowX, clip, position } = getComputedStyle(box)
    const isTruncated = overflowX === 'hidden' && box.getAttribute('role') === null
    if (box.clientWidth <= 1 || isTruncated || (position === 'absolute' && clip !== 'auto')) {
      continue
    }
    if (box.scrollWidth > box.clientWidth + 1 && !box.matches('input, textarea, select')) {
      findings.push(`${box.outerHTML.slice(0, 90)} has content of ${box.scrollWidth}px`)
    }
  }
  for (const control of document.querySelectorAll(
    'a, button, input, select, textarea, [role="status"], [data-rht-toaster] > *',
  )) {
    const { left, right, width } = control.getBoundingClientRect()
    // Tabs and segments scroll sideways.
    if (control.closest('.overflow-x-auto')) continue
    const isHidden = width <= 1 || control.closest('.sr-only') || control.matches('[href="#main"]')
    if (!isHidden && (left < -1 || right > window.innerWidth + 1)) {
      findings.push(`${control.outerHTML.slice(0, 90)} extends from ${left} to ${right}`)
    }
  }
  return findings
}

/**
 * Returns the words that a line break splits. Runs in the page.
 *
 * @param longest ignores texts with a longer part without spaces, which may fit on no line
 */
export function splitWords(root: Element, longest = Infinity): string[] {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (texts.nextNode()) {
    const { currentNode } = texts
    const parent = currentNode.parentElement
    // A URL may break anywhere, and text for screen readers is invisible.
    if (!parent || getComputedStyle(parent).wordBreak === 'break-all') continue
    // A comparison marks parts of a link.
    const text = (parent.closest('p') ?? parent).textContent
    const isLong = text.split(/\s/).some((part) => part.length > longest)
    if (isLong || parent.clientWidth === 1) continue
    for (const { 0: word, index } of (currentNode.textContent ?? '').matchAll(/\w{2,}/g)) {
      const range = document.createRange()
      range.setStart(currentNode, index)
      range.setEnd(currentNode, index + word.length)
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0)
      const tops = lines.map(({ top }) => top)
      if (Math.max(...tops) - Math.min(...tops) > 4) found.push(word)
    }
  }
  return found
}

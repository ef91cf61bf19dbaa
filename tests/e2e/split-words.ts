import type { Page } from '@playwright/test'
import { waitForAnimations } from './accessible.ts'
import { expect } from './fixtures.ts'

/** Expects that no line break splits a word at any width, in the open dialog or else on the page. */
export async function expectWholeWords(page: Page, state: string) {
  for (const width of [320, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate(waitForAnimations)
    const dialog = page.getByRole('dialog')
    const shown = (await dialog.count()) > 0 ? dialog : page.locator('body')
    expect([state, width, await shown.evaluate(splitWords)]).toEqual([state, width, []])
  }
}

/** Returns the words that a line break splits. Runs in the page. */
export function splitWords(root: Element): string[] {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (texts.nextNode()) {
    const { currentNode } = texts
    const parent = currentNode.parentElement
    // A URL may break anywhere, and text for screen readers is invisible.
    if (!parent || getComputedStyle(parent).wordBreak === 'break-all') continue
    if (parent.clientWidth === 1) continue
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

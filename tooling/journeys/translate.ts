import type { BrowserContext } from '@playwright/test'

/**
 * Does to each page what a browser's translator does: it replaces each text, also those added later, by a text in
 * `<font>` elements, except in elements with `translate="no"`. Each translation ends with a soft hyphen, which
 * Playwright's locators ignore and a saved value would contain.
 */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(translate)
}

function translate() {
  const softHyphen = '\u00ad'
  const untranslated = '[translate=no], font, head, script, style, textarea, svg'

  function translateText(text: Text) {
    const parent = text.parentElement
    if (!parent || !text.data.trim() || parent.closest(untranslated)) return
    const translation = text.data + softHyphen
    if (parent instanceof HTMLOptionElement) {
      if (!text.data.endsWith(softHyphen)) text.data = translation
      return
    }
    const inner = document.createElement('font')
    inner.textContent = translation
    const outer = document.createElement('font')
    outer.append(inner)
    text.replaceWith(outer)
  }

  function translateIn(root: Node) {
    if (root instanceof Text) return translateText(root)
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
    for (const text of texts) translateText(text)
  }

  addEventListener('DOMContentLoaded', () => {
    // An image, such as an SVG file.
    if (!(document instanceof HTMLDocument)) return
    translateIn(document.body)
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'characterData') translateIn(target)
        else for (const node of addedNodes) translateIn(node)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}

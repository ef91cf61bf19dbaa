/* Where the keyboard is: never on <body> or behind an open dialog because an element was removed. */

const dialogs = '[role="dialog"], [role="alertdialog"]'

/** Whether the focus is lost: no focusable element has it. Browsers move it to the body when its element is removed. */
const isFocusLost = () =>
  !document.activeElement || document.activeElement.matches('body, :disabled')

/** Returns an element and those around it, innermost first. Once it is removed, it no longer has them. */
export function pathOf(start: Element | null): Element[] {
  const path: Element[] = []
  for (let element = start; element; element = element.parentElement) path.push(element)
  return path
}

/** Returns what took the place of a removed element, such as a button whose code has loaded: it has the same label. */
function findReplacement([removed, parent]: readonly Element[]): Element | undefined {
  const label = removed?.getAttribute('aria-label')
  // Without its parent, such as a row of a list, it was not replaced.
  if (!label || !parent?.isConnected) return undefined
  return [...parent.children].find((element) => element.getAttribute('aria-label') === label)
}

/**
 * Moves a lost focus to the first element of a path that can have it: the element itself, its replacement, or what was
 * around it. An open dialog gets the focus instead of what is behind it.
 */
export function restoreFocus(path: readonly Element[]): void {
  // A dialog's own listeners may already have moved it further out.
  const isAround = document.activeElement !== null && path.includes(document.activeElement)
  if (!isFocusLost() && !isAround) return
  const dialog = [...document.querySelectorAll(dialogs)].at(-1)
  const main = document.querySelector('main')
  const [lost, ...around] = path
  const own = [lost, findReplacement(path)]
  for (const element of [...own, ...around, dialog, main]) {
    if (!(element instanceof HTMLElement || element instanceof SVGElement)) continue
    const canHaveFocus = own.includes(element) || element.hasAttribute('tabindex')
    if (!canHaveFocus || !element.isConnected || (dialog && !dialog.contains(element))) continue
    element.focus({ preventScroll: element !== lost })
    if (!isFocusLost()) return
  }
}

/** Whether another program added the element to the page, such as the menu of a password manager. */
export const isForeign = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target !== document.body &&
  target !== document.documentElement &&
  !target.closest(`#root, ${dialogs}, [data-radix-focus-guard]`)

/**
 * Keeps the focus when its element is removed or disabled: it moves to the nearest element around it that can have the
 * focus. A dialog that closes returns the focus itself. Foreign elements can have the focus while a dialog is open; the
 * dialog's own listeners, which are added to the document later, would take it back.
 *
 * @returns a function that stops it
 */
export function keepFocus(): () => void {
  // A prerendered page can have the focus before the app starts.
  let path: readonly Element[] = pathOf(document.activeElement)
  const onFocusIn = (event: FocusEvent) => {
    path = event.target instanceof Element ? pathOf(event.target) : []
    if (isForeign(event.target)) event.stopImmediatePropagation()
  }
  const onFocusOut = (event: FocusEvent) => {
    if (isForeign(event.relatedTarget)) event.stopImmediatePropagation()
  }
  const moveLostFocus = () => {
    const [focused] = path
    if (!focused || (focused.isConnected && !focused.matches(':disabled'))) return
    const lost = path
    path = []
    const isDialogClosing = lost.some((element) => !element.isConnected && element.matches(dialogs))
    if (!isDialogClosing) restoreFocus(lost)
  }
  const observer = new MutationObserver(moveLostFocus)
  observer.observe(document.body, { attributeFilter: ['disabled'], childList: true, subtree: true })
  document.addEventListener('focusin', onFocusIn)
  document.addEventListener('focusout', onFocusOut)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', onFocusIn)
    document.removeEventListener('focusout', onFocusOut)
  }
}

/**
 * Whether a key press may act as a shortcut: without a modifier, which belongs to the browser, and not
 * while text is typed. A key that is held down counts once.
 */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || event.isComposing) return false
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const { target } = event
  if (target instanceof HTMLElement && target.isContentEditable) return false
  return !(
    target instanceof Element && target.closest('input:not([type="checkbox"]), textarea, select')
  )
}

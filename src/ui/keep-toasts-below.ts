export const toastAreaId = 'toasts'

/**
 * Returns a ref that keeps toasts below its element while it is mounted. Create it once: another ref would start anew.
 *
 * @param property the CSS custom property of the toast area that gets the position of its bottom edge, in pixels. Not of
 * the document: every element would inherit it, and a slow phone needs 50 ms to update their styles.
 */
export const keepToastsBelow = (property: string) => (element: Element | null) => {
  const style = document.getElementById(toastAreaId)?.style
  if (!element || !style) return undefined
  const publish = () => style.setProperty(property, `${element.getBoundingClientRect().bottom}px`)
  const observer = new ResizeObserver(publish)
  observer.observe(element)
  // A dialog is centered: its header moves when its content grows.
  if (element.parentElement) observer.observe(element.parentElement)
  window.addEventListener('resize', publish)
  return () => {
    observer.disconnect()
    window.removeEventListener('resize', publish)
    style.removeProperty(property)
  }
}

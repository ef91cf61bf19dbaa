import { useLayoutEffect, type RefObject } from 'react'

/**
 * Keeps toasts below an element while it is mounted.
 *
 * @param property the CSS custom property of the document that gets the position of its bottom edge, in pixels; the
 * toaster reads it
 */
export function useKeepToastsBelow(element: RefObject<Element | null>, property: string) {
  useLayoutEffect(() => {
    const { current } = element
    const { style } = document.documentElement
    if (!current) return undefined
    const publish = () => style.setProperty(property, `${current.getBoundingClientRect().bottom}px`)
    const observer = new ResizeObserver(publish)
    observer.observe(current)
    // A dialog is centered: its header moves when its content grows.
    if (current.parentElement) observer.observe(current.parentElement)
    window.addEventListener('resize', publish)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', publish)
      style.removeProperty(property)
    }
  }, [element, property])
}

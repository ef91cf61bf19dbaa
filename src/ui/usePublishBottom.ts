import { useLayoutEffect, type RefObject } from 'react'

/**
 * Keeps a CSS custom property of the document at the position of an element's bottom edge, in pixels,
 * while the element is mounted. Toasts stay below it.
 *
 * @param property e.g. '--dialog-header-bottom'
 */
export function usePublishBottom(element: RefObject<Element | null>, property: string) {
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

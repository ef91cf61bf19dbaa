import { useLayoutEffect, type RefObject } from 'react'

/**
 * Writes how far down the window an element reaches into a custom property of the document, in
 * pixels, for as long as the element is there. Toasts stay below what is published so.
 *
 * @param element measured whenever its size or the window's changes
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
    // A dialog is centred: its header moves when its content grows.
    if (current.parentElement) observer.observe(current.parentElement)
    window.addEventListener('resize', publish)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', publish)
      style.removeProperty(property)
    }
  }, [element, property])
}

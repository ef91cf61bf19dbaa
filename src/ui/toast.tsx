import { useSyncExternalStore } from 'react'
import type { Renderable, ToastOptions } from 'react-hot-toast'
import { showLoadError } from '../lib/reload.ts'
import type * as LoadedToaster from './Toaster.tsx'

type Options = Pick<ToastOptions, 'id' | 'icon'>

/** Null until loaded: most visits show no toast. */
let loaded: typeof LoadedToaster | null = null
const listeners = new Set<() => void>()

/** Loads the code that shows toasts, so that they also appear offline. */
export async function preloadToasts(): Promise<void> {
  if (loaded) return
  try {
    loaded = await import('./Toaster.tsx')
    for (const listener of listeners) listener()
  } catch {
    showLoadError()
  }
}

const toastAreaId = 'toasts'

export function ToastArea() {
  const area = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => loaded,
    () => null,
  )
  return <div id={toastAreaId}>{area && <area.Toaster />}</div>
}

async function whenLoaded(show: (toaster: typeof LoadedToaster) => void) {
  if (!loaded) await preloadToasts()
  if (loaded) show(loaded)
}

/**
 * Shows a message for some seconds, like `toast` of react-hot-toast. A toast with the `id` of another replaces it. If its
 * code does not load, a notice says that the page is incomplete.
 */
export const toast = Object.assign(
  (message: Renderable, options?: Options) =>
    void whenLoaded(({ hotToast }) => hotToast(message, options)),
  {
    success: (message: Renderable, options?: Options) =>
      void whenLoaded(({ hotToast }) => hotToast.success(message, options)),
    error: (message: Renderable, options?: Options) =>
      void whenLoaded(({ hotToast }) => hotToast.error(message, options)),
  },
)

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

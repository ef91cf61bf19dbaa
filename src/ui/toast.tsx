import { useSyncExternalStore } from 'react'
import type { Renderable, ToastOptions } from 'react-hot-toast'
import { showLoadError } from '../lib/reload.ts'
import type * as LoadedToaster from './Toaster.tsx'

type Options = Pick<ToastOptions, 'id' | 'icon' | 'duration'>

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
    // Offline, the notice at the top of the page says so, and the next toast tries again.
    if (navigator.onLine) showLoadError()
  }
}

export function ToastArea() {
  const area = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => loaded,
    () => null,
  )
  return <div id="toasts">{area && <area.Toaster />}</div>
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

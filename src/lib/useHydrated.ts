import { useDeferredValue, useSyncExternalStore } from 'react'

/**
 * False while React takes over HTML that the build wrote, which knows nothing of this browser: its
 * storage, its address. True from then on, and at once on a page that was not prerendered.
 */
export function useHydrated(): boolean {
  const isHydrated = useSyncExternalStore(
    nothingToFollow,
    () => true,
    () => false,
  )
  // What changes then is rendered in chunks: all at once, it would hold up a slow phone.
  return useDeferredValue(isHydrated)
}

const nothingToFollow = () => () => undefined

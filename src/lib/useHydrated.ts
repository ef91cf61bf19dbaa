import { useDeferredValue, useSyncExternalStore } from 'react'

/**
 * Returns false while React hydrates prerendered HTML, which cannot depend on this browser's storage or URL; true
 * afterwards, and immediately on pages that were not prerendered.
 */
export function useHydrated(): boolean {
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
  // Deferred: rendering the changes all at once would block a slow phone.
  return useDeferredValue(isHydrated)
}

const subscribeToNothing = () => () => undefined

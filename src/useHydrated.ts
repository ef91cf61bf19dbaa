import { useSyncExternalStore } from 'react'

/**
 * False while React takes over HTML that the build wrote, which knows nothing of this browser: its
 * storage, its address. True from then on, and at once on a page that was not prerendered.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    nothingToFollow,
    () => true,
    () => false,
  )
}

const nothingToFollow = () => () => undefined

import { type ReactElement, useDeferredValue, useEffect } from 'react'
import { readProperty } from '../lib/read-property.ts'
import { whenIdle } from '../lib/when-idle.ts'

/* What a screen does once it is shown. Not in lazy.tsx, which every page loads. */

/** Loads the code of likely next steps while the browser is idle; not for users who save data. */
export function usePreload(parts: readonly { preload: () => unknown }[]): void {
  useEffect(() => {
    if (readProperty(readProperty(navigator, 'connection'), 'saveData') === true) return
    whenIdle(() => {
      for (const { preload } of parts) void preload()
    })
  }, [parts])
}

type DeferredProps = {
  placeholder?: ReactElement | null
  /** No texts: they would not be in an element of their own, which a page that is translated requires. */
  children: ReactElement | (ReactElement | false)[]
}

/**
 * Renders its children in the background, in slices: a slow phone shows what surrounds them sooner, and can respond to a
 * tap in between.
 */
export function Deferred({ placeholder = null, children }: DeferredProps) {
  return useDeferredValue(true, false) ? children : placeholder
}

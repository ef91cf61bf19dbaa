import { useDeferredValue, type ReactNode } from 'react'

type Props = {
  /** Takes up the space until then. */
  placeholder?: ReactNode
  children: ReactNode
}

/**
 * Renders its children in the background, in slices: a slow phone shows what surrounds them sooner, and can respond to a
 * tap in between.
 */
export function Deferred({ placeholder = null, children }: Props) {
  return useDeferredValue(true, false) ? children : placeholder
}

import { useDeferredValue, type ReactElement } from 'react'

type Props = {
  placeholder?: ReactElement | null
  /** No texts: they would not be in an element of their own, which a page that is translated requires. */
  children: ReactElement | (ReactElement | false)[]
}

/**
 * Renders its children in the background, in slices: a slow phone shows what surrounds them sooner, and can respond to a
 * tap in between.
 */
export function Deferred({ placeholder = null, children }: Props) {
  return useDeferredValue(true, false) ? children : placeholder
}

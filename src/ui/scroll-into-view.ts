/** A `ref` for what appears after a click and may be outside the window, such as a result at the end of a dialog. */
export const scrollIntoView = (element: Element | null): void =>
  element?.scrollIntoView({ block: 'nearest' })

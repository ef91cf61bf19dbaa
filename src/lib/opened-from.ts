/**
 * Returns the state of a history entry that opens a dialog on top of the page's own entry: closing the dialog goes back,
 * even after a reload.
 */
export const openedFrom = (pathname: string) => ({ dialogOpenedFrom: pathname })

/** Returns the path of the page below the dialog if the previous history entry is that page, else null. */
export function readOpenedFrom(state: unknown): string | null {
  const from: unknown = Reflect.get(Object(state), 'dialogOpenedFrom')
  return typeof from === 'string' ? from : null
}

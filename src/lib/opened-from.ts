/**
 * State of a history entry that opens a dialog on top of a page's own entry. Closing the dialog then
 * goes back, even after a reload.
 */
export const openedFrom = (pathname: string) => ({ dialogOpenedFrom: pathname })

/** The path of the page below the dialog, if that page has the previous history entry. */
export function readOpenedFrom(state: unknown): string | null {
  const from: unknown = Reflect.get(Object(state), 'dialogOpenedFrom')
  return typeof from === 'string' ? from : null
}

/** A second press this soon is part of a double click, or of a key that was hit twice. */
export const doublePressMs = 600

/**
 * Returns a function that every press of Approve or Reject calls, by mouse or key. It returns whether the press must do
 * nothing: it follows another one at once, and meanwhile another item has appeared, which the reviewer has not read.
 *
 * Measured between the events: the handler of a second click can run much later, while the page shows the next item.
 *
 * @param item identifies what is shown, for example the id and the version of a community
 */
export function createDoublePressRule() {
  let last = { item: '', at: -Infinity }
  return (item: string, { timeStamp }: { timeStamp: number }): boolean => {
    const isDouble = timeStamp - last.at < doublePressMs && item !== last.item
    // A third press is measured from the second one, but still compared with the item that was decided.
    last = { item: isDouble ? last.item : item, at: timeStamp }
    return isDouble
  }
}

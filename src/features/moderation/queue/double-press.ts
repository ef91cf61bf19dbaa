/** A second press this soon is part of a double click, or of a key that was hit twice. */
export const doublePressMs = 600

/** The clicks of a double click are at most this far apart, in pixels. A row of the table is higher. */
const samePlacePx = 16

/** A click or a key press, which has no coordinates. */
type Press = { timeStamp: number; clientX?: number; clientY?: number }

/**
 * Returns a function that every press of Approve or Reject calls, by mouse or key. It returns whether the press must do
 * nothing: it follows another one at once, and meanwhile another item has appeared, which the reviewer has not read.
 *
 * Measured between the events: the handler of a second click can run much later, while the page shows the next item.
 *
 * @param item identifies what is shown, for example the id and the version of a community
 */
export function createDoublePressRule() {
  let last: { item: string; press: Press } = { item: '', press: { timeStamp: -Infinity } }
  return (item: string, press: Press): boolean => {
    const isDouble =
      press.timeStamp - last.press.timeStamp < doublePressMs &&
      item !== last.item &&
      !isElsewhere(press, last.press)
    // A third press is measured from the second one, but still compared with the item that was decided.
    last = { item: isDouble ? last.item : item, press }
    return isDouble
  }
}

/** Whether the reviewer has moved the pointer to another button. */
function isElsewhere(press: Press, last: Press): boolean {
  const { clientX = NaN, clientY = NaN } = press
  const distance = Math.hypot(clientX - (last.clientX ?? NaN), clientY - (last.clientY ?? NaN))
  return distance > samePlacePx
}

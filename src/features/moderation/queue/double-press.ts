/** A second press this soon is part of a double click, or of a key that was hit twice. */
export const doublePressMs = 600

/** The clicks of a double click are at most this far apart, in pixels. A row of the table is higher. */
const samePlacePx = 16

/** A click or a key press, which has no coordinates. */
type Press = { timeStamp: number; clientX?: number; clientY?: number }

/**
 * Returns the rule of the desk for double clicks, and for keys that are hit twice.
 *
 * Measured between the events: the handler of a second click can run much later, while the page shows the next item.
 */
export function createDoublePressRule() {
  let last: { item: string; press: Press } = { item: '', press: { timeStamp: -Infinity } }
  return {
    /**
     * Returns whether a press of a decision must do nothing: it follows another one at once, and meanwhile another item has
     * appeared, which the reviewer has not read.
     *
     * @param item identifies what is shown, for example the id and the version of a community
     */
    isDoublePress: (item: string, press: Press): boolean => {
      const isDouble =
        press.timeStamp - last.press.timeStamp < doublePressMs &&
        item !== last.item &&
        !isElsewhere(press, last.press)
      // A third press is measured from the second one, but still compared with the item that was decided.
      last = { item: isDouble ? last.item : item, press }
      return isDouble
    },
    /** Counts a press that decides in a dialog, about the item of the press before: the next one can be its second press. */
    notePress: (press: Press): void => {
      last = { ...last, press }
    },
  }
}

/** Whether the reviewer has moved the pointer to another button. */
function isElsewhere(press: Press, last: Press): boolean {
  const { clientX = NaN, clientY = NaN } = press
  const distance = Math.hypot(clientX - (last.clientX ?? NaN), clientY - (last.clientY ?? NaN))
  return distance > samePlacePx
}

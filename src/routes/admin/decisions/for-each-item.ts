/** How one of many went; `error` is there when it failed. */
export type Outcome<Item> = { item: Item; error?: unknown }

/** Requests under way at once: quick enough, and no burst on the database. */
const lanes = 4

/** Does something for each item and reports how each went, in the order of the items. Never throws. */
export async function forEachItem<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<Outcome<Item>[]> {
  const outcomes: Outcome<Item>[] = items.map((item) => ({ item }))
  const waiting = outcomes.values()
  const lane = async () => {
    for (const outcome of waiting) {
      try {
        // The lanes share the iterator: each takes the next item when it is done with one.
        // oxlint-disable-next-line no-await-in-loop
        await work(outcome.item)
      } catch (error) {
        outcome.error = error
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return outcomes
}

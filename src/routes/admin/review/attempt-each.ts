import pMap from 'p-map'

/** How one of many went; `error` is there when it failed. */
export type Outcome<Item> = { item: Item; error?: unknown }

/** Requests under way at once: quick enough, and no burst on the database. */
const concurrency = 4

/** Does something for each item and tells how each went, in the order of the items. Never throws. */
export function attemptEach<Item>(
  items: readonly Item[],
  attempt: (item: Item) => Promise<void>,
): Promise<Outcome<Item>[]> {
  return pMap(
    items,
    async (item): Promise<Outcome<Item>> => {
      try {
        await attempt(item)
        return { item }
      } catch (error) {
        return { item, error }
      }
    },
    { concurrency },
  )
}

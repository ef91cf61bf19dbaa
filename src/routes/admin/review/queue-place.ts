/** Where a reviewer is in the queue. Kept while the admin screen is open, so that the queue opens there again. */
export type QueuePlace = {
  /** The ids from the current row on. */
  ids: readonly string[]
  index: number
  page: number
  /** How far the list of this page is scrolled, in pixels. */
  scrollTop: number
}

export const startOfQueue: QueuePlace = { ids: [], index: 0, page: 1, scrollTop: 0 }

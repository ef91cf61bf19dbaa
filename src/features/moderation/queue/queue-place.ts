type Place = {
  /** The ids from the current row on. */
  ids: readonly string[]
  index: number
  page: number
  /** How far the list of this page is scrolled, in pixels. */
  scrollTop: number
}

export type Position = Omit<Place, 'scrollTop'>

/** Keeps the place of a reviewer in the queue while the admin screen is open, so that the queue opens there again. */
export function createQueuePlace() {
  let place: Place = { ids: [], index: 0, page: 1, scrollTop: 0 }
  return {
    read: () => place,
    /** Another page starts at its top. */
    move: (position: Position) => {
      const scrollTop = position.page === place.page ? place.scrollTop : 0
      place = { ...position, scrollTop }
    },
    scroll: (scrollTop: number) => {
      place = { ...place, scrollTop }
    },
  }
}

export type QueuePlace = ReturnType<typeof createQueuePlace>

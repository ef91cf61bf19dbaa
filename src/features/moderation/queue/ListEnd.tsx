import { type RefObject, useEffect, useRef } from 'react'
import { SmallButton } from '../../../ui/Button.tsx'
import { formatCount } from '../../../ui/format.ts'
import type { QueueRows } from './queue-rows.ts'

type Props = {
  list: QueueRows
  /** Of the rows that are shown. */
  count: number
  /** Holds the rows. */
  box: RefObject<HTMLElement | null>
}

/** Loads more. The list loads more by itself, except where the page scrolls instead of it. */
export function ListEnd({ list, count, box }: Props) {
  const pressedAt = useRef<number | null>(null)

  // The button may disappear with the focus.
  useEffect(() => {
    if (pressedAt.current === null || count <= pressedAt.current) return
    const item = box.current?.querySelectorAll('li')[pressedAt.current]
    item?.querySelector('button')?.focus()
    pressedAt.current = null
  }, [count, box])

  if (!list.hasMore) return null
  if (list.isFull) {
    return (
      <p className="px-3 py-4 text-sm text-ink-soft">
        {`The first ${formatCount(count)} are listed. Search, or choose a kind, to see the others.`}
      </p>
    )
  }
  return (
    <div className="border-t border-line p-3 text-center">
      <SmallButton
        isPending={list.isLoadingMore}
        onClick={() => {
          pressedAt.current = count
          list.loadMore()
        }}
      >
        Load more
      </SmallButton>
    </div>
  )
}

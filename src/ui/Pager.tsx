import { ChevronLeft, ChevronRight } from 'lucide-react'
import { SmallButton } from './Button.tsx'
import { formatCount } from './format.ts'

type Props = {
  label: string
  /** Starts at 1. */
  page: number
  pageSize: number
  total: number
  onPageChange: (page: number) => void
}

export function Pager({ label, page, pageSize, total, onPageChange }: Props) {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  if (pages === 1 && page === 1) return null
  const position = `Page ${formatCount(page)}`

  return (
    <nav aria-label={label} className="flex items-center justify-between gap-3 pt-4 text-sm">
      <SmallButton
        icon={ChevronLeft}
        disabled={page <= 1}
        // The URL may name a page after the last one.
        onClick={() => onPageChange(Math.min(page - 1, pages))}
      >
        Previous
      </SmallButton>
      <span className="text-ink-soft tabular-nums">
        {page > pages ? position : `${position} of ${formatCount(pages)}`}
      </span>
      <SmallButton
        icon={ChevronRight}
        disabled={page >= pages}
        onClick={() => onPageChange(page + 1)}
      >
        Next
      </SmallButton>
    </nav>
  )
}

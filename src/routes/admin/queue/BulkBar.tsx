import { Check, X } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'

type Props = {
  selected: number
  all: number
  onSelectAll: (all: boolean) => void
  onApprove: () => void
  onReject: () => void
}

/** Decides many at once. */
export function BulkBar({ selected, all, onSelectAll, onApprove, onReject }: Props) {
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-2 border-b border-line px-3 py-2">
      <div className="flex items-center gap-2.5 text-sm font-semibold">
        <input
          type="checkbox"
          aria-label="Select all"
          className="size-5 accent-accent"
          checked={all > 0 && selected === all}
          ref={(box) => {
            if (box) box.indeterminate = selected > 0 && selected < all
          }}
          onChange={(event) => onSelectAll(event.currentTarget.checked)}
        />
        <span role="status">{selected > 0 ? `${selected} selected` : 'Select all'}</span>
      </div>
      {selected > 0 && (
        <span className="ml-auto flex gap-1">
          <Button size="sm" icon={Check} onClick={onApprove}>
            Approve {selected}
          </Button>
          <Button variant="secondary" size="sm" icon={X} onClick={onReject}>
            Reject {selected}
          </Button>
        </span>
      )}
    </div>
  )
}

import { ArrowLeft, GalleryVerticalEnd, Keyboard, List } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { Segments } from '../../../ui/Segments.tsx'
import type { QueueView } from '../admin-view.ts'

type Props = {
  as: QueueView['as']
  counts: { pending: number; held: number } | undefined
  onAs: (as: QueueView['as']) => void
  onKeys: () => void
  onLeave: () => void
}

const ways = [
  { value: 'one', label: 'One at a time', icon: GalleryVerticalEnd },
  { value: 'list', label: 'List', icon: List },
] as const

export function QueueHeader({ as, counts, onAs, onKeys, onLeave }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button variant="ghost" size="sm" icon={ArrowLeft} onClick={onLeave}>
        All communities
      </Button>
      <p role="status" className="text-sm text-ink-soft tabular-nums">
        {counts &&
          `${counts.pending.toLocaleString('en')} pending, ${counts.held.toLocaleString('en')} with changes`}
      </p>
      <div className="ml-auto flex flex-wrap items-center gap-2">
        <Segments label="Show" value={as} segments={ways} onChange={onAs} />
        <Button
          variant="ghost"
          size="sm"
          icon={Keyboard}
          aria-label="Keyboard shortcuts"
          onClick={onKeys}
        />
      </div>
    </div>
  )
}

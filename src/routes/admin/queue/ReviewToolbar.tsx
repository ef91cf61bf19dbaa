import { Check, ChevronLeft, ChevronRight, History, Pencil, X } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { Kbd } from '../../../ui/Kbd.tsx'
import type { CommunityTask } from '../communities/CommunityActions.tsx'
import type { Kind } from './verdicts.ts'

type Props = {
  kind: Kind
  showsKeys: boolean
  /** A decision is on its way. */
  busy: boolean
  hasPrevious: boolean
  hasNext: boolean
  onYes: () => void
  onNo: () => void
  onTask: (task: CommunityTask) => void
  onMove: (step: 1 | -1) => void
}

/** What can be done with the community on view; it stays in reach below a long one. */
export function ReviewToolbar(props: Props) {
  const { kind, showsKeys, busy, onYes, onNo, onTask, onMove } = props
  const isChange = kind === 'changes'
  const changes = <span className="max-sm:sr-only">changes</span>
  const hint = (key: string) =>
    showsKeys && (
      <span className="max-lg:hidden">
        <Kbd>{key}</Kbd>
      </span>
    )

  return (
    <div
      role="toolbar"
      aria-label="Decide"
      className="sticky bottom-0 z-10 -mx-4 mt-4 flex flex-wrap items-center gap-2 border-t border-line rounded-b-2xl bg-surface px-4 py-3 sm:-mx-6 sm:px-6"
    >
      <Button icon={Check} busy={busy} onClick={onYes}>
        {isChange ? <>Accept {changes}</> : 'Approve'} {hint('A')}
      </Button>
      <Button variant="secondary" icon={X} disabled={busy} onClick={onNo}>
        {isChange ? <>Decline {changes}</> : 'Reject'} {hint('R')}
      </Button>
      <Button variant="ghost" icon={Pencil} onClick={() => onTask('edit')}>
        Edit {hint('E')}
      </Button>
      <Button variant="ghost" icon={History} onClick={() => onTask('history')}>
        History {hint('H')}
      </Button>
      <span className="ml-auto flex gap-1">
        <Button
          variant="secondary"
          icon={ChevronLeft}
          aria-label="Previous community"
          disabled={!props.hasPrevious}
          onClick={() => onMove(-1)}
        />
        <Button
          variant="secondary"
          icon={ChevronRight}
          aria-label="Next community"
          disabled={!props.hasNext}
          onClick={() => onMove(1)}
        />
      </span>
    </div>
  )
}

import { Undo2, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Kbd } from '../../../ui/Badge.tsx'
import { onDemandDialog } from '../../../ui/on-demand-dialog.tsx'
import { decisionTexts, type Decisions, titleOfFailures, type Undoable } from './useDecisions.ts'

const FailedDecisions = onDemandDialog(
  async () => (await import('./FailedDecisions.tsx')).FailedDecisions,
  { title: ({ batch }) => titleOfFailures(batch) },
)

/** Shorter than the minute that the database allows. */
const undoOfferMs = 10_000

type Props = {
  decisions: Decisions
  /** Whether to show the shortcut. */
  showsKey?: boolean
}

/** Results of recent decisions: a bar to undo the latest, and a dialog for the failures of a bulk decision. */
export function DecisionOutcome({ decisions, showsKey = false }: Props) {
  const { failedBatch, closeFailedBatch } = decisions
  return (
    <>
      {failedBatch && <FailedDecisions batch={failedBatch} onClose={closeFailedBatch} />}
      <UndoBar decisions={decisions} showsKey={showsKey} />
    </>
  )
}

function UndoBar({ decisions, showsKey }: Required<Props>) {
  const { undoable } = decisions
  return (
    <div
      role="status"
      aria-label="Last decision"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-40 flex justify-center"
    >
      {undoable && (
        <UndoOffer
          // Each undo has its own timeout.
          key={undoable.batch}
          undoable={undoable}
          decisions={decisions}
          showsKey={showsKey}
        />
      )}
    </div>
  )
}

type OfferProps = Required<Props> & { undoable: Undoable }

/** Disappears after a timeout, which pauses while the pointer or focus is on the bar. */
function UndoOffer({ undoable, decisions, showsKey }: OfferProps) {
  const { isUndoing, undo, dismissUndo } = decisions
  const [hasPointer, setHasPointer] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const isPaused = hasPointer || hasFocus
  const onTimeout = useEffectEvent(dismissUndo)

  useEffect(() => {
    if (isPaused || isUndoing) return undefined
    const timer = setTimeout(() => onTimeout(), undoOfferMs)
    return () => clearTimeout(timer)
  }, [isPaused, isUndoing])

  return (
    <div
      className="pointer-events-auto flex max-w-full min-w-0 items-center gap-2 rounded-xl border border-line bg-ink py-1.5 pr-1.5 pl-4 text-sm text-paper shadow-raised"
      onPointerEnter={() => setHasPointer(true)}
      onPointerLeave={() => setHasPointer(false)}
      onFocus={() => setHasFocus(true)}
      onBlur={() => setHasFocus(false)}
    >
      <span className="min-w-0 truncate">{describeDecisions(undoable)}</span>
      <Button
        variant="secondary"
        size="sm"
        icon={Undo2}
        isPending={isUndoing}
        onClick={undo}
        className="shrink-0"
      >
        <span>Undo</span> {showsKey && <Kbd>U</Kbd>}
      </Button>
      <Button
        variant="ghost"
        size="sm"
        icon={X}
        aria-label="Dismiss"
        className="text-paper! hover:text-ink!"
        onClick={dismissUndo}
      />
    </div>
  )
}

function describeDecisions({ decisions, kind }: Undoable): string {
  const [first] = decisions
  const subject =
    decisions.length === 1 && first ? first.community.name : `${decisions.length} communities`
  return `${decisionTexts[kind].done}: ${subject}`
}

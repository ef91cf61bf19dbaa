import { Undo2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Kbd } from '../../../ui/Kbd.tsx'
import { pastTense } from './decisions.ts'
import type { Decisions } from './useDecisions.ts'

/** Milliseconds for which a decision can be taken back; the database allows a minute. */
const offer = 10_000

type Props = { decisions: Decisions; showsKey?: boolean }

/** Offers to take back what was just decided. It waits while the pointer or the focus is on it. */
export function UndoBar({ decisions, showsKey = false }: Props) {
  const { undoable, undoing, undo, forgetUndo } = decisions
  const [held, setHeld] = useState(false)

  useEffect(() => {
    if (!undoable || held || undoing) return undefined
    const timer = setTimeout(forgetUndo, offer)
    return () => clearTimeout(timer)
    // A new decision begins the wait anew; forgetUndo is another function at each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [undoable, held, undoing])

  return (
    <div
      role="status"
      aria-label="Last decision"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-40 flex justify-center"
    >
      {undoable && (
        <div
          className="pointer-events-auto flex max-w-full min-w-0 items-center gap-2 rounded-xl border border-line bg-ink py-1.5 pr-1.5 pl-4 text-sm text-paper shadow-raised"
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <span className="min-w-0 truncate">{whatWasDone(undoable)}</span>
          <Button
            variant="secondary"
            size="sm"
            icon={Undo2}
            busy={undoing}
            onClick={undo}
            className="shrink-0"
          >
            Undo {showsKey && <Kbd>U</Kbd>}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            icon={X}
            aria-label="Dismiss"
            className="text-paper! hover:text-ink!"
            onClick={forgetUndo}
          />
        </div>
      )}
    </div>
  )
}

function whatWasDone({ decisions, verdict }: NonNullable<Decisions['undoable']>): string {
  const [first] = decisions
  const subject =
    decisions.length === 1 && first ? first.community.name : `${decisions.length} communities`
  return verdict === 'accept' || verdict === 'decline'
    ? `Changes ${pastTense[verdict]}: ${subject}`
    : `${pastTense[verdict] === 'approved' ? 'Approved' : 'Rejected'}: ${subject}`
}

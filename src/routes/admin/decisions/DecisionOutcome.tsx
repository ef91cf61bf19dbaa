import { Undo2, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { errorMessage } from '../../../supabase/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Kbd } from '../../../ui/Badge.tsx'
import { decisionTexts } from './decisions.ts'
import type { Decisions, FailureReport, Undoable } from './useDecisions.ts'

/** Milliseconds for which a decision can be taken back; the database allows a minute. */
const undoOffer = 10_000

type Props = {
  decisions: Decisions
  /** Whether the key U is in use. */
  showsKey?: boolean
}

/** What became of the last decisions: a bar to undo them, and a report of those that failed. */
export function DecisionOutcome({ decisions, showsKey = false }: Props) {
  const { report, closeReport } = decisions
  return (
    <>
      {report && <FailedDecisions report={report} onClose={closeReport} />}
      <UndoBar decisions={decisions} showsKey={showsKey} />
    </>
  )
}

/** Offers to take back what was just decided. It waits while the pointer or the focus is on it. */
function UndoBar({ decisions, showsKey }: Required<Props>) {
  const { undoable, isUndoing, undo, forgetUndo } = decisions
  const [held, setHeld] = useState(false)
  const onTimeout = useEffectEvent(forgetUndo)

  useEffect(() => {
    if (!undoable || held || isUndoing) return undefined
    const timer = setTimeout(() => onTimeout(), undoOffer)
    return () => clearTimeout(timer)
  }, [undoable, held, isUndoing])

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
          <span className="min-w-0 truncate">{whatWasDecided(undoable)}</span>
          <Button
            variant="secondary"
            size="sm"
            icon={Undo2}
            busy={isUndoing}
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

function whatWasDecided({ decisions, kind }: Undoable): string {
  const [first] = decisions
  const subject =
    decisions.length === 1 && first ? first.community.name : `${decisions.length} communities`
  return `${decisionTexts[kind].undo}: ${subject}`
}

type FailedProps = { report: FailureReport; onClose: () => void }

/** Says of many decisions which failed, and why. */
function FailedDecisions({ report: { failed, done, kind }, onClose }: FailedProps) {
  const verb = decisionTexts[kind].done
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${failed.length} of ${failed.length + done} could not be ${verb}`}
      description={
        done > 0
          ? `${done === 1 ? 'One other was' : `The other ${done} were`} ${verb}.`
          : 'Nothing was changed.'
      }
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <ul className="divide-y divide-line">
        {failed.map(({ item: { community }, error }) => (
          <li key={community.id} className="py-2.5 first:pt-0">
            <p className="font-semibold break-words">{community.name}</p>
            <p className="text-sm text-ink-soft">
              {errorMessage(error, 'The service gave no reason. Try again in a moment.')}
            </p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

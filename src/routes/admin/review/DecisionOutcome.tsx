import { Undo2, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { failureMessage } from '../../../supabase/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { onDemandDialog } from '../../../ui/on-demand-dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { DecisionKind, Outcome } from './decisions.ts'
import { KeyHint } from './KeyHint.tsx'

/* Reports what became of decisions: toasts, a bar to undo the latest, and a dialog for the failures of a bulk decision. */

const texts = {
  approve: { done: 'Approved', result: 'Community approved', action: 'approve community' },
  reject: { done: 'Rejected', result: 'Community rejected', action: 'reject community' },
  accept: { done: 'Changes accepted', result: 'Changes accepted', action: 'accept changes' },
  decline: { done: 'Changes declined', result: 'Changes declined', action: 'decline changes' },
  confirm: { done: 'Groups confirmed', result: 'Groups confirmed', action: 'confirm groups' },
  resolve: { done: 'Reports resolved', result: 'Reports resolved', action: 'resolve reports' },
} satisfies Record<DecisionKind, { done: string; result: string; action: string }>

/** Returns 'approved', for example, for use in a sentence. */
const pastTense = ({ kind }: Outcome) => texts[kind].done.toLowerCase()

/**
 * Shows a toast about one decision, or about several that are all saved. The failures of several are in the dialog.
 *
 * @returns null if at least one decision was saved, else the message for a dialog that asked for the decision
 */
export function reportOutcome(outcome: Outcome): string | null {
  const { kind, batch, done, failures } = outcome
  const { result, action } = texts[kind]
  const [first] = failures
  if (!first) {
    const subject = done.length === 1 ? result : `${done.length} communities ${pastTense(outcome)}`
    toast.success(`${subject} successfully`, { id: toastId(batch) })
    return null
  }
  if (done.length > 0) return null
  if (failures.length > 1) return `None of them could be ${pastTense(outcome)}.`
  const message = failureMessage(`Failed to ${action}`, first.error)
  // The reject dialog shows the message itself.
  if (kind !== 'reject') toast.error(message)
  return message
}

/** Replaces the toast about the decision. */
export const reportUndo = ({ batch }: Outcome) =>
  toast.success('Decision undone', { id: toastId(batch) })

const toastId = (batch: number) => `decision-${batch}`

const FailedDecisions = onDemandDialog(
  async () => (await import('./FailedDecisions.tsx')).FailedDecisions,
  { title: ({ title }) => title },
)

type UndoProps = { isUndoing: boolean; onUndo: () => void; onDismiss: () => void }

type Props = UndoProps & {
  /** The latest decisions that can be undone. */
  undoable: Outcome | null
  /** Decisions of which some failed. */
  failed: Outcome | null
  onCloseFailed: () => void
}

export function DecisionOutcome({ undoable, failed, onCloseFailed, ...undo }: Props) {
  return (
    <>
      {failed && (
        <FailedDecisions
          {...describeFailures(failed)}
          failures={failed.failures}
          onClose={onCloseFailed}
        />
      )}
      <div
        role="status"
        aria-label="Last decision"
        className="pointer-events-none fixed inset-x-4 bottom-4 z-40 flex justify-center"
      >
        {undoable && (
          // Each undo has its own timeout.
          <UndoBar key={undoable.batch} undoable={undoable} {...undo} />
        )}
      </div>
    </>
  )
}

function describeFailures(outcome: Outcome) {
  const { done, failures } = outcome
  const others = done.length === 1 ? 'One other was' : `The other ${done.length} were`
  return {
    title: `${failures.length} of ${failures.length + done.length} couldn't be ${pastTense(outcome)}`,
    description: done.length > 0 ? `${others} ${pastTense(outcome)}.` : 'Nothing was changed.',
  }
}

/** Shorter than the minute that the database allows. */
const undoOfferMs = 10_000

type BarProps = UndoProps & { undoable: Outcome }

/** Disappears after a timeout, which pauses while the pointer or focus is on the bar. */
function UndoBar({ undoable: { kind, done }, isUndoing, onUndo, onDismiss }: BarProps) {
  const [hasPointer, setHasPointer] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const isPaused = hasPointer || hasFocus
  const onTimeout = useEffectEvent(onDismiss)
  const subject = done.length === 1 ? done[0]?.community.name : `${done.length} communities`

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
      <span className="min-w-0 truncate">{`${texts[kind].done}: ${subject}`}</span>
      <Button
        variant="secondary"
        size="sm"
        icon={Undo2}
        isPending={isUndoing}
        onClick={onUndo}
        className="shrink-0"
      >
        <span>Undo</span> <KeyHint isOnPhones>U</KeyHint>
      </Button>
      <Button
        variant="ghost"
        size="sm"
        icon={X}
        aria-label="Dismiss"
        className="text-paper! hover:text-ink!"
        onClick={onDismiss}
      />
    </div>
  )
}

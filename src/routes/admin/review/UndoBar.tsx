import { Undo2, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { GhostButton, SmallButton } from '../../../ui/Button.tsx'
import { describeDone, type Outcome } from './decisions.ts'
import { KeyHint } from './KeyHint.tsx'

type Props = {
  undoable: Outcome | null
  isUndoing: boolean
  onUndo: () => void
  onDismiss: () => void
}

export function UndoBar({ undoable, ...props }: Props) {
  return (
    <div
      role="status"
      aria-label="Last decision"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-40 flex justify-center"
    >
      {/* The key: each offer has its own timeout. */}
      {undoable && <UndoOffer key={undoable.batch} undoable={undoable} {...props} />}
    </div>
  )
}

/** Shorter than the minute that the database allows. */
const undoOfferMs = 10_000

/** Disappears after a timeout, which pauses while the pointer or focus is on the bar. */
function UndoOffer({ undoable, isUndoing, onUndo, onDismiss }: Props & { undoable: Outcome }) {
  const [hasPointer, setHasPointer] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const isPaused = hasPointer || hasFocus
  const onTimeout = useEffectEvent(onDismiss)

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
      <span className="min-w-0 truncate">{describeDone(undoable)}</span>
      <SmallButton icon={Undo2} isPending={isUndoing} onClick={onUndo} className="shrink-0">
        <span>Undo</span> <KeyHint isOnPhones>U</KeyHint>
      </SmallButton>
      <GhostButton
        icon={X}
        aria-label="Dismiss"
        className="text-paper! hover:text-ink!"
        onClick={onDismiss}
      />
    </div>
  )
}

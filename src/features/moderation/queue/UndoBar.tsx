import { CircleCheck, Undo2, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { GhostButton, SmallButton } from '../../../ui/Button.tsx'
import { KeyHint } from './shortcuts.tsx'
import type { UndoOffer } from './useDecisions.ts'

type Props = {
  undoable: UndoOffer | null
  isUndoing: boolean
  onUndo: () => void
  onDismiss: () => void
}

/** Reports the last decision and offers to undo it. In the flow of the page, so that it never covers another button. */
export function UndoBar({ undoable, ...props }: Props) {
  return (
    <div role="status" aria-label="Last decision">
      {/* The key: each offer has its own timeout. */}
      {undoable && <Offer key={undoable.batch} undoable={undoable} {...props} />}
    </div>
  )
}

/** Shorter than the minute that the database allows. */
const undoOfferMs = 30_000

/** Disappears after a timeout, which pauses while the pointer or focus is on the bar. */
function Offer({ undoable, isUndoing, onUndo, onDismiss }: Props & { undoable: UndoOffer }) {
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
      className="flex min-w-0 items-center gap-2 bg-ink py-1 pr-1 pl-4 text-sm text-paper sm:pl-6"
      onPointerEnter={() => setHasPointer(true)}
      onPointerLeave={() => setHasPointer(false)}
      onFocus={() => setHasFocus(true)}
      onBlur={() => setHasFocus(false)}
    >
      <CircleCheck aria-hidden="true" className="size-4 shrink-0 max-sm:hidden" />
      <p className="flex min-w-0 flex-1 gap-x-2 max-sm:flex-col">
        <span className="font-semibold">{undoable.message}</span>
        {undoable.name && (
          <span dir="auto" translate="no" className="truncate">
            {undoable.name}
          </span>
        )}
      </p>
      <SmallButton icon={Undo2} isPending={isUndoing} onClick={onUndo} className="shrink-0">
        <span>Undo</span> <KeyHint>U</KeyHint>
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

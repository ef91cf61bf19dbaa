import { CircleAlert, CircleCheck, Undo2, X } from 'lucide-react'
import { GhostButton, SmallButton } from '../../../ui/Button.tsx'
import { KeyHint } from './shortcuts.tsx'
import type { UndoOffer, useUndoStack } from './undo-stack.ts'

type Props = ReturnType<typeof useUndoStack>['bar']

/** Reports the last decision and offers to undo it. In the flow of the page, so that it never covers another button. */
export function UndoBar({ undoable, ...props }: Props) {
  return (
    <div role="status" aria-label="Last decision">
      {undoable && <Offer key={undoable.batch} undoable={undoable} {...props} />}
    </div>
  )
}

function Offer({ undoable, onUndo, onDismiss }: Props & { undoable: UndoOffer }) {
  const { name, obstacle, isUndoing } = undoable
  const Icon = obstacle ? CircleAlert : CircleCheck

  return (
    <div className="flex min-w-0 items-center gap-2 bg-ink py-1 pr-1 pl-4 text-sm text-paper sm:pl-6">
      <Icon aria-hidden="true" className="size-4 shrink-0 max-sm:hidden" />
      <p className="flex min-w-0 flex-1 gap-x-2 max-sm:flex-col">
        <span className="font-semibold">{describe(undoable)}</span>
        {name && (
          <span dir="auto" translate="no" className="truncate">
            {name}
          </span>
        )}
      </p>
      {!obstacle && (
        <SmallButton icon={Undo2} isPending={isUndoing} onClick={onUndo} className="shrink-0">
          <span>Undo</span> <KeyHint>U</KeyHint>
        </SmallButton>
      )}
      <GhostButton
        icon={X}
        aria-label="Dismiss"
        className="text-paper! hover:text-ink!"
        onClick={onDismiss}
      />
    </div>
  )
}

function describe({ message, isUndoing }: UndoOffer): string {
  if (!isUndoing) return message ?? 'Saving...'
  return message === null ? 'Will be undone once saved' : 'Undoing...'
}

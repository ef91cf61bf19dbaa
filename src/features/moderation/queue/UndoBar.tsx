import { CircleCheck, Undo2, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { supabase } from '../../../supabase/client.ts'
import { hasErrorCode, unwrap } from '../../../supabase/errors.ts'
import { GhostButton, SmallButton } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useWrite } from '../../data/useWrite.ts'
import { type Decision, runEach } from './decisions.ts'
import { KeyHint } from './shortcuts.tsx'

/** A batch of saved decisions that can still be undone. */
type UndoOffer = {
  /** Later batches have higher numbers. */
  batch: number
  done: readonly Decision[]
  /** Reports the whole batch, which may include decisions that cannot be undone. */
  message: string
  /** The community, if the batch is about a single one. */
  name?: string | undefined
}

export const toastId = (batch: number) => `decision-${batch}`

/** Undoes the decisions of the latest batch. A part that fails can be undone again, unless that cannot help. */
export function useUndo(reload: () => Promise<void>) {
  const [undoable, setUndoable] = useState<UndoOffer | null>(null)
  const latest = useRef<UndoOffer | null>(null)
  const replaceOffer = (next: UndoOffer | null) => {
    latest.current = next
    setUndoable(next)
  }

  const undoing = useWrite({
    write: async ({ batch, done }: UndoOffer) => {
      const { failures } = await runEach(done, async ({ community }) =>
        unwrap(await supabase.rpc('undo_decision', { community_id: community.id })),
      )
      await reload()
      const retryable = failures.filter(({ error }) => !isFinal(error))
      const left = retryable.map(({ decision }) => decision)
      const shown = latest.current
      if (shown?.batch === batch) replaceOffer(left.length > 0 ? { ...shown, done: left } : null)
      if (failures[0]) throw failures[0].error
    },
    failure: 'Failed to undo',
    showReasonIn: 'toast',
    onSuccess: (_result, { batch }) => toast.success('Decision undone', { id: toastId(batch) }),
  })
  const undo = () => {
    if (undoable) void undoing.run(undoable)
    else toast('There is nothing to undo.', { id: 'nothing-to-undo' })
  }

  return {
    /** Returns whether it offers to undo the decisions, which reports them. */
    offer: (saved: UndoOffer): boolean => {
      const done = saved.done.filter(({ cannotUndo }) => !cannotUndo)
      // Responses can arrive out of order: a later batch keeps its offer.
      if (done.length === 0 || (latest.current?.batch ?? 0) >= saved.batch) return false
      const name = saved.done.length === 1 ? done[0]?.community.name : undefined
      replaceOffer({ ...saved, done, name })
      return true
    },
    undo,
    bar: {
      undoable,
      isUndoing: undoing.isPending,
      onUndo: undo,
      onDismiss: () => replaceOffer(null),
    },
  }
}

/** Whether retrying an undo cannot help: it came too late, or the WhatsApp link has been listed again. */
const isFinal = (error: unknown) => hasErrorCode(error, 'PT409') || hasErrorCode(error, '23505')

type Props = ReturnType<typeof useUndo>['bar']

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

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { supabase } from '../../../supabase/client.ts'
import { failureMessage, hasErrorCode, unwrap } from '../../../supabase/errors.ts'
import { toast } from '../../../ui/toast.tsx'
import { type Decision, type Outcome, runEach } from './decisions.ts'

/** The decisions of one press, which are undone together. */
export type UndoOffer = {
  /** Later presses have higher numbers. */
  batch: number
  /** Reports the batch once it is saved. It may include decisions that cannot be undone. */
  message: string | null
  /** The community, if the batch is about a single one. */
  name: string | undefined
  /** The decisions to undo. */
  done: readonly Decision[]
  /** Resolves to those that were saved. An undo waits for it. */
  saved: Promise<readonly Decision[]>
  /** Why it cannot be undone. */
  obstacle?: string
  isUndoing: boolean
  /** When the offer ends, in milliseconds since 1970. */
  until: number
}

/**
 * Milliseconds from the press. The database allows a minute from the moment at which it saves the decision, which is later;
 * the rest is for slow connections.
 */
const undoOfferMs = 55_000

const notSaved = "The last decision wasn't saved, so there is nothing to undo."

export const toastId = (batch: number) => `decision-${batch}`

export type UndoEvents = {
  /** Runs when an undo is requested, and after it. Gets what it is about. */
  onUndo?: (decision: Decision) => void
  onUndone?: (decision: Decision) => void
}

/**
 * The decisions that can be undone: each press of a decision adds a batch, also before it is saved. An undo takes the
 * latest batch, and the next one the batch before. A batch that fails or cannot be undone keeps its place, so
 * that an undo that was meant for it does not revert an earlier decision.
 */
export function useUndoStack(
  reload: (ids: readonly string[]) => Promise<void>,
  { onUndo, onUndone }: UndoEvents,
) {
  const [offers, setOffers] = useState<readonly UndoOffer[]>([])
  // Requests that run at the same time change the latest list.
  const latest = useRef(offers)
  const replace = (next: readonly UndoOffer[]) => {
    latest.current = next
    setOffers(next)
  }
  const update = (batch: number, changes: Partial<UndoOffer>) =>
    replace(latest.current.map((one) => (one.batch === batch ? { ...one, ...changes } : one)))
  const remove = (batch: number) => replace(latest.current.filter((one) => one.batch !== batch))

  const oldest = offers.find(({ isUndoing }) => !isUndoing)
  const removeOldest = useEffectEvent(() => oldest && remove(oldest.batch))
  const { until } = oldest ?? {}
  useEffect(() => {
    if (until === undefined) return undefined
    const timer = setTimeout(() => removeOldest(), until - Date.now())
    return () => clearTimeout(timer)
  }, [until])

  const undo = () => {
    const top = latest.current.findLast(({ isUndoing }) => !isUndoing)
    if (!top) {
      toast('There is nothing to undo.', { id: 'nothing-to-undo' })
    } else if (top.obstacle) {
      remove(top.batch)
      toast(top.obstacle, { id: 'nothing-to-undo' })
    } else {
      const [first] = top.done
      update(top.batch, { isUndoing: true })
      if (first) onUndo?.(first)
      void revert(top)
    }
  }

  /** Undoes a batch once it is saved. What fails can be undone again, unless that cannot help. */
  const revert = async ({ batch, done: [first], saved }: UndoOffer) => {
    const done = (await saved).filter(({ cannotUndo }) => !cannotUndo)
    const { failures } = await runEach(done, ({ community, undo: undoIt }) =>
      undoIt ? undoIt() : undoDecision(community.id),
    )
    if (done.length > 0) await reload(done.map(({ community }) => community.id))
    const left = failures.filter(({ error }) => !isFinal(error)).map(({ decision }) => decision)
    if (left.length === 0) remove(batch)
    else update(batch, { isUndoing: false, done: left, saved: Promise.resolve(left) })
    if (first) onUndone?.(first)
    if (done.length === 0) toast(notSaved, { id: 'nothing-to-undo' })
    else if (failures[0]) toast.error(failureMessage('Failed to undo', failures[0].error))
    else toast.success('Decision undone', { id: toastId(batch) })
  }

  return {
    /** Adds the decisions of a press, which is still being saved. */
    push: (batch: number, decisions: readonly Decision[], outcome: Promise<Outcome>) => {
      const done = decisions.filter(({ cannotUndo }) => !cannotUndo)
      replace([
        // An undo was not meant for them: another decision has followed.
        ...latest.current.filter(({ obstacle }) => !obstacle),
        {
          batch,
          message: null,
          name: decisions.length === 1 ? decisions[0]?.community.name : undefined,
          done,
          saved: outcome.then((saved) => saved.done),
          ...(done.length === 0 && { obstacle: "The last decision can't be undone." }),
          isUndoing: false,
          until: Date.now() + undoOfferMs,
        },
      ])
    },
    /** Reports a batch once it is saved. Returns whether the bar does so, or that it is being undone. */
    report: (batch: number, { done }: Outcome, message: string): boolean => {
      const offer = latest.current.find((one) => one.batch === batch)
      if (!offer) return false
      const isSaved = done.length > 0
      const undoable = offer.done.filter((decision) => done.includes(decision))
      update(batch, {
        message: isSaved ? message : 'Not saved',
        ...(undoable.length > 0 && { done: undoable }),
        ...(!isSaved && { obstacle: notSaved }),
      })
      return offer.isUndoing || latest.current.at(-1)?.batch === batch
    },
    isUndoing: (batch: number) =>
      latest.current.some((one) => one.batch === batch && one.isUndoing),
    /** The communities of the undos in progress. */
    undoing: offers
      .flatMap(({ isUndoing, done }) => (isUndoing ? done : []))
      .map(({ community }) => community.id),
    undo,
    bar: {
      undoable: offers.at(-1) ?? null,
      onUndo: undo,
      /** Ends all offers: the next undo must not revert an earlier decision. */
      onDismiss: () => replace(latest.current.filter(({ isUndoing }) => isUndoing)),
    },
  }
}

const undoDecision = async (community_id: string) =>
  unwrap(await supabase.rpc('undo_decision', { community_id }))

/** Whether retrying an undo cannot help: it came too late, or the WhatsApp link has been listed again. */
const isFinal = (error: unknown) => hasErrorCode(error, 'PT409') || hasErrorCode(error, '23505')

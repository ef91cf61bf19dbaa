import { useRef, useState } from 'react'
import { isOwnerSuspended } from '../../community/blocks.ts'
import { useSession } from '../../session/useSession.ts'
import { failureMessage, UserError } from '../../../supabase/errors.ts'
import { toast } from '../../../ui/toast.tsx'
import { type Bulk, type Decision, type Outcome, runEach } from './decisions.ts'
import { createDoublePressRule } from './double-press.ts'
import { rejectionQuestion } from './questions.ts'
import { useReloadAfterDecision } from './reload-after-decision.ts'
import { toastId, type UndoEvents, useUndoStack } from './undo-stack.ts'

type Options = {
  /** Set for decisions about the selected communities. */
  bulk?: Bulk
  reason?: string
  /** Whether an open dialog shows why it failed: assistive technology cannot reach a toast behind it. */
  isInDialog?: boolean
  /** Whether nothing else about the communities is waiting: they leave the queue. */
  isLast?: boolean
}

/** Decisions that wait for their reason. */
export type Asked = Pick<Options, 'bulk'> & {
  decisions: readonly Decision[]
}

export const stillSaving =
  'An earlier decision about this community is still being saved. Wait a moment and try again.'

type Events = UndoEvents & {
  /** Whether counts are reloaded only after a burst of decisions (reload-after-decision.ts). */
  defersCounts?: boolean
  /** Runs before each decision by a button, which may disappear with the focus. */
  onDecide?: () => void
  /** Runs with the ids of each batch of which something is saved, before the lists are reloaded. */
  onSaved?: (ids: readonly string[]) => void
  /** Runs with the ids of decided communities once the lists are reloaded, unless the decision is being undone. */
  onReloaded?: (ids: readonly string[]) => void
}

/**
 * Makes decisions, one or several at once, and undoes them, the latest first:
 *
 * 1. `started` gets the decisions. Their buttons are busy; the queue shows the next one (useReviewActions.ts). From now on
 *    for almost a minute, the decisions can be undone (undo-stack.ts). An undo waits until they are saved.
 * 2. The decisions are saved, except about a community that is already being saved.
 * 3. Decided communities leave the queue: at once if nothing else about them is waiting, else once the lists are reloaded
 *    (reload-after-decision.ts). Those whose decision failed are still there.
 * 4. The outcome is reported by UndoBar.tsx, or by a toast if a later decision is shown there.
 *
 * `ask` asks for a reason first (DecisionDialogs.tsx). Not a `useWrite`, which ignores a call while another one is running:
 * decisions about different communities are saved at the same time, and some of a batch can fail.
 */
export function useDecisions({ defersCounts = false, ...handlers }: Events = {}) {
  const { onDecide, onSaved, onReloaded, ...events } = handlers
  const adminId = useSession().user?.id ?? null
  /** The decisions being saved, by community id. */
  const [started, setStarted] = useState<ReadonlyMap<string, Decision>>(new Map())
  const [asked, setAsked] = useState<Asked | null>(null)
  const [failed, setFailed] = useState<{ outcome: Outcome; bulk: Bulk } | null>(null)
  const lastBatch = useRef(0)
  const [{ isDoublePress, notePress }] = useState(createDoublePressRule)
  const { reload, removeRows } = useReloadAfterDecision({ defersCounts })
  const stack = useUndoStack(reload, events)

  /** Returns the kind of decision being saved or undone, for its busy button. */
  const savingKind = ({ id, updated_at }: Decision['community']) => {
    const decision = started.get(id)
    // A row that is already reloaded while other lists are not can be decided again.
    if (decision?.community.updated_at === updated_at) return decision.kind
    return stack.undoing.includes(id) ? 'undo' : undefined
  }

  const decideAll = async (decisions: readonly Decision[], options: Options = {}) => {
    const { bulk, reason = '', isInDialog = false, isLast = false } = options
    lastBatch.current += 1
    const batch = lastBatch.current
    const isNew = ({ community }: Decision) => savingKind(community) === undefined
    const accepted = decisions.filter(isNew)
    const ids = accepted.map(({ community }) => community.id)
    setStarted(
      (before) => new Map([...before, ...accepted.map((one) => [one.community.id, one] as const)]),
    )
    const saved = runEach(decisions, async (decision) => {
      if (!isNew(decision)) throw new UserError(stillSaving)
      await decision.save({ adminId, reason })
    })
    stack.push(batch, decisions, saved)
    const outcome = await saved
    const { done, failures } = outcome
    const message = describeDone(done, bulk)
    const isReported = stack.report(batch, outcome, message)
    if (done.length > 0) onSaved?.(ids)
    const leaves = isLast && failures.length === 0
    void showResult(batch, accepted, leaves ? removeRows(ids) : reload(ids), done.length > 0)
    if (failures.length === 0 && !isReported) toast.success(message, { id: toastId(batch) })
    if (failures.length > 0 && bulk && decisions.length > 1) setFailed({ outcome, bulk })
    const [first] = failures
    if (!first || done.length > 0) return null
    if (bulk && failures.length > 1) return `None of them could be ${bulk.done}.`
    const problem = failureMessage(bulk?.failure ?? first.decision.failure, first.error)
    if (!isInDialog) toast.error(problem)
    return problem
  }

  /** The buttons stay busy until the lists are reloaded. A dialog does not wait for that. */
  const showResult = async (
    batch: number,
    saved: readonly Decision[],
    reloaded: Promise<void>,
    isSaved: boolean,
  ) => {
    if (isSaved) await reloaded
    setStarted((before) => new Map([...before].filter(([, one]) => !saved.includes(one))))
    if (isSaved && !stack.isUndoing(batch)) onReloaded?.(saved.map(({ community }) => community.id))
  }

  return {
    savingKind,
    isSaving: (community: Decision['community']) => savingKind(community) !== undefined,
    /** Whether a press of a button or a key must do nothing. Every decision calls it. */
    isDoublePress,
    /** Counts a press in a dialog. */
    notePress,
    /** Resolves to null once the decision is saved, else to an error message. */
    decide: (decision: Decision, options?: Options) => {
      onDecide?.()
      return decideAll([decision], options)
    },
    /** Resolves to null once at least one decision is saved, else to an error message. */
    decideAll,
    /** Asks for the reason. The dialog stays open if another admin decides first. */
    ask: setAsked,
    undo: stack.undo,
    undoBar: stack.bar,
    /** Whether DecisionDialogs.tsx shows something. */
    isAsking: asked !== null || failed !== null,
    dialogs: {
      asked,
      closeQuestion: () => setAsked(null),
      failed,
      closeFailed: () => setFailed(null),
    },
  }
}

export type Decisions = ReturnType<typeof useDecisions>

/** Returns the title of the dialog that asks for the reason. */
export function titleOf(asked: Asked): string {
  const { verb, object } = labelOf(asked)
  const count = asked.decisions.length
  return count === 1 ? `${verb} ${object}` : `${verb} ${count} communities`
}

export const labelOf = ({ decisions: [first], bulk }: Asked) => ({
  verb: (bulk ?? first?.label)?.verb ?? '',
  object: (!bulk && first?.label?.object) || 'community',
})

export const questionOf = ({ decisions: [first], bulk }: Asked) =>
  (!bulk && first?.question) || rejectionQuestion

/** Returns 'Community approved successfully' or '3 communities approved successfully', for example. */
function describeDone(done: readonly Decision[], bulk: Bulk | undefined): string {
  const message = bulk
    ? `${done.length === 1 ? 'Community' : `${done.length} communities`} ${bulk.done} successfully`
    : (done[0]?.success ?? '')
  return message + describeSuspended(done)
}

/** Returns the sentence about what visitors do not see in spite of the decisions. */
function describeSuspended(done: readonly Decision[]): string {
  const count = done.filter(({ lists, community }) => lists && isOwnerSuspended(community)).length
  if (count === 0) return ''
  return done.length === 1
    ? '. Nothing is listed while the owner is suspended.'
    : `. Not listed while their owners are suspended: ${count}.`
}

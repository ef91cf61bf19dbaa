import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSession } from '../../session/useSession.ts'
import { failureMessage, hasErrorCode, UserError } from '../../../supabase/errors.ts'
import { useWrite } from '../../data/useWrite.ts'
import { toast } from '../../../ui/toast.tsx'
import {
  type Decision,
  type DecisionKind,
  decisionKinds,
  type DecisionToExplain,
  type Rejection,
  saveDecision,
  undoDecision,
} from './decisions.ts'

/** What was saved of a batch of decisions. */
export type Outcome = {
  /** Later batches have higher numbers. */
  batch: number
  /** Names the decisions: a bulk approval may also accept changes and confirm groups. */
  kind: DecisionKind
  done: readonly Decision[]
  failures: readonly { decision: Decision; error: unknown }[]
}

/** Saved decisions that can still be undone. */
export type UndoOffer = {
  batch: number
  done: readonly Decision[]
  /** Reports the whole batch, which may include decisions that cannot be undone. */
  message: string
  /** The community, if the batch is about a single one. */
  name: string | undefined
}

/** Decisions that wait for their reason, in the dialog of their kind. */
export type Asked = {
  kind: DecisionToExplain['kind']
  decisions: readonly (DecisionToExplain | Rejection)[]
  onSaved?: () => void
}

export const stillSaving =
  'An earlier decision about this community is still being saved. Wait a moment and try again.'

/**
 * Makes decisions, one or several at once, and undoes the latest:
 *
 * 1. `saving` gets the communities. Their buttons are busy; the queue shows the next one (useReview.ts).
 * 2. The decisions are saved, except about a community that is already being saved.
 * 3. Once the lists are reloaded, decided communities have left the queue. Those whose decision failed are still there.
 * 4. The outcome is reported. For half a minute, an offer to undo the saved decisions does so (UndoBar.tsx).
 *
 * `ask` asks for a reason first (DecisionDialogs.tsx). Only undoing is a `useWrite`, which ignores a call while another one
 * is running: decisions about different communities are saved at the same time, and some of a batch can fail.
 */
export function useDecisions() {
  const adminId = useSession().user?.id ?? null
  const queries = useQueryClient()
  const [saving, setSaving] = useState<ReadonlyMap<string, DecisionKind>>(new Map())
  const [asked, setAsked] = useState<Asked | null>(null)
  const [undoable, setUndoable] = useState<UndoOffer | null>(null)
  const latestOffer = useRef<UndoOffer | null>(null)
  const [failed, setFailed] = useState<Outcome | null>(null)
  const lastBatch = useRef(0)

  const reload = () => queries.invalidateQueries({ queryKey: ['admin'] })

  const decideAll = async (decisions: readonly Decision[], kind: DecisionKind) => {
    lastBatch.current += 1
    const batch = lastBatch.current
    const outcome = { batch, kind, ...(await saveAll(decisions, kind)) }
    const done = outcome.done.filter((decision) => !decisionKinds[decision.kind].cannotUndo)
    // Responses can arrive out of order: a later decision keeps its offer.
    const isOffered = done.length > 0 && (latestOffer.current?.batch ?? 0) < batch
    if (isOffered) {
      const name = outcome.done.length === 1 ? done[0]?.community.name : undefined
      offer({ batch, done, message: describeDone(outcome), name })
    }
    if (outcome.failures.length > 0 && decisions.length > 1) setFailed(outcome)
    return reportOutcome(outcome, { isOffered })
  }

  const offer = (next: UndoOffer | null) => {
    latestOffer.current = next
    setUndoable(next)
  }

  const saveAll = async (decisions: readonly Decision[], kind: DecisionKind) => {
    const started = decisions.filter(({ community }) => !saving.has(community.id))
    const ids = started.map(({ community }) => community.id)
    setSaving((before) => new Map([...before, ...ids.map((id) => [id, kind] as const)]))
    const results = await runEach(decisions, async (decision) => {
      if (!started.includes(decision)) throw new UserError(stillSaving)
      await saveDecision(decision, adminId)
    })
    const reloaded = reload()
    if (results.done.length > 0) await reloaded
    setSaving((before) => new Map([...before].filter(([id]) => !ids.includes(id))))
    return results
  }

  const undoing = useWrite({
    write: async ({ batch, done }: UndoOffer) => {
      const { failures } = await runEach(done, undoDecision)
      await reload()
      const retryable = failures.filter(({ error }) => !isFinal(error))
      const left = retryable.map(({ decision }) => decision)
      const shown = latestOffer.current
      if (shown?.batch === batch) offer(left.length > 0 ? { ...shown, done: left } : null)
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
    /** The kind of decision being saved, by community id. */
    saving,
    /** Resolves to null once the decision is saved, else to an error message. */
    decide: (decision: Decision) => decideAll([decision], decision.kind),
    /** Resolves to null once at least one decision is saved, else to an error message. */
    decideAll,
    /** Asks for the reason. The dialog stays open if another admin decides first. */
    ask: (decision: DecisionToExplain) => setAsked({ kind: decision.kind, decisions: [decision] }),
    askAll: setAsked,
    undo,
    undoBar: {
      undoable,
      isUndoing: undoing.isPending,
      onUndo: undo,
      onDismiss: () => offer(null),
    },
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

/** Whether retrying an undo cannot help: it came too late, or the WhatsApp link has been listed again. */
const isFinal = (error: unknown) => hasErrorCode(error, 'PT409') || hasErrorCode(error, '23505')

/** Leaves connections for the rest of the page: browsers open six. */
const concurrency = 4

async function runEach(
  decisions: readonly Decision[],
  run: (decision: Decision) => Promise<void>,
): Promise<Pick<Outcome, 'done' | 'failures'>> {
  const errors = new Map<Decision, unknown>()
  const waiting = decisions.values()
  const work = async () => {
    // All of them take their next decision from the same iterator.
    for (const decision of waiting) {
      await run(decision).catch((error: unknown) => errors.set(decision, error))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return {
    done: decisions.filter((decision) => !errors.has(decision)),
    failures: decisions
      .filter((decision) => errors.has(decision))
      .map((decision) => ({ decision, error: errors.get(decision) })),
  }
}

export const pastTense = ({ kind }: Outcome) => decisionKinds[kind].done.toLowerCase()

/** Returns 'Community approved successfully' or '3 communities approved successfully', for example. */
function describeDone(outcome: Outcome): string {
  const { done } = outcome
  const kind = decisionKinds[outcome.kind]
  const several = `${done.length} communities ${pastTense(outcome)}`
  return `${done.length === 1 ? (kind.result ?? kind.done) : several} successfully`
}

const toastId = (batch: number) => `decision-${batch}`

/**
 * Shows a toast about one decision, or about several that are all saved, unless the offer to undo them reports it. The
 * failures of several are in a dialog.
 *
 * @returns null if at least one decision was saved, else the message for a dialog that asked for the decision
 */
function reportOutcome(outcome: Outcome, { isOffered }: { isOffered: boolean }) {
  const { batch, done, failures } = outcome
  const { action, asks, isInDialog } = decisionKinds[outcome.kind]
  const [first] = failures
  if (!first && !isOffered) toast.success(describeDone(outcome), { id: toastId(batch) })
  if (!first || done.length > 0) return null
  if (failures.length > 1) return `None of them could be ${pastTense(outcome)}.`
  const message = failureMessage(`Failed to ${action}`, first.error)
  if (!asks && !isInDialog) toast.error(message)
  return message
}

import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSession } from '../../session/useSession.ts'
import { failureMessage, UserError } from '../../../supabase/errors.ts'
import { toast } from '../../../ui/toast.tsx'
import { type Bulk, type Decision, type Outcome, rejectionQuestion, runEach } from './decisions.ts'
import { toastId, useUndo } from './UndoBar.tsx'

type Options = {
  /** Set for decisions about the selected communities. */
  bulk?: Bulk
  reason?: string
  /** Whether an open dialog shows why it failed: assistive technology cannot reach a toast behind it. */
  isInDialog?: boolean
}

/** Decisions that wait for their reason. */
export type Asked = Pick<Options, 'bulk'> & {
  decisions: readonly Decision[]
  onSaved?: () => void
}

export const stillSaving =
  'An earlier decision about this community is still being saved. Wait a moment and try again.'

/**
 * Makes decisions, one or several at once, and undoes the latest:
 *
 * 1. `saving` gets the communities. Their buttons are busy; the queue shows the next one (useReviewActions.ts).
 * 2. The decisions are saved, except about a community that is already being saved.
 * 3. Once the lists are reloaded, decided communities have left the queue. Those whose decision failed are still there.
 * 4. The outcome is reported. For half a minute, an offer to undo the saved decisions does so (UndoBar.tsx).
 *
 * `ask` asks for a reason first (DecisionDialogs.tsx). Not a `useWrite`, which ignores a call while another one is running:
 * decisions about different communities are saved at the same time, and some of a batch can fail.
 *
 * @param onDecide runs before each decision by a button, which may disappear with the focus
 */
export function useDecisions(onDecide?: () => void) {
  const adminId = useSession().user?.id ?? null
  const queries = useQueryClient()
  /** The kind of decision being saved, by community id. */
  const [saving, setSaving] = useState<ReadonlyMap<string, string>>(new Map())
  const [asked, setAsked] = useState<Asked | null>(null)
  const [failed, setFailed] = useState<{ outcome: Outcome; bulk: Bulk } | null>(null)
  const lastBatch = useRef(0)
  const reload = () => queries.invalidateQueries({ queryKey: ['admin'] })
  const { offer, undo, bar } = useUndo(reload)

  const decideAll = async (decisions: readonly Decision[], options: Options = {}) => {
    const { bulk, reason = '', isInDialog = false } = options
    lastBatch.current += 1
    const batch = lastBatch.current
    const outcome = await saveAll(decisions, reason)
    const { done, failures } = outcome
    const message = describeDone(done, bulk)
    const isOffered = offer({ batch, done, message })
    if (failures.length === 0 && !isOffered) toast.success(message, { id: toastId(batch) })
    if (failures.length > 0 && bulk && decisions.length > 1) setFailed({ outcome, bulk })
    const [first] = failures
    if (!first || done.length > 0) return null
    if (bulk && failures.length > 1) return `None of them could be ${bulk.done}.`
    const problem = failureMessage(bulk?.failure ?? first.decision.failure, first.error)
    if (!isInDialog) toast.error(problem)
    return problem
  }

  const saveAll = async (decisions: readonly Decision[], reason: string) => {
    const started = decisions.filter(({ community }) => !saving.has(community.id))
    const ids = new Set(started.map(({ community }) => community.id))
    const kinds = started.map(({ community, kind }) => [community.id, kind] as const)
    setSaving((before) => new Map([...before, ...kinds]))
    const outcome = await runEach(decisions, async (decision) => {
      if (!started.includes(decision)) throw new UserError(stillSaving)
      await decision.save({ adminId, reason })
    })
    const reloaded = reload()
    if (outcome.done.length > 0) await reloaded
    setSaving((before) => new Map([...before].filter(([id]) => !ids.has(id))))
    return outcome
  }

  return {
    saving,
    isSaving: (community: { id: string }) => saving.has(community.id),
    /** Resolves to null once the decision is saved, else to an error message. */
    decide: (decision: Decision, options?: Options) => {
      onDecide?.()
      return decideAll([decision], options)
    },
    /** Resolves to null once at least one decision is saved, else to an error message. */
    decideAll,
    /** Asks for the reason. The dialog stays open if another admin decides first. */
    ask: setAsked,
    undo,
    undoBar: bar,
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
  const { verb, object } = questionOf(asked)
  const count = asked.decisions.length
  return count === 1 ? `${verb} ${object}` : `${verb} ${count} communities`
}

export const questionOf = ({ decisions: [first], bulk }: Asked) =>
  (!bulk && first?.question) || rejectionQuestion

/** Returns 'Community approved successfully' or '3 communities approved successfully', for example. */
function describeDone(done: readonly Decision[], bulk: Bulk | undefined): string {
  if (!bulk) return done[0]?.success ?? ''
  return `${done.length === 1 ? 'Community' : `${done.length} communities`} ${bulk.done} successfully`
}

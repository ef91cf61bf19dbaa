import { useQueryClient } from '@tanstack/react-query'
import { pMapSettled } from 'p-map'
import { useRef, useState } from 'react'
import { toast } from '../../../ui/toast.tsx'
import { communityGone } from '../../../communities/fields.ts'
import { useSession } from '../../../session/useSession.ts'
import { supabase } from '../../../supabase/client.ts'
import {
  changedRow,
  failureMessage,
  hasErrorCode,
  unwrap,
  UserError,
} from '../../../supabase/errors.ts'
import type { AdminCommunity } from '../communities/community-queries.ts'

export type Decision = { community: AdminCommunity } & (
  | { kind: 'approve' }
  /** The owner reads the reason. */
  | { kind: 'reject'; reason: string }
  /** Accept or decline the held changes of an approved community. */
  | { kind: 'accept' | 'decline' }
  /** Confirm changed groups, as of the last change that the reviewer saw. */
  | { kind: 'confirm'; seenAt: string }
  /** Resolve reports, up to the last one that the reviewer saw. */
  | { kind: 'resolve'; seenAt: string }
)

type DecisionKind = Decision['kind']

export const decisionTexts = {
  approve: {
    done: 'Approved',
    success: 'Community approved successfully',
    failure: 'Failed to approve community',
  },
  reject: {
    done: 'Rejected',
    success: 'Community rejected successfully',
    failure: 'Failed to reject community',
  },
  accept: {
    done: 'Changes accepted',
    success: 'Changes accepted successfully',
    failure: 'Failed to accept changes',
  },
  decline: {
    done: 'Changes declined',
    success: 'Changes declined successfully',
    failure: 'Failed to decline changes',
  },
  confirm: {
    done: 'Groups confirmed',
    success: 'Groups confirmed successfully',
    failure: 'Failed to confirm groups',
  },
  resolve: {
    done: 'Reports resolved',
    success: 'Reports resolved successfully',
    failure: 'Failed to resolve reports',
  },
} as const satisfies Record<DecisionKind, Record<string, string>>

export type Undoable = {
  decisions: readonly Decision[]
  kind: DecisionKind
  /** Number of the batch: only the latest can be undone. */
  batch: number
}

type Failure = { decision: Decision; error: unknown }

export type FailedBatch = { kind: DecisionKind; doneCount: number; failures: readonly Failure[] }

export const titleOfFailures = ({ kind, doneCount, failures }: FailedBatch) =>
  `${failures.length} of ${failures.length + doneCount} couldn't be ${decisionTexts[kind].done.toLowerCase()}`

/** Shown when an earlier decision about the same community is still being saved. */
export const stillSaving =
  'An earlier decision about this community is still being saved. Wait a moment and try again.'

/** Requests in flight at once. */
const maxRequests = 4

/**
 * Saves decisions, tracks which are being saved, and offers to undo the latest. Decisions about different
 * communities can be saved at the same time.
 */
export function useDecisions() {
  const adminId = useSession().user?.id ?? null
  const queries = useQueryClient()
  const [saving, setSaving] = useState<ReadonlyMap<string, DecisionKind>>(new Map())
  const [undoable, setUndoable] = useState<Undoable | null>(null)
  const [isUndoing, setIsUndoing] = useState(false)
  const [failedBatch, setFailedBatch] = useState<FailedBatch | null>(null)
  const lastBatch = useRef(0)

  const decideAll = async (decisions: readonly Decision[], kind: DecisionKind) => {
    lastBatch.current += 1
    const batch = lastBatch.current
    const { done, failures } = await saveAll(decisions, kind)
    offerUndo({ decisions: done.filter(canUndo), kind, batch })
    if (failures.length > 0) return reportFailures({ kind, doneCount: done.length, failures })
    toast.success(successMessage(kind, done.length), { id: toastId(batch) })
    return null
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

  // Responses can arrive out of order: a later decision keeps its offer.
  const offerUndo = (offer: Undoable) => {
    if (offer.decisions.length === 0) return
    setUndoable((current) => (current && current.batch > offer.batch ? current : offer))
  }

  const undo = async () => {
    if (!undoable || isUndoing) return
    setIsUndoing(true)
    const { failures } = await runEach(undoable.decisions, async ({ community }) => {
      unwrap(await supabase.rpc('undo_decision', { community_id: community.id }))
    })
    await reload()
    setIsUndoing(false)
    const retryable = failures.filter(({ error }) => !isFinal(error))
    const left = { ...undoable, decisions: retryable.map(({ decision }) => decision) }
    setUndoable((current) => {
      if (current?.batch !== left.batch) return current
      return left.decisions.length > 0 ? left : null
    })
    if (failures[0]) {
      toast.error(failureMessage('Failed to undo', failures[0].error))
      return
    }
    toast.success('Decision undone', { id: toastId(undoable.batch) })
  }

  /** Returns null when at least one decision was saved, else the message for the dialog. */
  const reportFailures = (failed: FailedBatch): string | null => {
    const { kind, doneCount, failures } = failed
    const [first] = failures
    if (first && doneCount + failures.length === 1) {
      const message = failureMessage(decisionTexts[kind].failure, first.error)
      // The reject dialog shows the message itself.
      if (kind !== 'reject') toast.error(message)
      return message
    }
    setFailedBatch(failed)
    return doneCount > 0 ? null : `None of them could be ${decisionTexts[kind].done.toLowerCase()}.`
  }

  const reload = () => queries.invalidateQueries({ queryKey: ['admin'] })

  return {
    /** The kind of decision being saved, by community id. */
    saving,
    /** Resolves to null once the decision is saved, else to an error message. */
    decide: (decision: Decision) => decideAll([decision], decision.kind),
    /** Resolves to null once at least one decision is saved, else to an error message. */
    decideAll,
    undoable,
    undo: () => void undo(),
    isUndoing,
    dismissUndo: () => setUndoable(null),
    failedBatch,
    closeFailedBatch: () => setFailedBatch(null),
  }
}

export type Decisions = ReturnType<typeof useDecisions>

/** Confirming groups and resolving reports change no column that `undo_decision` restores. */
const canUndo = ({ kind }: Decision) => kind !== 'confirm' && kind !== 'resolve'

/** Whether retrying an undo cannot help: it came too late, or the WhatsApp link has been listed again. */
const isFinal = (error: unknown) => hasErrorCode(error, 'PT409') || hasErrorCode(error, '23505')

const toastId = (batch: number) => `decision-${batch}`

function successMessage(kind: DecisionKind, count: number): string {
  const { done, success } = decisionTexts[kind]
  return count === 1 ? success : `${count} communities ${done.toLowerCase()} successfully`
}

async function runEach(
  decisions: readonly Decision[],
  run: (decision: Decision) => Promise<void>,
): Promise<{ done: Decision[]; failures: Failure[] }> {
  const results = await pMapSettled(decisions, run, { concurrency: maxRequests })
  return {
    done: decisions.filter((_decision, index) => results[index]?.status === 'fulfilled'),
    failures: decisions.flatMap((decision, index) => {
      const result = results[index]
      return result?.status === 'rejected' ? [{ decision, error: result.reason }] : []
    }),
  }
}

/** Saves a decision. The database refuses it if the community has changed since the reviewer loaded it. */
async function saveDecision(decision: Decision, adminId: string | null): Promise<void> {
  const { id, updated_at, groups_updated_at } = decision.community
  switch (decision.kind) {
    case 'approve':
    case 'reject':
      changedRow(
        await supabase
          .from('communities')
          .update({
            ...(decision.kind === 'approve'
              ? { status: 'approved' }
              : { status: 'rejected', rejection_reason: decision.reason }),
            // The database replaces both values with its own.
            approval_date: new Date().toISOString(),
            approved_by: adminId,
            updated_at,
            // The decision includes the groups, so it is refused if they have changed.
            groups_updated_at,
          })
          .eq('id', id)
          .select('id')
          .maybeSingle(),
        communityGone,
      )
      return
    case 'accept':
    case 'decline': {
      const name = decision.kind === 'accept' ? 'accept_held_changes' : 'decline_held_changes'
      unwrap(await supabase.rpc(name, { community_id: id, version: updated_at }))
      return
    }
    case 'confirm':
    case 'resolve': {
      const name = decision.kind === 'confirm' ? 'confirm_groups' : 'resolve_reports'
      unwrap(await supabase.rpc(name, { community_id: id, seen_at: decision.seenAt }))
    }
  }
}

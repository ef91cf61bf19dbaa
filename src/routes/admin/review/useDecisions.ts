import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { communityGone } from '../../../communities/fields.ts'
import { heldChanges } from '../../../communities/versions.ts'
import { useSession } from '../../../session/useSession.ts'
import { supabase } from '../../../supabase/client.ts'
import {
  changedRow,
  failureMessage,
  hasErrorCode,
  unwrap,
  UserError,
} from '../../../supabase/errors.ts'
import { useWrite } from '../../../supabase/useWrite.ts'
import type { AdminCommunity } from '../communities/community-queries.ts'
import { attemptEach, type Outcome } from './attempt-each.ts'

/**
 * Approve and reject are for pending communities, accept and decline for held changes of approved ones,
 * confirm for groups that are live already, resolve for what visitors reported.
 */
export type DecisionKind = 'approve' | 'reject' | 'accept' | 'decline' | 'confirm' | 'resolve'

export type Decision = {
  kind: DecisionKind
  community: AdminCommunity
  /** Shown to the owner; rejections only. */
  reason?: string
  /** When the newest of the reports on view was made: what came later stays open. Only for 'resolve'. */
  seenAt?: string
}

/** What is said about decisions of each kind. */
export const decisionTexts = {
  approve: {
    success: 'Community approved successfully',
    successOfMany: 'communities approved successfully',
    failure: 'Failed to approve community',
    verb: 'approved',
    decided: 'Approved',
  },
  reject: {
    success: 'Community rejected successfully',
    successOfMany: 'communities rejected successfully',
    failure: 'Failed to reject community',
    verb: 'rejected',
    decided: 'Rejected',
  },
  accept: {
    success: 'Changes accepted successfully',
    successOfMany: 'changes accepted successfully',
    failure: 'Failed to accept changes',
    verb: 'accepted',
    decided: 'Changes accepted',
  },
  decline: {
    success: 'Changes declined successfully',
    successOfMany: 'changes declined successfully',
    failure: 'Failed to decline changes',
    verb: 'declined',
    decided: 'Changes declined',
  },
  confirm: {
    success: 'Groups confirmed successfully',
    successOfMany: 'group changes confirmed successfully',
    failure: 'Failed to confirm groups',
    verb: 'confirmed',
    decided: 'Groups confirmed',
  },
  resolve: {
    success: 'Reports resolved successfully',
    successOfMany: 'communities with reports resolved successfully',
    failure: 'Failed to resolve reports',
    verb: 'resolved',
    decided: 'Reports resolved',
  },
} as const satisfies Record<DecisionKind, Record<string, string>>

/** Decisions that the database has confirmed and that can be taken back. */
export type Undoable = {
  decisions: Decision[]
  kind: DecisionKind
  /** Counts up with each choice of this admin: undo is for the latest. */
  sequence: number
}

/** Which decisions of a batch failed, for the admin to read. */
export type FailureReport = { kind: DecisionKind; done: number; failed: Outcome<Decision>[] }

type Batch = {
  /** What the texts call all of them. */
  kind: DecisionKind
  sequence: number
  decisions: readonly Decision[]
  /** Those about whose community no earlier decision is still being saved. */
  started: readonly Decision[]
}

/** Shown while a decision waits for an earlier one about the same community. */
export const stillSaving =
  'An earlier decision about this community is still being saved. Wait a moment and try again.'

/**
 * The decisions of one admin: which are being saved, which can be undone, and which of many failed.
 * Several may be saved at once, but only one about the same community.
 */
export function useDecisions() {
  const { user } = useSession()
  const queries = useQueryClient()
  const [undoable, setUndoable] = useState<Undoable | null>(null)
  const [report, setReport] = useState<FailureReport | null>(null)
  const [saving, setSaving] = useState<ReadonlyMap<string, DecisionKind>>(new Map())
  // Set at once: a second key press may come before the next render.
  const busy = useRef(new Map<string, DecisionKind>())
  const lastSequence = useRef(0)

  const reload = () => queries.invalidateQueries({ queryKey: ['admin'] })
  const mark = ({ started, kind }: Batch, isSaving: boolean) => {
    for (const { community } of started) {
      if (isSaving) busy.current.set(community.id, kind)
      else busy.current.delete(community.id)
    }
    setSaving(new Map(busy.current))
  }

  const deciding = useWrite({
    write: async ({ decisions, started }: Batch) => {
      const outcomes = await attemptEach(decisions, async (decision) => {
        if (!started.includes(decision)) throw new UserError(stillSaving)
        await saveDecision(decision, user?.id ?? '')
      })
      const reloaded = reload()
      const failed = outcomes.filter(({ error }) => error)
      // One decision fails like any other call, at once; of many, the report says which.
      if (outcomes.length === 1 && failed[0]) throw failed[0].error
      await reloaded
      return { done: outcomes.filter(({ error }) => !error).map(({ item }) => item), failed }
    },
    success: ({ done, failed }, { kind }) => {
      if (failed.length > 0) return ''
      const { success, successOfMany } = decisionTexts[kind]
      return done.length === 1 ? success : `${done.length} ${successOfMany}`
    },
    failure: ({ kind }) => decisionTexts[kind].failure,
    // RejectDialog shows what `decide` resolves to.
    reasonIn: ({ kind }) => (kind === 'reject' ? 'dialog' : 'toast'),
    onSuccess: ({ done, failed }, { kind, sequence }) => {
      // What the database can take back: the others change nothing that visitors see.
      const decisions = done.filter((one) => one.kind !== 'confirm' && one.kind !== 'resolve')
      if (decisions.length > 0) {
        // Answers may arrive out of order.
        setUndoable((shown) =>
          shown && shown.sequence > sequence ? shown : { decisions, kind, sequence },
        )
      }
      if (failed.length > 0) setReport({ kind, done: done.length, failed })
    },
  })

  const run = async (decisions: readonly Decision[], kind: DecisionKind) => {
    const started = decisions.filter(({ community }) => !busy.current.has(community.id))
    lastSequence.current += 1
    const batch = { kind, sequence: lastSequence.current, decisions, started }
    mark(batch, true)
    try {
      // Not `run`: decisions about other communities may be saved at the same time.
      const { done } = await deciding.mutateAsync(batch)
      return done.length > 0 ? null : `None could be ${decisionTexts[kind].verb}.`
    } catch (error) {
      return failureMessage(decisionTexts[kind].failure, error)
    } finally {
      mark(batch, false)
    }
  }

  const undoing = useWrite({
    write: async ({ decisions, ...rest }: Undoable) => {
      const outcomes = await attemptEach(decisions, async ({ community }) => {
        unwrap(await supabase.rpc('undo_decision', { community_id: community.id }))
      })
      await reload()
      const failed = outcomes.filter(({ error }) => error)
      // What did not get through can be tried again; what the database refused cannot.
      const left = failed.filter(({ error }) => !isRefused(error)).map(({ item }) => item)
      const offer = left.length > 0 ? { decisions: left, ...rest } : null
      // A later decision may be on offer by now.
      setUndoable((shown) => (shown?.sequence === rest.sequence ? offer : shown))
      if (failed[0]) throw failed[0].error
    },
    success: 'Decision undone',
    failure: 'Failed to undo',
    reasonIn: 'toast',
  })

  return {
    /** By the id of a community, the kind of decision that is being saved about it. */
    saving,
    /** Resolves to null once the database has confirmed it, else to what went wrong, in words. */
    decide: (decision: Decision): Promise<string | null> => run([decision], decision.kind),
    /** Resolves to null when at least one was confirmed, else to what went wrong; the report says which failed. */
    decideAll: run,
    undoable,
    undo: () => undoable && void undoing.run(undoable),
    isUndoing: undoing.isPending,
    forgetUndo: () => setUndoable(null),
    report,
    closeReport: () => setReport(null),
  }
}

export type Decisions = ReturnType<typeof useDecisions>

/**
 * Writes a decision. The database signs and dates it with the admin's own identity, and refuses it when
 * the community is not the one that was looked at any more.
 *
 * @throws UserError
 */
async function saveDecision(decision: Decision, adminId: string): Promise<void> {
  const { community } = decision
  if (decision.kind === 'confirm') {
    // The groups that were looked at: later ones have to be looked at again.
    const seen = { community_id: community.id, seen_at: community.groups_changed_at ?? '' }
    unwrap(await supabase.rpc('confirm_groups', seen))
    return
  }
  if (decision.kind === 'resolve') {
    const seen = { community_id: community.id, seen_at: decision.seenAt ?? '' }
    unwrap(await supabase.rpc('resolve_reports', seen))
    return
  }
  changedRow(
    await supabase
      .from('communities')
      .update({ ...columnsOf(decision, adminId), updated_at: community.updated_at })
      .eq('id', community.id)
      .select('id')
      .maybeSingle(),
    communityGone,
  )
}

function columnsOf({ community, kind, reason }: Decision, adminId: string) {
  if (kind === 'accept') return { ...heldChanges(community), held_changes: null }
  if (kind === 'decline') return { held_changes: null }
  const signature = { approval_date: new Date().toISOString(), approved_by: adminId }
  if (kind === 'approve') return { status: 'approved' as const, ...signature }
  return { status: 'rejected' as const, ...signature, rejection_reason: reason || null }
}

/** It is too late, or its link has been listed meanwhile. */
const isRefused = (error: unknown) => hasErrorCode(error, 'PT409') || hasErrorCode(error, '23505')

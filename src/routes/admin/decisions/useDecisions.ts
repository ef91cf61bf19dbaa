import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { communityGone } from '../../../communities/fields.ts'
import { heldChanges } from '../../../communities/versions.ts'
import { useSession } from '../../../session/useSession.ts'
import { changedRow, unwrap } from '../../../supabase/calls.ts'
import { supabase } from '../../../supabase/client.ts'
import { NothingChanged, failureMessage, hasErrorCode } from '../../../supabase/errors.ts'
import { useWrite } from '../../../supabase/useWrite.ts'
import {
  type Decision,
  type DecisionKind,
  type Outcome,
  attemptEach,
  decisionTexts,
} from './decisions.ts'

/** Decisions that the database has confirmed and that can be taken back. */
export type Undoable = {
  decisions: Decision[]
  kind: DecisionKind
  /** Counts up with each choice of this admin: undo is for the latest. */
  taken: number
}

/** Of many decisions those that failed, for the admin to read. */
export type FailureReport = { kind: DecisionKind; done: number; failed: Outcome<Decision>[] }

type Batch = {
  /** What the texts call all of them. */
  kind: DecisionKind
  taken: number
  decisions: readonly Decision[]
  /** Of these the ones on whose community no earlier decision is still being saved. */
  started: readonly Decision[]
}

const stillSaving =
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
  const lastTaken = useRef(0)

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
        if (!started.includes(decision)) throw new NothingChanged(stillSaving)
        await saveDecision(decision, user?.id ?? '')
      })
      await reload()
      const failed = outcomes.filter(({ error }) => error)
      // One decision fails like any other call; of many, the report says which.
      if (outcomes.length === 1 && failed[0]) throw failed[0].error
      return { done: outcomes.filter(({ error }) => !error).map(({ item }) => item), failed }
    },
    success: ({ done, failed }, { kind }) => {
      if (failed.length > 0) return ''
      const { success, successOfMany } = decisionTexts[kind]
      return done.length === 1 ? success : `${done.length} ${successOfMany}`
    },
    failure: ({ kind }) => decisionTexts[kind].failure,
    reasonIn: 'toast',
    onSuccess: ({ done, failed }, { kind, taken }) => {
      // What the database can take back: the others change nothing that visitors see.
      const decisions = done.filter((one) => one.kind !== 'confirm' && one.kind !== 'resolve')
      if (decisions.length > 0) {
        // Confirmed in any order.
        setUndoable((later) => (later && later.taken > taken ? later : { decisions, kind, taken }))
      }
      if (failed.length > 0) setReport({ kind, done: done.length, failed })
    },
  })

  const run = async (decisions: readonly Decision[], kind: DecisionKind) => {
    const started = decisions.filter(({ community }) => !busy.current.has(community.id))
    lastTaken.current += 1
    const batch = { kind, taken: lastTaken.current, decisions, started }
    mark(batch, true)
    try {
      const { done } = await deciding.mutateAsync(batch)
      return done.length > 0 ? null : `None could be ${decisionTexts[kind].done}.`
    } catch (error) {
      return failureMessage(decisionTexts[kind].failure, error)
    } finally {
      mark(batch, false)
    }
  }

  const undoing = useWrite({
    write: async ({ decisions, ...rest }: Undoable) => {
      const outcomes = await attemptEach(decisions, ({ community }) => undoDecision(community.id))
      await reload()
      const failed = outcomes.filter(({ error }) => error)
      // What did not get through can be tried again; what the database refused can not.
      const left = failed.filter(({ error }) => !hasErrorCode(error, 'PT409'))
      setUndoable(left.length > 0 ? { decisions: left.map(({ item }) => item), ...rest } : null)
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
    decideAll: (decisions: readonly Decision[], kind: DecisionKind): Promise<string | null> =>
      run(decisions, kind),
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
 * @throws ServiceError, or NothingChanged when the community is gone
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
    const seen = { community: community.id, seen_at: decision.seenAt ?? '' }
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

/** Takes the caller's own decision back; the database allows it for a minute. */
async function undoDecision(communityId: string): Promise<void> {
  unwrap(await supabase.rpc('undo_decision', { community_id: communityId }))
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toast } from 'react-hot-toast'
import { useSession } from '../../../session/useSession.ts'
import { hasErrorCode } from '../../../supabase/errors.ts'
import {
  type Decision,
  type Verdict,
  decide,
  failureMessage,
  failureReason,
  pastTense,
  successMessage,
  undo,
} from './decisions.ts'
import { type Outcome, forEachItem } from './for-each-item.ts'
import { tidyImages } from './tidy-images.ts'

/** Decisions that the database has confirmed, all under one verdict, and that can be taken back. */
export type Undoable = { decisions: Decision[]; verdict: Verdict }

/** Of many decisions those that failed, for the admin to read. */
export type Report = { verdict: Verdict; done: number; failed: Outcome<Decision>[] }

/**
 * The decisions of one admin: which are on their way, which can be undone, and what became of many at
 * once. A listing is decided once at a time, however often a key is pressed.
 */
export function useDecisions() {
  const { user } = useSession()
  const queries = useQueryClient()
  const [underWay, setUnderWay] = useState<ReadonlyMap<string, Verdict>>(new Map())
  const [undoable, setUndoable] = useState<Undoable | null>(null)
  const [report, setReport] = useState<Report | null>(null)
  const busy = useRef(new Set<string>())

  /** Once a decision cannot be taken back any more, the image that it left unused may go. */
  const offerUndo = (next: Undoable | null) => {
    if (undoable) for (const decision of undoable.decisions) void tidyImages(decision)
    setUndoable(next)
  }
  const reload = () => queries.invalidateQueries({ queryKey: ['admin'] })
  const mark = (ids: string[], verdict: Verdict | null) => {
    for (const id of ids) {
      if (verdict) busy.current.add(id)
      else busy.current.delete(id)
    }
    setUnderWay((before) => {
      const after = new Map(before)
      for (const id of ids) {
        if (verdict) after.set(id, verdict)
        else after.delete(id)
      }
      return after
    })
  }

  const deciding = useMutation({
    mutationFn: async (decisions: Decision[]) => {
      const outcomes = await forEachItem(decisions, (decision) => decide(decision, user?.id ?? ''))
      await reload()
      const failed = outcomes.filter(({ error }) => error)
      // One decision fails like any other call; of many, the report says which.
      if (outcomes.length === 1 && failed[0]) throw failed[0].error
      return { done: outcomes.filter(({ error }) => !error).map(({ item }) => item), failed }
    },
  })

  const run = async (wanted: Decision[], verdict: Verdict): Promise<string | null> => {
    const decisions = wanted.filter(({ community }) => !busy.current.has(community.id))
    if (decisions.length === 0) return null
    const ids = decisions.map(({ community }) => community.id)
    mark(ids, verdict)
    try {
      const { done, failed } = await deciding.mutateAsync(decisions)
      if (done.length > 0) offerUndo({ decisions: done, verdict })
      if (failed.length > 0) setReport({ verdict, done: done.length, failed })
      else if (done.length === 1) toast.success(successMessage(verdict))
      else toast.success(`${done.length} communities ${pastTense[verdict]} successfully`)
      return done.length > 0 ? null : `None could be ${pastTense[verdict]}.`
    } catch (error) {
      const problem = failureMessage(error, verdict)
      toast.error(problem)
      return problem
    } finally {
      mark(ids, null)
    }
  }

  const undoing = useMutation({
    mutationFn: async ({ decisions, verdict }: Undoable) => {
      const outcomes = await forEachItem(decisions, ({ community }) => undo(community.id))
      await reload()
      const failed = outcomes.filter(({ error }) => error)
      // What did not get through can be tried again; what the database refused can not.
      const left = failed.filter(({ error }) => !hasErrorCode(error, 'PT409'))
      offerUndo(left.length > 0 ? { decisions: left.map(({ item }) => item), verdict } : null)
      if (failed[0]) throw failed[0].error
    },
    onSuccess: () => toast.success('Decision undone'),
    onError: (error) => toast.error(undoFailure(error)),
  })

  return {
    underWay,
    /** Resolves to null once the database has taken it, else to what went wrong. */
    decide: (decision: Decision) => run([decision], decision.verdict),
    decideAll: (decisions: Decision[], verdict: Verdict) => run(decisions, verdict),
    undoable,
    undo: () => {
      if (undoable && !undoing.isPending) undoing.mutate(undoable)
    },
    undoing: undoing.isPending,
    forgetUndo: () => offerUndo(null),
    report,
    closeReport: () => setReport(null),
  }
}

export type Decisions = ReturnType<typeof useDecisions>

function undoFailure(error: unknown): string {
  const reason = failureReason(error)
  return reason ? `Failed to undo: ${reason}` : 'Failed to undo'
}

import { type Query, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type QueuedCommunity, queueLists } from './queue.ts'
import { queueCounts, subtractDecided } from './queue-counts.ts'

type List = { rows: QueuedCommunity[]; isComplete: boolean }

/** Milliseconds without another decision after which the counts are reloaded, once for a burst of decisions. */
const quietMs = 5000

/** The beginnings of the keys of counts beside the queue. They are polled, too. */
const counts = ['queue counts', 'queue imports', 'communities counts', 'failed emails']

/** What is known about other communities. Read again for the next community of the queue. */
const evidence = ['similar', 'others']

const isAbout = (kinds: readonly string[]) => {
  return ({ queryKey }: Pick<Query, 'queryKey'>) => {
    const kind = queryKey.slice(1, 3).join(' ')
    return kinds.some((one) => kind.startsWith(one))
  }
}

const isCount = isAbout(counts)
const isEvidence = isAbout(evidence)
/** A decision about a community changes no user. */
const isUser = isAbout(['users'])

type Options = {
  /** Reloads counts only after a burst of decisions. */
  defersCounts: boolean
}

/** With fewer rows, an incomplete list is reloaded at once, because the reviewer may soon need those below. */
const fewRows = 20

/** Returns functions that show what a decision has changed. Each resolves when the rows are up to date. */
export function useReloadAfterDecision({ defersCounts }: Options) {
  const queries = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const reloadLater = (predicate: (query: Query) => boolean) => {
    clearTimeout(timer.current)
    // Not cleared when the queue closes: other views show the counts, too.
    timer.current = setTimeout(() => {
      void queries.invalidateQueries({ queryKey: ['admin'], predicate })
    }, quietMs)
    const changed = { queryKey: ['admin'], predicate: isEvidence, refetchType: 'none' } as const
    void queries.invalidateQueries(changed)
  }

  const reload = () => {
    if (defersCounts) reloadLater(isCount)
    const isLater = (query: Query) =>
      isUser(query) || (defersCounts && (isCount(query) || isEvidence(query)))
    return queries.invalidateQueries({
      queryKey: ['admin'],
      predicate: (query) => !isLater(query),
    })
  }

  /** Takes rows out of the queue without a request. The queue is reloaded after the burst. */
  const removeRows = async (ids: readonly string[]) => {
    const without = ({ rows, isComplete }: List) => {
      return { rows: rows.filter(({ id }) => !ids.includes(id)), isComplete }
    }
    const lists = queries.getQueriesData<List>(queueLists).flatMap(([, list]) => list?.rows ?? [])
    const decided = ids.flatMap((id) => lists.find((row) => row.id === id) ?? [])
    const shown = queries.getQueriesData<List>({ ...queueLists, type: 'active' })
    const endsSoon = shown.some(
      ([, list]) => !list || (!list.isComplete && without(list).rows.length < fewRows),
    )
    // An answer that is under way may still contain them.
    if (endsSoon || queries.isFetching(queueLists) > 0) return reload()
    queries.setQueriesData<List>(queueLists, (list) => list && without(list))
    if (decided.length > 0) {
      queries.setQueryData(queueCounts().queryKey, (all) => all && subtractDecided(all, decided))
    }
    return reloadLater((query) => !isUser(query))
  }

  return { reload, removeRows }
}

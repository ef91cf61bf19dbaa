import { type Query, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { readProperty } from '../../../lib/read-property.ts'
import { type QueuedCommunity, queueLists } from './queue.ts'
import { moveCounts, queueCounts } from './queue-counts.ts'

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
/** Few decisions change a user, and a press on the tab of users reloads them. */
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

  /** Returns those of the communities that the shown lists contain, except a list of an import, which is counted as one. */
  const findRows = (ids: readonly string[]) => {
    const predicate = ({ queryKey }: Query) => !readProperty(queryKey[3], 'import_id')
    const lists = queries.getQueriesData<List>({ ...queueLists, type: 'active', predicate })
    const rows = lists.flatMap(([, list]) => list?.rows ?? [])
    return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
  }

  const timeOfCounts = () => queries.getQueryState(queueCounts().queryKey)?.dataUpdatedAt

  /** Changes the counts by what has become of communities, unless they have been counted meanwhile. */
  const estimateCounts = (
    countedAt: number | undefined,
    before: readonly QueuedCommunity[],
    after: readonly QueuedCommunity[],
  ) => {
    const { queryKey } = queueCounts()
    if (countedAt !== timeOfCounts() || before.length + after.length === 0) return
    queries.setQueryData(queryKey, (all) => all && moveCounts(all, before, after), {
      updatedAt: countedAt,
    })
  }

  /** Gets the ids of the communities that were decided or undone. */
  const reload = async (ids: readonly string[]) => {
    const before = findRows(ids)
    const countedAt = timeOfCounts()
    if (defersCounts) reloadLater(isCount)
    const isLater = (query: Query) =>
      isUser(query) || (defersCounts && (isCount(query) || isEvidence(query)))
    await queries.invalidateQueries({
      queryKey: ['admin'],
      predicate: (query) => !isLater(query),
    })
    if (defersCounts) estimateCounts(countedAt, before, findRows(ids))
  }

  /** Takes rows out of the queue without a request. The queue is reloaded after the burst. */
  const removeRows = async (ids: readonly string[]) => {
    const without = ({ rows, isComplete }: List) => {
      return { rows: rows.filter(({ id }) => !ids.includes(id)), isComplete }
    }
    const decided = findRows(ids)
    const shown = queries.getQueriesData<List>({ ...queueLists, type: 'active' })
    const endsSoon = shown.some(
      ([, list]) => !list || (!list.isComplete && without(list).rows.length < fewRows),
    )
    // An answer that is under way may still contain them.
    if (endsSoon || queries.isFetching(queueLists) > 0) return reload(ids)
    queries.setQueriesData<List>(queueLists, (list) => list && without(list))
    estimateCounts(timeOfCounts(), decided, [])
    return reloadLater((query) => !isUser(query))
  }

  return { reload, removeRows }
}

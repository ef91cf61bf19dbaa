import { type Query, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

/** Milliseconds without another decision after which the counts are reloaded, once for a burst of decisions. */
const quietMs = 5000

/** The beginnings of the keys of counts beside the queue. They are polled, too. */
const counts = ['queue counts', 'communities counts', 'failed emails']

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

/** Returns a function that reloads what a decision changes. Resolves when the rows are reloaded. */
export function useReload({ defersCounts }: Options) {
  const queries = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  return () => {
    const isLater = (query: Query) =>
      isUser(query) || (defersCounts && (isCount(query) || isEvidence(query)))
    if (defersCounts) {
      clearTimeout(timer.current)
      // Not cleared when the queue closes: other views show the counts, too.
      timer.current = setTimeout(() => {
        void queries.invalidateQueries({ queryKey: ['admin'], predicate: isCount })
      }, quietMs)
      void queries.invalidateQueries({
        queryKey: ['admin'],
        predicate: isEvidence,
        refetchType: 'none',
      })
    }
    return queries.invalidateQueries({
      queryKey: ['admin'],
      predicate: (query) => !isLater(query),
    })
  }
}

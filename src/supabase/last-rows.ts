import { dehydrate, hydrate, type Query, type QueryClient } from '@tanstack/react-query'
import { readObject, writeItem } from '../lib/browser-storage.ts'
import { readProperty } from '../lib/read-property.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The toast for when loading fails. */
      failure?: string
      /** Whether this browser keeps the rows for the next visit. */
      isKept?: boolean
    }
  }
}

type Options = {
  /** Key in local storage, which signing out clears. */
  key: string
  /** Identifies the columns, and the user if only one may see the rows. Others are not restored. */
  kind: string
}

const maxQueries = 10

/**
 * Restores the rows of the last visit, which the screens show until the new ones arrive. Stores the results of queries
 * with the meta value `isKept`.
 *
 * @returns a function that stops storing
 */
export function keepLastRows(queries: QueryClient, { key, kind }: Options): () => void {
  const stored = readObject(key)
  const rows = readProperty(stored, 'rows')
  if (readProperty(stored, 'kind') === kind && typeof rows === 'object')
    hydrate(queries, rows ?? {})

  // Requests them again, however recent they are.
  void queries.invalidateQueries({ refetchType: 'none' })

  return queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !isKept(event.query)) return
    const kept = dehydrate(queries, { shouldDehydrateQuery: isKept })
    const newest = kept.queries
      .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
      .slice(0, maxQueries)
    writeItem(key, JSON.stringify({ kind, rows: { ...kept, queries: newest } }))
  })
}

const isKept = ({ meta, state }: Query) => meta?.isKept === true && state.status === 'success'

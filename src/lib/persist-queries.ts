import { dehydrate, hydrate, type Query, type QueryClient } from '@tanstack/react-query'
import { readObject, writeItem } from './browser-storage.ts'
import { readProperty } from './read-property.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The toast if loading fails. */
      failure?: string
      /** Whether `persistQueries` stores the rows for the next visit. */
      isPersisted?: boolean
    }
  }
}

type PersistOptions = {
  /** Key in local storage, which signing out clears. */
  storageKey: string
  /** Identifies the columns, and the user if only one may see the rows. Rows with another one are not restored. */
  buster: string
  /** Returns false once this browser must not keep rows. */
  mayStore?: () => boolean
}

const maxPersisted = 10

/**
 * Restores the rows of the last visit, which the screens show until the new ones arrive. Then stores the results of
 * queries with the meta value `isPersisted`. Like TanStack Query's persister, which is larger and restores too late for
 * the first render.
 *
 * @returns a function that stops storing
 */
export function persistQueries(
  queryClient: QueryClient,
  { storageKey, buster, mayStore = () => true }: PersistOptions,
): () => void {
  const stored = readObject(storageKey)
  const state = readProperty(stored, 'clientState')
  if (readProperty(stored, 'buster') === buster && typeof state === 'object')
    hydrate(queryClient, state ?? {})

  // Requests them again, however recent they are.
  void queryClient.invalidateQueries({ refetchType: 'none' })

  return queryClient.getQueryCache().subscribe(({ type, query, ...event }) => {
    if (type !== 'updated' || !('action' in event) || event.action.type !== 'success') return
    if (!isPersisted(query) || !mayStore()) return
    const clientState = dehydrate(queryClient, { shouldDehydrateQuery: isPersisted })
    clientState.queries.sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    clientState.queries.splice(maxPersisted)
    writeItem(storageKey, JSON.stringify({ buster, clientState }))
  })
}

const isPersisted = ({ meta, state }: Query) =>
  meta?.isPersisted === true && state.status === 'success'

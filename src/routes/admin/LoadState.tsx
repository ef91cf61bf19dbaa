import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'

type Props = {
  query: { isPending: boolean; isFetching: boolean; error: Error | null; refetch: () => unknown }
  failure: string
}

/** What a tab shows until its rows are there: loading, or why not and a way to try again. */
export function LoadState({ query, failure }: Props) {
  if (query.isPending) return <LoadingRows />
  return <ErrorState title={failure} onRetry={query.refetch} busy={query.isFetching} />
}

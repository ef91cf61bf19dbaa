import { ErrorState } from '../../ui/Feedback.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'

type Props = {
  query: { isFetching: boolean; error: Error | null; refetch: () => unknown }
  failure: string
}

/** What a tab shows until its rows are there: loading, or why not and a way to try again. */
export function LoadState({ query, failure }: Props) {
  if (!query.error) return <LoadingRows />
  return <ErrorState title={failure} onRetry={query.refetch} busy={query.isFetching} />
}

import { ErrorState } from '../../ui/ErrorState.tsx'

type Props = {
  query: { isPending: boolean; isFetching: boolean; error: Error | null; refetch: () => unknown }
  failure: string
}

/** What a tab shows until its rows are there: loading, or why not and a way to try again. */
export function LoadState({ query, failure }: Props) {
  if (query.isPending) return <LoadingLine />
  return <ErrorState title={failure} onRetry={query.refetch} busy={query.isFetching} />
}

export function LoadingLine() {
  return (
    <p role="status" className="py-10 text-center text-ink-soft">
      Loading...
    </p>
  )
}

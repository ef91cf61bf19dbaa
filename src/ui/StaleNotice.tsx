import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

type Props = {
  /** A query whose rows are still on view although they could not be loaded again. */
  query: { isRefetchError: boolean; isFetching: boolean; refetch: () => unknown }
}

/** Says above a list that it may be out of date, and lets the reader try again. */
export function StaleNotice({ query }: Props) {
  if (!query.isRefetchError) return null
  return (
    <Notice
      tone="warning"
      className="mb-4"
      action={
        <Button
          variant="secondary"
          size="sm"
          busy={query.isFetching}
          onClick={() => void query.refetch()}
        >
          Try again
        </Button>
      }
    >
      This list could not be brought up to date.
    </Notice>
  )
}

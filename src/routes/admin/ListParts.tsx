import type { Sort } from '../../ui/DataTable.tsx'
import { ErrorState } from '../../ui/Feedback.tsx'
import { FilterField } from '../../ui/Select.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'

type LoadStateProps = {
  query: { isFetching: boolean; error: Error | null; refetch: () => unknown }
  failure: string
}

/** What a list shows until its rows are there: loading, or why not and a way to try again. */
export function LoadState({ query, failure }: LoadStateProps) {
  if (!query.error) return <LoadingRows />
  return <ErrorState title={failure} onRetry={query.refetch} busy={query.isFetching} />
}

/** An email address that breaks in front of the @ where it must, and anywhere only if that is not enough. */
export function EmailAddress({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  if (at < 0) return address
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}

type OwnerAddressProps = { owner: { email: string; sign_in_email: string } }

/**
 * The address an owner signs in with. The one in their profile is whatever they wrote there, so it is
 * shown as that where it differs.
 */
export function OwnerAddress({ owner: { email, sign_in_email } }: OwnerAddressProps) {
  return (
    <p className="text-ink-soft">
      <EmailAddress address={sign_in_email || email} />
      {sign_in_email && sign_in_email !== email && (
        <span className="block text-xs">
          In the profile: <EmailAddress address={email} />
        </span>
      )}
    </p>
  )
}

export type SortChoice<By extends string> = {
  by: By
  label: string
  /** What either direction is called: 'A to Z', 'newest first'. */
  ascending: string
  descending: string
}

type SortFieldProps<By extends string> = {
  choices: readonly SortChoice<By>[]
  value: Sort
  onChange: (by: By, descending: boolean) => void
  className?: string
}

/** Sorts where a table is shown as cards, which have no headings to click. */
export function SortField<By extends string>({
  choices,
  value,
  onChange,
  className,
}: SortFieldProps<By>) {
  const options = choices.flatMap(({ by, label, ascending, descending }) => [
    { by, isDescending: false, text: `${label}, ${ascending}` },
    { by, isDescending: true, text: `${label}, ${descending}` },
  ])
  return (
    <FilterField
      label="Sort by"
      className={className}
      value={options.findIndex(
        ({ by, isDescending }) => by === value.by && isDescending === value.descending,
      )}
      onChange={(index) => {
        const chosen = options[Number(index)]
        if (chosen) onChange(chosen.by, chosen.isDescending)
      }}
    >
      {options.map(({ text }, index) => (
        <option key={text} value={index}>
          {text}
        </option>
      ))}
    </FilterField>
  )
}

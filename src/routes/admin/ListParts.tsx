import { type LucideIcon, SearchX } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import type { Sort } from '../../ui/DataTable.tsx'
import { EmptyState, ErrorState } from '../../ui/Feedback.tsx'
import { FilterField } from '../../ui/Select.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'

type LoadStateProps = {
  query: { isFetching: boolean; error: Error | null; refetch: () => unknown }
  failure: string
}

/** Shown in place of a list without rows: a placeholder while it loads, then the error and a retry button. */
export function LoadState({ query, failure }: LoadStateProps) {
  if (!query.error) return <LoadingRows />
  return <ErrorState title={failure} onRetry={query.refetch} isPending={query.isFetching} />
}

/** Shown for a page after the last one, which the URL may name or a deletion may leave. */
export function MissingPage({ onFirstPage }: { onFirstPage: () => void }) {
  return (
    <EmptyState
      title="This page doesn't exist"
      icon={SearchX}
      action={<Button onClick={onFirstPage}>First page</Button>}
    />
  )
}

type IconButtonProps = { icon: LucideIcon; label: string; onClick: () => void }

export function IconButton({ icon, label, onClick }: IconButtonProps) {
  return <Button variant="ghost" size="sm" icon={icon} aria-label={label} onClick={onClick} />
}

/** Wraps a long email before the @ if possible. */
export function Email({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <span translate="no">
      {email.slice(0, Math.max(at, 0))}
      <wbr />
      {email.slice(Math.max(at, 0))}
    </span>
  )
}

type OwnerEmailProps = { owner: { email: string; sign_in_email: string } }

/**
 * Shows the verified email that an owner signs in with. The one in the profile is not verified, so it is
 * labeled if it differs.
 */
export function OwnerEmail({ owner: { email, sign_in_email } }: OwnerEmailProps) {
  return (
    <p className="text-ink-soft">
      <Email email={sign_in_email || email} />
      {sign_in_email && sign_in_email !== email && (
        <span className="block text-xs">
          <span>In the profile:</span> <Email email={email} />
        </span>
      )}
    </p>
  )
}

export type SortChoice<By extends string> = {
  by: By
  label: string
  /** Names of the two directions, for example 'oldest first' and 'newest first'. */
  ascending: string
  descending: string
}

export const alphabetical = { ascending: 'A to Z', descending: 'Z to A' }

type CardSortFieldProps<By extends string> = {
  choices: readonly SortChoice<By>[]
  value: Sort
  onChange: (by: By, descending: boolean) => void
}

/** Sorts the cards that tables become on narrow screens, where there are no column headers. */
export function CardSortField<By extends string>({
  choices,
  value,
  onChange,
}: CardSortFieldProps<By>) {
  const options = choices.flatMap(({ by, label, ascending, descending }) => [
    { by, isDescending: false, text: `${label}, ${ascending}` },
    { by, isDescending: true, text: `${label}, ${descending}` },
  ])
  return (
    <FilterField
      label="Sort by"
      className="lg:hidden"
      value={options.findIndex(
        ({ by, isDescending }) => by === value.by && isDescending === value.descending,
      )}
      onChange={(index) => {
        const choice = options[Number(index)]
        if (choice) onChange(choice.by, choice.isDescending)
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

import { type LucideIcon, SearchX } from 'lucide-react'
import { useMediaQuery } from '../../lib/useMediaQuery.ts'
import { Button, GhostButton } from '../../ui/Button.tsx'
import { EmptyState, ErrorState } from '../../ui/Feedback.tsx'
import { FilterField } from '../../ui/FilterField.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import { Pager } from '../../ui/Pager.tsx'
import {
  type CommunitiesView,
  rowsPerPage,
  sortParams,
  useAdminView,
  type UsersView,
} from './admin-view.ts'

type LoadStateProps = {
  query: { isFetching: boolean; error: Error | null; refetch: () => unknown }
  failure: string
}

/** Shown in place of a list without rows: a placeholder while it loads, then the error and a retry button. */
export function LoadState({ query, failure }: LoadStateProps) {
  if (!query.error) return <LoadingRows />
  return <ErrorState title={failure} query={query} />
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

const wideWindow = '(min-width: 64rem)'

/** Whether tables are not cards, and the queue has room for the community beside its list. */
export const isWideWindow = () => window.matchMedia(wideWindow).matches
export const useIsWideWindow = () => useMediaQuery(wideWindow)

/** Whether the queue has room for the owner beside the community. */
export const useIsWidestWindow = () => useMediaQuery('(min-width: 80rem)')

export function ViewPager(props: { label: string; page: number; total: number }) {
  const { change } = useAdminView()
  return <Pager {...props} pageSize={rowsPerPage} onPageChange={(page) => change({ page })} />
}

type IconButtonProps = { icon: LucideIcon; label: string; onClick: () => void }

export function IconButton({ icon, label, onClick }: IconButtonProps) {
  return <GhostButton icon={icon} title={label} aria-label={label} onClick={onClick} />
}

/** Wraps a long email before the @ if possible. */
export function Email({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <span dir="auto" translate="no">
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

type SortableView = CommunitiesView | UsersView

export type SortChoice<By = SortableView['sort']> = {
  by: By
  label: string
  ascending: string
  descending: string
}

export const alphabetical = { ascending: 'A to Z', descending: 'Z to A' }

type CardSortFieldProps = { choices: readonly SortChoice[]; view: SortableView }

/** Sorts the cards that tables become on narrow screens, where there are no column headers. */
export function CardSortField({ choices, view }: CardSortFieldProps) {
  const { change } = useAdminView()
  const options = choices.flatMap(({ by, label, ascending, descending }) => [
    { by, isDescending: false, text: `${label}, ${ascending}` },
    { by, isDescending: true, text: `${label}, ${descending}` },
  ])
  return (
    <FilterField
      label="Sort by"
      className="lg:hidden"
      value={options.findIndex(
        ({ by, isDescending }) => by === view.sort && isDescending === view.descending,
      )}
      onChange={(index) => {
        const choice = options[Number(index)]
        if (choice) change(sortParams(choice.by, choice.isDescending))
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

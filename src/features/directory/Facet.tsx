import { Search, X } from 'lucide-react'
import { type ReactElement, type ReactNode, useId, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { containsWords } from '../../lib/plain-words.ts'
import { SmallButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { controlClass } from '../../ui/Select.tsx'
import { type CommunityCount, formatCommunities, getNoun } from './directory-queries.ts'
import { type DirectoryView, type FilterName, getViewUrl } from './directory-view.ts'

/** The most values that a facet shows, and that the database counts for places. */
export const maxShown = 12

type FacetProps = { title: string; search?: ReactElement; children: ReactNode }

/** The values of a filter. */
export function Facet({ title, search, children }: FacetProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1.5 text-base font-semibold">
        {title}
      </h2>
      {search}
      <ul className="max-lg:flex max-lg:flex-wrap max-lg:gap-2">{children}</ul>
    </section>
  )
}

type MoreProps = {
  title: string
  /** The values in lower case: 'places'. */
  noun: string
  hasMore: boolean
  /** Replaces the values after a click on 'More places'. */
  search: ReactElement
  children: ReactNode
}

/** A facet that shows the most frequent values; a search finds the others. */
export function FacetWithSearch({ title, noun, hasMore, search, children }: MoreProps) {
  const [isSearching, setIsSearching] = useState(false)
  if (isSearching) return search
  return (
    <div className="space-y-2">
      <Facet title={title}>{children}</Facet>
      {hasMore && (
        <SmallButton icon={Search} onClick={() => setIsSearching(true)}>
          {`More ${noun}`}
        </SmallButton>
      )}
    </div>
  )
}

type FacetSearchProps<Value> = {
  title: string
  /** The values in lower case: 'places'. */
  noun: string
  /** Undefined if they could not be loaded. */
  values: readonly Value[] | undefined
  isLoading?: boolean
  /** Returns the names by which a value is found. */
  textOf: (value: Value) => string
  /** Returns the list item of a value. */
  children: (value: Value) => ReactNode
}

/** A facet whose values are found by name: those that contain the words typed, the most frequent first. */
export function FacetSearch<Value>({
  title,
  noun,
  values,
  isLoading = false,
  textOf,
  children,
}: FacetSearchProps<Value>) {
  const [text, setText] = useState('')
  const id = useId()
  const found = values?.filter((value) => containsWords(textOf(value), text))

  return (
    <Facet
      title={title}
      search={
        <>
          <input
            dir="auto"
            // The button that opened the search is gone.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            type="search"
            aria-label={`Search ${noun}`}
            aria-describedby={id}
            placeholder={`Search ${noun}`}
            value={text}
            maxLength={100}
            onChange={(event) => setText(event.currentTarget.value)}
            className={cx(controlClass, 'min-h-10')}
          />
          <p id={id} role="status" className="my-2 text-xs text-ink-soft">
            {isLoading
              ? 'Loading...'
              : found?.length === 0
                ? `No ${noun} found`
                : found && found.length > maxShown && `${maxShown} of ${found.length} ${noun}`}
          </p>
        </>
      }
    >
      {found?.slice(0, maxShown).map(children)}
    </Facet>
  )
}

type FilterLinkProps = {
  label: string
  /** In a language other than the page's if it has a `lang`. */
  detail?: { text: string; lang?: string } | false | ''
  isActive: boolean
  count: CommunityCount | undefined
  view: DirectoryView
  change: Partial<Record<FilterName, readonly string[]>>
}

/** Adds a value to its filter, or removes it if it is active. */
export function FilterLink({ label, detail, isActive, count, view, change }: FilterLinkProps) {
  const { state } = useLocation()
  return (
    <li className="-mx-(--bleed,0px)">
      <Link
        to={getViewUrl({ ...view, ...change })}
        // The open sheet has a single history entry.
        {...(view.filters && { replace: true, state })}
        aria-current={isActive ? 'true' : undefined}
        className={cx(
          'flex min-h-9 items-center gap-2 rounded-lg px-2.5 py-1 text-sm text-ink no-underline transition-colors hover:bg-sunken max-lg:border max-lg:border-line',
          'aria-[current=true]:border-accent! aria-[current=true]:bg-accent-soft aria-[current=true]:font-semibold aria-[current=true]:text-accent-ink',
        )}
      >
        <span className="min-w-0 flex-1">
          <span dir="auto">{label}</span>
          {detail && (
            <span className="block text-xs text-ink-soft">
              <bdi lang={detail.lang} translate={detail.lang ? 'no' : undefined}>
                {detail.text}
              </bdi>
            </span>
          )}
        </span>
        {isActive ? (
          <X aria-hidden="true" className="size-4 shrink-0" />
        ) : (
          // Reserves its width, so that nothing moves when the count appears.
          <span className="min-w-5 shrink-0 text-end text-xs text-ink-soft tabular-nums">
            {/* Near the visitor, the number is unknown. */}
            {count && !view.near && (
              <>
                <span>{formatCommunities(count)}</span>
                <span className="sr-only">{` ${getNoun(count)}`}</span>
              </>
            )}
          </span>
        )}
      </Link>
    </li>
  )
}

import { useId, useState } from 'react'
import { containsWords } from '../../lib/plain-words.ts'
import { cx } from '../../ui/cx.ts'
import { ErrorState } from '../../ui/Feedback.tsx'
import { controlClass } from '../../ui/Select.tsx'
import { toPlaceCount, usePlaces } from './directory-counts.ts'
import { type DirectoryView, getViewUrl } from './directory-view.ts'
import { FilterLink } from './FilterLink.tsx'

/** The most places that are listed. */
const maxShown = 12

type Props = {
  view: DirectoryView
  /** The current name of the place in the view. */
  active: string | null | undefined
}

/** Finds a place by its name or country. */
export function PlaceFilterSearch({ view, active }: Props) {
  const { q, place, category, join, language } = view
  const query = usePlaces({ q, place, category, join, language })
  const [text, setText] = useState('')
  const id = useId()
  const found = query.data?.filter(({ place: name, country }) =>
    containsWords(`${name} ${country}`, text),
  )

  return (
    <div className="space-y-2">
      <input
        // The button that opened the search is gone.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        type="search"
        aria-label="Search places"
        aria-describedby={id}
        placeholder="Search places"
        value={text}
        maxLength={100}
        onChange={(event) => setText(event.currentTarget.value)}
        className={cx(controlClass, 'min-h-10')}
      />
      <p id={id} role="status" className="text-xs text-ink-soft">
        {query.isPending
          ? 'Loading...'
          : found?.length === 0
            ? 'No places found'
            : found && found.length > maxShown && `${maxShown} of ${found.length} places`}
      </p>
      {query.isError && !query.data && (
        <ErrorState
          title="Couldn't load the places"
          onRetry={() => void query.refetch()}
          isPending={query.isFetching}
        />
      )}
      <ul className="max-lg:flex max-lg:flex-wrap max-lg:gap-2">
        {found?.slice(0, maxShown).map((row) => (
          <FilterLink
            key={row.place}
            label={row.place}
            detail={row.country}
            isActive={active === row.place}
            count={toPlaceCount(row)}
            to={getViewUrl({ ...view, place: active === row.place ? null : row.place })}
          />
        ))}
      </ul>
    </div>
  )
}

import { Search } from 'lucide-react'
import { type KeyboardEvent, type RefCallback, useId, useState } from 'react'
import { isolate } from '../../lib/isolate.ts'
import { cx } from '../../ui/cx.ts'
import { FieldError } from '../../ui/Field.tsx'
import { formatCountOf } from '../../ui/format.ts'
import { controlClass } from '../../ui/Select.tsx'
import { groupByCountry, searchPlaces } from './places.ts'

/** More matches would be slow to show and tedious to read. */
const maxShown = 50

type PlaceToChoose = {
  value: string
  name: string
  country: string
  /** Other words that the search finds. */
  otherNames?: string
}

type Props = {
  label: string
  /** Shown while no place is chosen. */
  prompt: string
  places: readonly PlaceToChoose[]
  /** Places that are shown whatever the search is. */
  pinned?: readonly PlaceToChoose[]
  value: string
  error: string | undefined
  /** The control that gets the focus when the value is invalid. */
  inputRef: RefCallback<HTMLElement>
  onBlur: () => void
  onChoose: (value: string) => void
  /** A last choice that is no place. */
  other?: { label: string; isChosen: boolean; onChoose: () => void }
}

/** A long list of places with a search field. Uses native radio buttons for their keyboard support. */
export function PlaceSearchField({
  label,
  prompt,
  places,
  pinned = [],
  value,
  error,
  inputRef,
  onBlur,
  onChoose,
  other,
}: Props) {
  const id = useId()
  const [text, setText] = useState('')
  const matches = searchPlaces(places, text)
  const shown = matches.slice(0, maxShown)
  const hidden = matches.length - shown.length
  const listed = places.find((place) => place.value === value)
  const chosen = listed
    ? `${isolate(listed.name)}, ${listed.country}`
    : pinned.find((place) => place.value === value)?.name
  const chosenText = other?.isChosen ? other.label : chosen

  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Otherwise it would submit the form.
    event.preventDefault()
    const [only, ...others] = matches
    if (only && others.length === 0) onChoose(only.value)
  }

  const radio = (key: string, choice: string, isChecked: boolean, onCheck: () => void) => (
    <label
      key={key}
      className="flex min-h-10 cursor-pointer items-center gap-2.5 px-3 text-[0.9375rem] hover:bg-sunken/60"
    >
      <input
        type="radio"
        name={id}
        className="size-4 shrink-0 accent-accent"
        checked={isChecked}
        onChange={onCheck}
        onBlur={onBlur}
      />
      <span dir="auto">{choice}</span>
    </label>
  )

  return (
    <fieldset
      role="radiogroup"
      aria-required="true"
      aria-invalid={error ? true : undefined}
      aria-describedby={cx(`${id}-chosen`, error && `${id}-error`)}
      className="min-w-0 space-y-1.5"
    >
      <legend className="text-sm font-semibold text-ink">
        <span>{label}</span>
        <span aria-hidden="true" className="text-clay">
          {' *'}
        </span>
      </legend>
      <p id={`${id}-chosen`} className="text-sm text-ink-soft">
        {chosenText ? (
          <span>
            Selected:{' '}
            <span dir="auto" className="font-semibold text-ink">
              {chosenText}
            </span>
          </span>
        ) : (
          prompt
        )}
      </p>
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-soft"
        />
        <input
          dir="auto"
          ref={inputRef}
          type="search"
          aria-label="Search by place or country"
          aria-controls={`${id}-places`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          placeholder="Search by place or country"
          autoComplete="off"
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={handleKey}
          onBlur={onBlur}
          className={cx(controlClass, 'min-h-10 pl-9')}
        />
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <div
        id={`${id}-places`}
        className="max-h-64 overflow-y-auto overscroll-contain rounded-lg border border-line-strong bg-surface py-1"
      >
        {groupByCountry([...pinned, ...shown]).map(({ country, places: inCountry }, index) => (
          <div key={country} role="group" aria-labelledby={`${id}-${index}`}>
            <p id={`${id}-${index}`} className="px-3 pt-2 pb-1 text-xs font-semibold text-ink-soft">
              {country}
            </p>
            {inCountry.map((place) =>
              radio(place.value, place.name, !other?.isChosen && place.value === value, () =>
                onChoose(place.value),
              ),
            )}
          </div>
        ))}
        <p role="status" className="px-3 text-sm text-ink-soft not-empty:py-2">
          {matches.length === 0
            ? 'No places match your search.'
            : hidden > 0
              ? `${formatCountOf(hidden, 'more place', 'more places')}. Keep typing to narrow the list.`
              : text.trim() !== '' &&
                formatCountOf(matches.length, 'place matches', 'places match')}
        </p>
      </div>
      {other && radio('other', other.label, other.isChosen, other.onChoose)}
    </fieldset>
  )
}

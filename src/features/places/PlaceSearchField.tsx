import { Search } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, type RefCallback, useId, useState } from 'react'
import { isolate } from '../../lib/isolate.ts'
import { cx } from '../../ui/cx.ts'
import { FieldError } from '../../ui/Field.tsx'
import { formatCountOf } from '../../ui/format.ts'
import { controlClass } from '../../ui/Select.tsx'
import { groupByCountry, type Place, searchPlaces } from './places.ts'

export type PlaceFieldProps = {
  places: readonly Place[]
  /** The saved and the chosen place, if the list lacks them. */
  unlisted: readonly string[]
  /** The name of the chosen place; empty if there is none. */
  location: string
  isRequested: boolean
  error: string | undefined
  /** The control that gets the focus when the location is invalid. */
  inputRef: RefCallback<HTMLElement>
  onBlur: () => void
  onChoose: (location: string) => void
  onRequest: () => void
}

/** The option that requests a missing place. */
export const requestLabel = 'My place is not listed'

/** More matches would be slow to show and tedious to read. */
const maxShown = 50

/** A long list of places with a search field. Uses native radio buttons for their keyboard support. */
export function PlaceSearchField({
  places,
  unlisted,
  location,
  isRequested,
  error,
  inputRef,
  onBlur,
  onChoose,
  onRequest,
}: PlaceFieldProps) {
  const id = useId()
  const [text, setText] = useState('')
  const matches = searchPlaces(places, text)
  const shown = matches.slice(0, maxShown)
  const hidden = matches.length - shown.length
  const chosen = places.find(({ name }) => name === location)
  const chosenName = chosen ? `${isolate(chosen.name)}, ${chosen.country}` : location
  const chosenText = isRequested ? requestLabel : chosenName

  const radio = (name: string) => (
    <Radio
      key={name}
      group={id}
      label={name}
      isChecked={!isRequested && name === location}
      onBlur={onBlur}
      onCheck={() => onChoose(name)}
    />
  )
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Otherwise it would submit the form.
    event.preventDefault()
    const [only, ...others] = matches
    if (only && others.length === 0) onChoose(only.name)
  }

  return (
    <fieldset
      role="radiogroup"
      aria-required="true"
      aria-invalid={error ? true : undefined}
      aria-describedby={cx(`${id}-chosen`, error && `${id}-error`)}
      className="min-w-0 space-y-1.5"
    >
      <legend className="text-sm font-semibold text-ink">
        Location
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
          'Select a location'
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
        {unlisted.length > 0 && (
          <RadioGroup heading="Current location">{unlisted.map(radio)}</RadioGroup>
        )}
        {groupByCountry(shown).map(({ country, places: inCountry }) => (
          <RadioGroup key={country} heading={country}>
            {inCountry.map(({ name }) => radio(name))}
          </RadioGroup>
        ))}
        <p role="status" className="px-3 text-sm text-ink-soft not-empty:py-2">
          {matches.length === 0
            ? 'No places match your search.'
            : hidden > 0 &&
              `${formatCountOf(hidden, 'more place', 'more places')}. Keep typing to narrow the list.`}
        </p>
      </div>
      <Radio
        group={id}
        isChecked={isRequested}
        onBlur={onBlur}
        onCheck={onRequest}
        label={requestLabel}
      />
    </fieldset>
  )
}

function RadioGroup({ heading, children }: { heading: string; children: ReactElement[] }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="px-3 pt-2 pb-1 text-xs font-semibold text-ink-soft">
        {heading}
      </p>
      {children}
    </div>
  )
}

type RadioProps = {
  /** Shared by all radio buttons, so that only one is checked. */
  group: string
  label: string
  isChecked: boolean
  onCheck: () => void
  onBlur: () => void
}

function Radio({ group, label, isChecked, onCheck, onBlur }: RadioProps) {
  return (
    <label className="flex min-h-10 cursor-pointer items-center gap-2.5 px-3 text-[0.9375rem] hover:bg-sunken/60">
      <input
        type="radio"
        name={group}
        className="size-4 shrink-0 accent-accent"
        checked={isChecked}
        onChange={onCheck}
        onBlur={onBlur}
      />
      <span>{label}</span>
    </label>
  )
}

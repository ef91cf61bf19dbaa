import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type RefCallback, useId, useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { isolate } from '../../lib/isolate.ts'
import { cx } from '../../ui/cx.ts'
import { Notice, RetryButton } from '../../ui/Feedback.tsx'
import { FieldError, SelectField, TextField } from '../../ui/Field.tsx'
import { formatCountOf } from '../../ui/format.ts'
import { controlClass, Options } from '../../ui/Select.tsx'
import type { Community } from '../community/fields.ts'
import { groupByCountry, offeredPlaces, type Place, searchPlaces } from '../places/places.ts'
import { maxRequestedPlace } from '../../supabase/rules/limits.ts'
import type { CommunityFormMethods } from './community-schema.ts'

/** Longer lists get a search field. */
const maxPlacesInSelect = 12

/** The option that requests a missing place. */
const requestLabel = 'My place is not listed'

type Props = { form: CommunityFormMethods; saved: Community | null }

/** Chooses a listed place, or requests a missing one. */
export function PlaceField({ form, saved }: Props) {
  const query = useQuery(offeredPlaces)
  const { data: places, isPending, isError } = query
  const { field, fieldState } = useController({ control: form.control, name: 'location' })
  const isRequested = useWatch({ control: form.control, name: 'requested_place' }) !== null

  const choose = (location: string, requestedPlace: string | null) => {
    form.setValue('location', location, { shouldDirty: true })
    form.setValue('requested_place', requestedPlace, { shouldDirty: true })
    form.clearErrors(['location', 'requested_place'])
  }
  // A community keeps a place that was retired. A renamed one is saved under its new name.
  const unlisted = new Set(
    [saved?.location ?? '', field.value].filter(
      (name) => name !== '' && !places?.some((place) => place.name === name),
    ),
  )
  const input: PlaceFieldProps = {
    places: places ?? [],
    unlisted: [...unlisted],
    location: field.value,
    isRequested,
    error: fieldState.error?.message,
    inputRef: field.ref,
    onBlur: field.onBlur,
    onChoose: (location) => choose(location, null),
    onRequest: () => choose('', ''),
  }
  const live = saved?.status === 'approved' ? saved.location : null
  const needsSearch = input.places.length > maxPlacesInSelect

  return (
    <div className={needsSearch ? 'min-w-0 space-y-3 sm:col-span-2' : 'min-w-0 space-y-3'}>
      {needsSearch ? (
        <PlaceSearchField {...input} />
      ) : (
        <PlaceSelectField {...input} isPending={isPending} />
      )}
      {isError && !places && (
        <Notice tone="danger" action={<RetryButton query={query} />}>
          Couldn't load the places
        </Notice>
      )}
      {isRequested && (
        <TextField
          label="Place and country"
          required
          limit={maxRequestedPlace}
          autoComplete="off"
          placeholder="Lisbon, Portugal"
          hint={
            live
              ? `Your community stays in ${live} until an admin has added the place.`
              : 'We add the place when we review your community.'
          }
          error={form.formState.errors.requested_place?.message}
          {...form.register('requested_place')}
        />
      )}
    </div>
  )
}

type PlaceFieldProps = {
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

/** The value of the option that requests a place. Place names have no line breaks, so it matches none. */
const requestOption = '\n'

function PlaceSelectField({ inputRef, ...props }: PlaceFieldProps & { isPending: boolean }) {
  const { places, isRequested } = props
  return (
    <SelectField
      ref={inputRef}
      label="Location"
      required
      error={props.error}
      value={isRequested ? requestOption : props.location}
      onBlur={props.onBlur}
      onChange={({ currentTarget: { value } }) => {
        if (value === requestOption) props.onRequest()
        else props.onChoose(value)
      }}
    >
      <option value="">{props.isPending ? 'Loading...' : 'Select a location'}</option>
      <Options group="Current location" values={props.unlisted} />
      {groupByCountry(places).map(({ country, places: inCountry }) => (
        <Options key={country} group={country} values={inCountry.map(({ name }) => name)} />
      ))}
      {(places.length > 0 || isRequested) && <option value={requestOption}>{requestLabel}</option>}
    </SelectField>
  )
}

/** More matches would be slow to show and tedious to read. */
const maxShown = 50

/** A long list of places with a search field. Uses native radio buttons for their keyboard support. */
function PlaceSearchField({
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
  const current = unlisted.map((name) => ({ name, country: 'Current location' }))
  const matches = searchPlaces(places, text)
  const shown = matches.slice(0, maxShown)
  const hidden = matches.length - shown.length
  const chosen = places.find(({ name }) => name === location)
  const chosenName = chosen ? `${isolate(chosen.name)}, ${chosen.country}` : location
  const chosenText = isRequested ? requestLabel : chosenName

  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Otherwise it would submit the form.
    event.preventDefault()
    const [only, ...others] = matches
    if (only && others.length === 0) onChoose(only.name)
  }

  const radio = (label: string, isChecked: boolean, onCheck: () => void) => (
    <label
      key={label}
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
      <span>{label}</span>
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
        {groupByCountry([...current, ...shown]).map(({ country, places: inCountry }, index) => (
          <div key={country} role="group" aria-labelledby={`${id}-${index}`}>
            <p id={`${id}-${index}`} className="px-3 pt-2 pb-1 text-xs font-semibold text-ink-soft">
              {country}
            </p>
            {inCountry.map(({ name }) =>
              radio(name, !isRequested && name === location, () => onChoose(name)),
            )}
          </div>
        ))}
        <p role="status" className="px-3 text-sm text-ink-soft not-empty:py-2">
          {matches.length === 0
            ? 'No places match your search.'
            : hidden > 0 &&
              `${formatCountOf(hidden, 'more place', 'more places')}. Keep typing to narrow the list.`}
        </p>
      </div>
      {radio(requestLabel, isRequested, onRequest)}
    </fieldset>
  )
}

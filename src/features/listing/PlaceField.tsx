import { useQuery } from '@tanstack/react-query'
import type { RefCallback } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { Notice, RetryButton } from '../../ui/Feedback.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { Options } from '../../ui/Select.tsx'
import type { Community } from '../community/fields.ts'
import { groupByCountry, offeredPlaces, type Place } from '../places/places.ts'
import { PlaceSearchField } from '../places/PlaceSearchField.tsx'
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
        <PlaceSearchField
          label="Location"
          prompt="Select a location"
          places={input.places.map((place) => ({ value: place.name, ...place }))}
          pinned={input.unlisted.map((name) => ({
            value: name,
            name,
            country: 'Current location',
          }))}
          value={field.value}
          error={input.error}
          inputRef={field.ref}
          onBlur={field.onBlur}
          onChoose={input.onChoose}
          other={{ label: requestLabel, isChosen: isRequested, onChoose: input.onRequest }}
        />
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

import { useQuery } from '@tanstack/react-query'
import { useController, useWatch } from 'react-hook-form'
import { Notice, RetryButton } from '../../ui/Feedback.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { Options } from '../../ui/Select.tsx'
import type { Community } from '../community/fields.ts'
import { groupByCountry, offeredPlaces } from '../places/places.ts'
import { PlaceSearchField } from '../places/PlaceSearchField.tsx'
import { maxRequestedPlace } from '../../supabase/rules/limits.ts'
import type { CommunityFormMethods } from './community-schema.ts'

/** Longer lists get a search field. */
const maxPlacesInSelect = 12

/** The option that requests a missing place. */
const requestLabel = 'My place is not listed'
/** Its value in the select. Place names have no line breaks, so it matches none. */
const requestOption = '\n'

type Props = { form: CommunityFormMethods; saved: Community | null }

/** Chooses a listed place, or requests a missing one. */
export function PlaceField({ form, saved }: Props) {
  const query = useQuery(offeredPlaces)
  const { data: places = [], isPending, isLoadingError } = query
  const { field, fieldState } = useController({ control: form.control, name: 'location' })
  const { ref, value: location, onBlur } = field
  const isRequested = useWatch({ control: form.control, name: 'requested_place' }) !== null

  const choose = (place: string, requestedPlace: string | null) => {
    form.setValue('location', place, { shouldDirty: true })
    form.setValue('requested_place', requestedPlace, { shouldDirty: true })
    form.clearErrors(['location', 'requested_place'])
  }
  // A community keeps a place that was retired. A renamed one is saved under its new name.
  const unlisted = [...new Set([saved?.location ?? '', location])].filter(
    (name) => name !== '' && !places.some((place) => place.name === name),
  )
  const request = () => choose('', '')
  const live = saved?.status === 'approved' ? saved.location : null
  const needsSearch = places.length > maxPlacesInSelect

  return (
    <div className={needsSearch ? 'min-w-0 space-y-3 sm:col-span-2' : 'min-w-0 space-y-3'}>
      {needsSearch ? (
        <PlaceSearchField
          label="Location"
          prompt="Select a location"
          places={places.map((place) => ({ value: place.name, ...place }))}
          pinned={unlisted.map((name) => ({ value: name, name, country: 'Current location' }))}
          value={location}
          error={fieldState.error?.message}
          inputRef={ref}
          onBlur={onBlur}
          onChoose={(place) => choose(place, null)}
          other={{ label: requestLabel, isChosen: isRequested, onChoose: request }}
        />
      ) : (
        <SelectField
          ref={ref}
          label="Location"
          required
          error={fieldState.error?.message}
          value={isRequested ? requestOption : location}
          onBlur={onBlur}
          onChange={({ currentTarget: { value } }) => {
            if (value === requestOption) request()
            else choose(value, null)
          }}
        >
          <option value="">{isPending ? 'Loading...' : 'Select a location'}</option>
          <Options group="Current location" values={unlisted} />
          {groupByCountry(places).map(({ country, places: inCountry }) => (
            <Options key={country} group={country} values={inCountry.map(({ name }) => name)} />
          ))}
          {(places.length > 0 || isRequested) && (
            <option value={requestOption}>{requestLabel}</option>
          )}
        </SelectField>
      )}
      {isLoadingError && (
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

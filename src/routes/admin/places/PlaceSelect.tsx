import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupByCountry } from '../../../communities/places.ts'
import { SelectField, TextField } from '../../../ui/Field.tsx'
import { formatCountOf } from '../../../ui/format.ts'
import { LoadState } from '../ListParts.tsx'
import { plainName } from './city-files.ts'
import { allPlaces, type PlaceOption } from './place-queries.ts'

/** More places than this have a search. */
const maxWithoutSearch = 12

type Props = {
  label: string
  /** Which places can be chosen. */
  isOffered: (place: PlaceOption) => boolean
  chosen: PlaceOption | null
  onChange: (place: PlaceOption | null) => void
  error?: string
}

/** Chooses a place, by country. The search also finds alternative names. */
export function PlaceSelect({ label, isOffered, chosen, onChange, error }: Props) {
  const query = useQuery(allPlaces)
  const [search, setSearch] = useState('')
  if (!query.data) return <LoadState query={query} failure="Error loading places" />

  const offered = query.data.filter(isOffered)
  const found = offered.filter((place) => matches(place, search) || place.id === chosen?.id)

  return (
    <div className="space-y-4">
      {offered.length > maxWithoutSearch && (
        <div className="space-y-1">
          <TextField
            label="Search places"
            type="search"
            autoComplete="off"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          <p role="status" className="text-sm text-ink-soft">
            {search && formatCountOf(found.length, 'place matches', 'places match')}
          </p>
        </div>
      )}
      <SelectField
        label={label}
        required
        error={error}
        value={chosen?.id ?? ''}
        onChange={({ target }) => onChange(found.find(({ id }) => id === target.value) ?? null)}
      >
        <option value="">Select a place</option>
        {groupByCountry(found).map(({ country, places }) => (
          <optgroup key={country} label={country}>
            {places.map(({ id, name, is_active }) => (
              <option key={id} value={id}>
                {is_active ? name : `${name} (retired)`}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
    </div>
  )
}

const matches = ({ name, alternative_names, country }: PlaceOption, search: string) =>
  [name, ...alternative_names, country].some((text) => plainName(text).includes(plainName(search)))

import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { maxPlaceName } from '../../supabase/rules/limits.ts'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { RetryButton } from '../../ui/Feedback.tsx'
import { formatCount, formatCountOf } from '../../ui/format.ts'
import {
  citiesByFirstLetter,
  type City,
  countryCodes,
  countryName,
  listCountries,
  maxSuggestions,
  plainName,
  suggestCities,
} from './cities.ts'
import { cityInput, type PlaceInput, type PlaceValues } from './place-form.ts'

const countryOptions = listCountries().map(({ code, name }) => (
  <option dir="auto" key={code} value={code}>
    {name}
  </option>
))

type Props = {
  form: UseFormReturn<PlaceInput, unknown, PlaceValues>
  isNew: boolean
  onChoose: () => void
}

/** The fields of a place. Typing a name suggests cities, which fill the other fields. */
export function PlaceFormFields({ form, isNew, onChoose }: Props) {
  const [isSuggesting, setIsSuggesting] = useState(false)
  const [text, code] = useWatch({ control: form.control, name: ['name', 'country_code'] })
  const { errors, isSubmitted } = form.formState
  const errorOf = (name: keyof PlaceInput) => errors[name]?.message

  const choose = (city: City) => {
    form.setValues(cityInput(city), { shouldValidate: isSubmitted })
    setIsSuggesting(false)
    onChoose()
    form.setFocus('name')
  }
  const fillCountry = () => {
    const chosen = form.getValues('country_code')
    form.setValue('country', chosen && countryName(chosen), { shouldValidate: isSubmitted })
  }

  return (
    <>
      <div className="space-y-1.5">
        <TextField
          label="Name"
          required
          limit={maxPlaceName}
          autoComplete="off"
          hint={
            isNew
              ? undefined
              : 'Old links keep working after a change: the former name becomes an alternative name.'
          }
          error={errorOf('name')}
          {...form.register('name', { onChange: () => setIsSuggesting(true) })}
        />
        {isSuggesting && <CitySuggestions text={text} countryCode={code} onChoose={choose} />}
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label="Country"
          required
          error={errorOf('country_code')}
          {...form.register('country_code', { onChange: fillCountry })}
          // A suggestion may have a code that is not an option yet, such as XK.
          value={code}
        >
          <option value="">Select a country</option>
          {code && !countryCodes.includes(code) && <option value={code}>{code}</option>}
          {countryOptions}
        </SelectField>
        <TextField
          label="Country name for visitors"
          required
          error={errorOf('country')}
          {...form.register('country')}
        />
      </div>
      <div className="grid grid-cols-2 items-start gap-4">
        <TextField
          label="Latitude"
          required
          placeholder="38.7167"
          error={errorOf('latitude')}
          {...form.register('latitude')}
        />
        <TextField
          label="Longitude"
          required
          placeholder="-9.1333"
          error={errorOf('longitude')}
          {...form.register('longitude')}
        />
      </div>
      <TextField
        label="Alternative names"
        hint="Other names that people search for, separated by commas."
        error={errorOf('alternative_names')}
        {...form.register('alternative_names')}
      />
    </>
  )
}

type SuggestionsProps = { text: string; countryCode: string; onChoose: (city: City) => void }

/** Lists the cities of the GeoNames data that match a name. Loads the data when there is a name. */
function CitySuggestions({ text, countryCode, onChoose }: SuggestionsProps) {
  const cities = useQuery({ ...citiesByFirstLetter(text), enabled: plainName(text).length >= 2 })
  const { shown, total } = suggestCities(cities.data ?? [], text, countryCode)

  if (cities.isError) {
    return (
      <p
        role="status"
        className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft"
      >
        <span>Couldn't load the city data.</span>
        <RetryButton query={cities} />
      </p>
    )
  }
  return (
    <div className="space-y-1">
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {cities.isLoading
          ? 'Loading cities...'
          : total > maxSuggestions
            ? `${formatCount(total)} cities match. Add a comma and the country to see fewer.`
            : total > 0 && `${formatCountOf(total, 'city matches', 'cities match')}.`}
      </p>
      {shown.length > 0 && (
        <ul
          aria-label="Suggestions"
          className="overflow-hidden rounded-lg border border-line bg-paper/60 py-1"
        >
          {shown.map((city) => (
            <li key={`${city.countryCode} ${city.name} ${city.latitude} ${city.longitude}`}>
              <button
                type="button"
                className="flex w-full items-baseline gap-2 px-3 py-1.5 text-left text-sm hover:bg-sunken focus-visible:-outline-offset-2"
                onClick={() => onChoose(city)}
              >
                <MapPin aria-hidden="true" className="size-4 shrink-0 self-center text-clay" />
                <span className="min-w-0 flex-1">
                  <span dir="auto" translate="no" className="font-semibold">
                    {city.name}
                  </span>
                  <span>{`, ${countryName(city.countryCode)}`}</span>
                </span>{' '}
                <span className="shrink-0 text-xs text-ink-soft tabular-nums">
                  {`${city.latitude.toFixed(2)}, ${city.longitude.toFixed(2)}`}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The attribution that the license of the city data requires. */
export function CityDataCredit() {
  return (
    <p className="text-xs text-ink-soft">
      <span>City data:</span> <CreditLink href="https://www.geonames.org">GeoNames</CreditLink>{' '}
      <CreditLink href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</CreditLink>
    </p>
  )
}

function CreditLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="rounded-sm underline underline-offset-4"
    >
      {children}
    </a>
  )
}

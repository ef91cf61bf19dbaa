import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { maxPlaceName } from '../../supabase/rules/limits.ts'
import { SelectField, TextField } from '../../ui/Field.tsx'
import type { City } from './cities.ts'
import { CitySuggestions } from './CitySuggestions.tsx'
import { countryCodes, countryName, listCountries } from './countries.ts'
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
export function PlaceFields({ form, isNew, onChoose }: Props) {
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

import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useId, useRef, useState } from 'react'
import { staleVersionCode, UserError } from '../../../supabase/errors.ts'
import { useWrite } from '../../../supabase/useWrite.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { SelectField, TextField } from '../../../ui/Field.tsx'
import { citiesLike, type City } from './cities.ts'
import { CityDataCredit, CitySuggestions } from './CitySuggestions.tsx'
import { countryCodes, countryName, listCountries } from './countries.ts'
import {
  checkPlace,
  cityInput,
  emptyPlace,
  findPlaceField,
  isSamePlace,
  placeFields,
  type PlaceFormInput,
  placeInput,
  type PlaceValues,
  validatePlace,
} from './place-check.ts'
import {
  type EditablePlace,
  insertPlace,
  readPlace,
  reloadPlaces,
  updatePlace,
} from './place-queries.ts'

type Props = {
  /** The place to edit. Without one, the dialog adds a place. */
  edited?: EditablePlace
  /** The initial text of the fields of a new place. */
  initial?: PlaceFormInput
  onClose: () => void
  onSaved: (name: string) => void
}

const countryOptions = listCountries().map(({ code, name }) => (
  <option key={code} value={code}>
    {name}
  </option>
))

/** The code of an error: the place differs from the city data, and the admin has not chosen to save it anyway. */
const doubtfulPlaceCode = 'doubtful place'

/** Adds or edits a place. Compares it with the city data before saving. */
export function PlaceFormDialog({ edited, initial, onClose, onSaved }: Props) {
  const queries = useQueryClient()
  // The version that the form shows. Changes when the admin loads another admin's version.
  const [loaded, setLoaded] = useState(edited)
  const [input, setInput] = useState(edited ? placeInput(edited) : (initial ?? emptyPlace))
  const [isChecked, setIsChecked] = useState(false)
  const [isSuggesting, setIsSuggesting] = useState(false)
  const [doubt, setDoubt] = useState<string | null>(null)
  const [shouldSaveAnyway, setShouldSaveAnyway] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()
  const { values, errors } = validatePlace(input)

  const save = useWrite({
    write: async (place: PlaceValues) => {
      if (!shouldSaveAnyway && !(loaded && isSamePlace(place, loaded))) {
        const reason = await findDoubt(place)
        if (reason) throw new UserError(reason, { code: doubtfulPlaceCode })
      }
      const name = await (loaded ? updatePlace(loaded, place) : insertPlace(place))
      await reloadPlaces(queries)
      return name
    },
    failure: loaded ? 'Failed to update place' : 'Failed to add place',
    showReasonIn: 'dialog',
    onSuccess: onSaved,
    onError: (error) => {
      if (error.code === doubtfulPlaceCode) setDoubt(error.message)
      else focusField(findPlaceField(error.field))
    },
  })

  /** Returns why the city data casts doubt on a place, or null. */
  const findDoubt = async (place: PlaceValues) => {
    try {
      return checkPlace(place, await queries.fetchQuery(citiesLike(place.name)))
    } catch {
      return "The city data couldn't be loaded, so this place wasn't checked."
    }
  }

  const reload = useWrite({
    write: ({ id }: EditablePlace) => readPlace(id),
    failure: 'Failed to load this place',
    showReasonIn: 'dialog',
    onSuccess: (current) => {
      setLoaded(current)
      change(placeInput(current))
    },
  })

  const focusField = (name: keyof PlaceFormInput | undefined) =>
    name && form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()

  const change = (changes: Partial<PlaceFormInput>) => {
    setInput((before) => ({ ...before, ...changes }))
    setDoubt(null)
    setShouldSaveAnyway(false)
    if (!save.isPending) save.reset()
  }

  const choose = (city: City) => {
    change(cityInput(city))
    setIsSuggesting(false)
    focusField('name')
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    const firstInvalid = placeFields.find((name) => errors[name])
    if (firstInvalid) focusField(firstInvalid)
    else void save.run(values)
  }

  const refusedField = save.error && findPlaceField(save.error.field)
  const field = (name: keyof PlaceFormInput) => ({
    name,
    value: input[name],
    error:
      (isChecked && errors[name]) || (refusedField === name && save.error?.message) || undefined,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => change({ [name]: target.value }),
  })
  const isBusy = save.isPending || reload.isPending
  const isStale = save.error?.code === staleVersionCode

  return (
    <Dialog
      open
      onOpenChange={() => !isBusy && onClose()}
      title={edited ? 'Edit place' : 'Add place'}
      description={loaded?.name}
      initialFocus={() => focusField('name')}
      footer={
        <>
          <div className="mr-auto self-center max-sm:w-full">
            <CityDataCredit />
          </div>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            isPending={save.isPending}
            disabled={reload.isPending}
          >
            {edited ? 'Save changes' : 'Add place'}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} noValidate className="space-y-4" onSubmit={submit}>
        <div className="space-y-1.5">
          <TextField
            label="Name"
            required
            limit={100}
            autoComplete="off"
            hint={
              edited
                ? 'Old links keep working after a change: the former name becomes an alternative name.'
                : undefined
            }
            {...field('name')}
            onChange={({ target }) => {
              change({ name: target.value })
              setIsSuggesting(true)
            }}
          />
          {isSuggesting && (
            <CitySuggestions text={input.name} countryCode={input.country_code} onChoose={choose} />
          )}
        </div>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <SelectField
            label="Country"
            required
            {...field('country_code')}
            onChange={({ target }) =>
              change({
                country_code: target.value,
                country: target.value && countryName(target.value),
              })
            }
          >
            <option value="">Select a country</option>
            {input.country_code && !countryCodes.includes(input.country_code) && (
              <option value={input.country_code}>{input.country_code}</option>
            )}
            {countryOptions}
          </SelectField>
          <TextField label="Country name for visitors" required {...field('country')} />
        </div>
        <div className="grid grid-cols-2 items-start gap-4">
          <TextField label="Latitude" required placeholder="38.7167" {...field('latitude')} />
          <TextField label="Longitude" required placeholder="-9.1333" {...field('longitude')} />
        </div>
        <TextField
          label="Alternative names"
          hint="Other names that people search for, separated by commas."
          {...field('alternative_names')}
        />
        {doubt && (
          <Notice tone="warning" title="Is this place correct?">
            <p>{doubt}</p>
            <label className="mt-2 flex items-center gap-2.5 font-semibold">
              <input
                type="checkbox"
                className="size-5 accent-accent"
                checked={shouldSaveAnyway}
                onChange={({ target }) => setShouldSaveAnyway(target.checked)}
              />
              Save anyway
            </label>
          </Notice>
        )}
        {save.problem && !refusedField && save.error?.code !== doubtfulPlaceCode && (
          <Notice
            tone="danger"
            action={
              isStale &&
              loaded && (
                <Button
                  variant="secondary"
                  size="sm"
                  isPending={reload.isPending}
                  onClick={() => void reload.run(loaded)}
                >
                  Load the current version
                </Button>
              )
            }
          >
            {save.problem}
          </Notice>
        )}
        {reload.problem && <Notice tone="danger">{reload.problem}</Notice>}
      </form>
    </Dialog>
  )
}

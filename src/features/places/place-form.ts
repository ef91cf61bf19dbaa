import * as z from 'zod/mini'
import { cleanLine, withPlainDigits } from '../../lib/clean-text.ts'
import { countCharacters } from '../../lib/count-characters.ts'
import {
  maxAlternativeName,
  maxAlternativeNames,
  maxCountryName,
  maxPlaceName,
} from '../../supabase/rules/limits.ts'
import { hasWords, listRule } from '../admin/list-rule.ts'
import { type City, countryName, findCountryCode, findRequestedCity, splitPlace } from './cities.ts'

/* The rules of the place form, which the database also enforces, and its initial values. */

const isAtMost = (max: number) =>
  z.refine<string>(
    (name) => countCharacters(name) <= max,
    `The name can have at most ${max} characters`,
  )

const fields = z.object({
  name: z
    .string()
    .check(
      z.overwrite(cleanLine),
      z.minLength(1, 'Please enter a name'),
      z.refine(hasWords, 'The name needs a letter or a digit'),
      isAtMost(maxPlaceName),
    ),
  country_code: z.string().check(z.minLength(1, 'Please select a country')),
  country: z
    .string()
    .check(
      z.overwrite(cleanLine),
      z.minLength(1, 'Please enter the name of the country'),
      isAtMost(maxCountryName),
    ),
  latitude: degrees(90),
  longitude: degrees(180),
  alternative_names: listRule(
    { each: 'name', maxLength: maxAlternativeName },
    z.maxLength(
      maxAlternativeNames,
      `A place can have at most ${maxAlternativeNames} alternative names`,
    ),
  ),
})

export const placeSchema = z.pipe(
  fields,
  z.transform(({ alternative_names, ...place }) => ({
    ...place,
    alternative_names: alternative_names.filter((other) => other !== place.name),
  })),
)

export type PlaceInput = z.input<typeof placeSchema>
export type PlaceValues = z.output<typeof placeSchema>

function degrees(max: number) {
  const message = `Please enter a number from -${max} to ${max}`
  return z.pipe(
    z.pipe(z.string(), z.transform(readDegrees)),
    z.number(message).check(z.gte(-max, message), z.lte(max, message)),
  )
}

/** Reads a decimal number with any digits, minus sign and decimal separator. Returns NaN for anything else. */
function readDegrees(text: string): number {
  const plain = withPlainDigits(text)
    .replace(/^[\u2010-\u2015\u2212]/, '-')
    .replace(/[,\u066B]/, '.')
    .replace(/ ?\u00B0$/, '')
  return /^[-+]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN
}

/** Returns the first field that is missing or wrong. */
export const findInvalidField = (place: PlaceInput): keyof PlaceInput | undefined =>
  placeSchema
    .safeParse(place)
    .error?.issues.map(({ path: [field] }) => field)
    .find(isPlaceField)

/** Whether a column that the database rejected is a field of the form. */
export const isPlaceField = (column: PropertyKey | null | undefined): column is keyof PlaceInput =>
  typeof column === 'string' && Object.hasOwn(fields.shape, column)

export const placeInput = (place: PlaceValues): PlaceInput => ({
  name: place.name,
  country_code: place.country_code,
  country: place.country,
  latitude: String(place.latitude),
  longitude: String(place.longitude),
  alternative_names: place.alternative_names.join(', '),
})

export const emptyPlace: PlaceInput = {
  name: '',
  country_code: '',
  country: '',
  latitude: '',
  longitude: '',
  alternative_names: '',
}

export const cityInput = (city: City): Omit<PlaceInput, 'alternative_names'> => ({
  name: city.name,
  country_code: city.countryCode,
  country: countryName(city.countryCode),
  latitude: String(city.latitude),
  longitude: String(city.longitude),
})

/**
 * Returns the form's values for a place that an owner requested, such as 'Lisbon, Portugal'.
 *
 * @param cities at least all cities of this name; none if they could not be loaded
 */
export function requestedInput(request: string, cities: readonly City[]): PlaceInput {
  const city = findRequestedCity(cities, request)
  if (city) return { ...emptyPlace, ...cityInput(city) }
  const { name, country } = splitPlace(request)
  const code = findCountryCode(country)
  return {
    ...emptyPlace,
    name,
    country_code: code ?? '',
    country: code ? countryName(code) : country,
  }
}

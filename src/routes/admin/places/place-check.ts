import { cleanLine, withPlainDigits } from '../../../lib/clean-text.ts'
import { distanceInKm } from '../../../lib/distance.ts'
import { plainWords } from '../../../lib/plain-words.ts'
import { formatCount } from '../../../ui/format.ts'
import type { Tables } from '../../../supabase/database.types.ts'
import { type City, findRequestedCity, splitPlace } from './cities.ts'
import { plainName } from './city-files.ts'
import { countryCodes, countryName, findCountryCode } from './countries.ts'

/* Validation of the place form, as in the database, and the comparison with the city data. */

export const placeFields = [
  'name',
  'country_code',
  'country',
  'latitude',
  'longitude',
  'alternative_names',
] as const

type PlaceField = (typeof placeFields)[number]

export type PlaceValues = Pick<Tables<'places'>, PlaceField>

/** The text in each field of the form. */
export type PlaceFormInput = Record<PlaceField, string>

type PlaceErrors = Partial<Record<PlaceField, string>>

export const emptyPlace: PlaceFormInput = {
  name: '',
  country_code: '',
  country: '',
  latitude: '',
  longitude: '',
  alternative_names: '',
}

/** Returns the field with this name, if the form has it. */
export const findPlaceField = (name: string | null): PlaceField | undefined =>
  placeFields.find((field) => field === name)

const maxLength = 100
const maxNames = 100

/** Returns the text of each field for a stored place. */
export const placeInput = (place: PlaceValues): PlaceFormInput => ({
  name: place.name,
  alternative_names: place.alternative_names.join(', '),
  country_code: place.country_code,
  country: place.country,
  latitude: String(place.latitude),
  longitude: String(place.longitude),
})

/** Returns the text of the fields that a city of the data fills. */
export const cityInput = (city: City): Omit<PlaceFormInput, 'alternative_names'> => ({
  name: city.name,
  country_code: city.countryCode,
  country: countryName(city.countryCode),
  latitude: String(city.latitude),
  longitude: String(city.longitude),
})

/**
 * Returns what is known about a place that an owner requested, such as 'Lisbon, Portugal'.
 *
 * @param cities at least all cities of this name; none if they could not be loaded
 */
export function requestedInput(request: string, cities: readonly City[]): PlaceFormInput {
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

/** Returns the cleaned values to save, and a message for each invalid field. */
export function validatePlace(input: PlaceFormInput): { values: PlaceValues; errors: PlaceErrors } {
  const name = cleanLine(input.name)
  const names = input.alternative_names
    .split(/[,\uFF0C\u3001\u060C]/)
    .map(cleanLine)
    .filter(Boolean)
  const values = {
    name,
    alternative_names: [...new Set(names)].filter((other) => other !== name),
    country_code: input.country_code,
    country: cleanLine(input.country),
    latitude: readDegrees(input.latitude),
    longitude: readDegrees(input.longitude),
  }
  const found: PlaceErrors = {
    name: values.name ? nameError('The name', values.name) : 'Please enter a name',
    alternative_names:
      values.alternative_names.length > maxNames
        ? `A place can have at most ${maxNames} alternative names`
        : values.alternative_names
            .map((other) => nameError('Each name', other))
            .find((error) => error !== undefined),
    country_code: values.country_code ? undefined : 'Please select a country',
    country: values.country
      ? lengthError('The name', values.country)
      : 'Please enter the name of the country',
    latitude: Math.abs(values.latitude) <= 90 ? undefined : 'Please enter a number from -90 to 90',
    longitude:
      Math.abs(values.longitude) <= 180 ? undefined : 'Please enter a number from -180 to 180',
  }
  const errors = Object.fromEntries(Object.entries(found).filter(([, error]) => error))
  return { values, errors }
}

/** Reads a decimal number with any digits, minus sign and decimal separator. Returns NaN for anything else. */
function readDegrees(text: string): number {
  const plain = withPlainDigits(text)
    .replace(/^[\u2010-\u2015\u2212]/, '-')
    .replace(/[,\u066B]/, '.')
    .replace(/ ?\u00B0$/, '')
  return /^[-+]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN
}

/** Counts characters like PostgreSQL: an emoji has a length of 2 in JavaScript, but is one character. */
const lengthError = (subject: string, text: string) =>
  Array.from(text).length > maxLength
    ? `${subject} can have at most ${maxLength} characters`
    : undefined

const nameError = (subject: string, name: string) =>
  plainWords(name) ? lengthError(subject, name) : `${subject} needs a letter or a digit`

/** Coordinates of one city differ between sources, but not by more than this. */
const maxDistanceInKm = 100

/**
 * Compares a place with the city data. Returns why it is doubtful, or null. Islands and regions are not in the data.
 *
 * @param cities at least all cities of this name
 */
export function checkPlace(place: PlaceValues, cities: readonly City[]): string | null {
  const { name, country, country_code } = place
  if (!countryCodes.includes(country_code)) {
    return `${country_code} is not a country code of ISO 3166-1.`
  }
  const distances = cities
    .filter((city) => city.countryCode === country_code && city.plainName === plainName(name))
    .map((city) => distanceInKm(place, city))
  if (distances.length === 0) {
    return `The city data has no city named ${name} in ${country}. Islands and regions aren't in it.`
  }
  const nearest = Math.min(...distances)
  return nearest > maxDistanceInKm
    ? `These coordinates are ${formatCount(Math.round(nearest))} km from the nearest city named ${name} in ${country}.`
    : null
}

/** Whether an edit changes nothing that `checkPlace` checks. */
export const isSamePlace = (edit: PlaceValues, place: PlaceValues) =>
  edit.name === place.name &&
  edit.country_code === place.country_code &&
  edit.latitude === place.latitude &&
  edit.longitude === place.longitude

import { queryOptions } from '@tanstack/react-query'
import { cleanLine } from '../../lib/clean-text.ts'
import { type CityRow, cityFileUrl, countryName, findCountryCode, plainName } from './city-files.ts'

export type City = {
  name: string
  plainName: string
  countryCode: string
  latitude: number
  longitude: number
}

export const maxSuggestions = 8

export function citiesByFirstLetter(name: string) {
  const url = cityFileUrl(name)
  return queryOptions({
    // Not under 'admin': the data does not change while the page is open.
    queryKey: ['cities', url],
    queryFn: async ({ signal }): Promise<City[]> => {
      const response = await fetch(url, { signal })
      if (!response.ok) throw new Error(`${url} responded with ${response.status}`)
      return readRows(await response.json())
    },
    staleTime: Infinity,
    // The form works without the data, and offers a retry.
    retry: false,
  })
}

function readRows(rows: unknown): City[] {
  if (!Array.isArray(rows) || !rows.every(isRow)) throw new Error('Not a file of city data')
  return rows.map(([name, countryCode, latitude, longitude]) => ({
    name,
    plainName: plainName(name),
    countryCode,
    latitude,
    longitude,
  }))
}

const isRow = (row: unknown): row is CityRow =>
  Array.isArray(row) &&
  typeof row[0] === 'string' &&
  typeof row[1] === 'string' &&
  typeof row[2] === 'number' &&
  typeof row[3] === 'number'

/** Splits 'Lisbon, Portugal' into its name and country. The country may be missing or unknown. */
export function splitPlace(text: string): { name: string; country: string } {
  const [name = '', ...rest] = cleanLine(text).split(/[,\uFF0C\u060C]/)
  return { name: name.trim(), country: (rest.at(-1) ?? '').trim() }
}

/**
 * Returns the cities whose names start with a text, which may include the start of the country's name: 'Lisbon, Port'.
 * Equal names come first, then the cities of the chosen country.
 */
export function suggestCities(cities: readonly City[], text: string, chosenCountry: string) {
  const { name, country } = splitPlace(text)
  const wanted = plainName(name)
  const wantedCountry = plainName(country)
  if (wanted.length < 2) return { shown: [], total: 0 }
  const wantedCode = wantedCountry ? findCountryCode(country) : undefined
  const isInCountry = ({ countryCode }: City) =>
    countryCode === wantedCode || plainName(countryName(countryCode)).startsWith(wantedCountry)
  const found = cities.filter(
    (city) => city.plainName.startsWith(wanted) && (!wantedCountry || isInCountry(city)),
  )
  const rank = (city: City) =>
    (city.plainName === wanted ? 0 : 2) + (city.countryCode === chosenCountry ? 0 : 1)
  const shown = found.toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      one.plainName.length - other.plainName.length ||
      one.plainName.localeCompare(other.plainName) ||
      countryName(one.countryCode).localeCompare(countryName(other.countryCode)),
  )
  return { shown: shown.slice(0, maxSuggestions), total: found.length }
}

/** Returns the city that a request such as 'Lisbon, Portugal' means, if there is exactly one. */
export function findRequestedCity(cities: readonly City[], request: string): City | undefined {
  const { name, country } = splitPlace(request)
  const code = findCountryCode(country)
  const found = cities.filter(
    (city) => city.plainName === plainName(name) && (country === '' || city.countryCode === code),
  )
  return found.length === 1 ? found[0] : undefined
}

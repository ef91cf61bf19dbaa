import { queryOptions } from '@tanstack/react-query'
import { cleanLine } from '../../lib/clean-text.ts'
import { plainWords } from '../../lib/plain-words.ts'

/* The city data, which the build writes to a file for each first letter, and the countries. */

/** A city: name, ISO 3166-1 alpha-2 code of the country, latitude and longitude in degrees. */
export type CityRow = [name: string, countryCode: string, latitude: number, longitude: number]

/** Returns a name in lower case, without accents, apostrophes and other punctuation: 'Xi’an' becomes 'xian'. */
export const plainName = (name: string): string =>
  plainWords(name.replaceAll(/[\p{Lm}'’‘`´]/gu, ''))

export function cityFileUrl(name: string): string {
  const [first = ''] = plainName(name)
  return `/cities/${/[a-z]/.test(first) ? first : 'other'}.json`
}

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

/** The countries of ISO 3166-1 alpha-2. */
export const countryCodes: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA ' +
  'CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA ' +
  'GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS ' +
  'MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS ' +
  'RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW ' +
  'TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ')

const options = { type: 'region', fallback: 'none' } as const
const names = new Intl.DisplayNames(['en'], options)
const shortNames = new Intl.DisplayNames(['en'], { ...options, style: 'short' })

/** Returns the English name of a country, or the code if it has none. */
export const countryName = (code: string): string =>
  (/^[A-Z]{2}$/.test(code) && names.of(code)) || code

export const listCountries = (): { code: string; name: string }[] =>
  countryCodes
    .map((code) => ({ code, name: countryName(code) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))

/** Returns the code of the country with this code, name or short name ('UK'). */
export function findCountryCode(text: string): string | undefined {
  const wanted = plainName(text)
  return countryCodes.find((code) =>
    [code, names.of(code), shortNames.of(code)].some((name) => name && plainName(name) === wanted),
  )
}

import { plainWords } from '../../lib/plain-words.ts'

/* The files of city data and the countries. Shared by the build, which writes them, and the dialog, which reads them. */

/** A city: name, ISO 3166-1 alpha-2 code of the country, latitude and longitude in degrees. */
export type CityRow = [name: string, countryCode: string, latitude: number, longitude: number]

/** Returns a name in lower case, without accents, apostrophes and other punctuation: 'Xi’an' becomes 'xian'. */
export const plainName = (name: string): string =>
  plainWords(name.replaceAll(/[\p{Lm}'’‘`´]/gu, ''))

export function cityFileUrl(name: string): string {
  const [first = ''] = plainName(name)
  return `/cities/${/[a-z]/.test(first) ? first : 'other'}.json`
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

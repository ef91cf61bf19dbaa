import { plainWords } from '../../lib/plain-words.ts'

/* The files of city data: their names and rows. Shared by the build, which writes them, and the dialog, which reads them. */

/** A city: name, ISO 3166-1 alpha-2 code of the country, latitude and longitude in degrees. */
export type CityRow = [name: string, countryCode: string, latitude: number, longitude: number]

/** Returns a name in lower case, without accents, apostrophes and other punctuation: 'Xi’an' becomes 'xian'. */
export const plainName = (name: string): string =>
  plainWords(name.replaceAll(/[\p{Lm}'’‘`´]/gu, ''))

export function cityFileUrl(name: string): string {
  const [first = ''] = plainName(name)
  return `/cities/${/[a-z]/.test(first) ? first : 'other'}.json`
}

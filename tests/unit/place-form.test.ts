import { describe, expect, test } from 'vitest'
import { cityFiles } from '../../scripts/build/cities.ts'
import {
  cityFileUrl,
  countryCodes,
  findCountryCode,
  findRequestedCity,
  listCountries,
  maxSuggestions,
  plainName,
  splitPlace,
  suggestCities,
} from '../../src/features/places/cities.ts'
import {
  emptyPlace,
  type PlaceInput,
  placeInput,
  placeSchema,
  requestedInput,
} from '../../src/features/places/place-form.ts'

const city = (name: string, countryCode: string, latitude: number, longitude: number) => ({
  name,
  plainName: plainName(name),
  countryCode,
  latitude,
  longitude,
})

const cities = [
  city('Lisbon Falls', 'US', 43.9962, -70.0606),
  city('Lisbon', 'US', 40.772, -80.7681),
  city('Lisbon', 'PT', 38.7167, -9.1333),
  city('Lisburn', 'GB', 54.5234, -6.0353),
]

const place = {
  name: 'Lisbon',
  alternative_names: ['Lisboa'],
  country: 'Portugal',
  country_code: 'PT',
  latitude: 38.72,
  longitude: -9.14,
}

/** Returns the values to save, and the message that the form shows for each invalid field. */
function validatePlace(input: PlaceInput) {
  const { data, error } = placeSchema.safeParse(input)
  const errors: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) errors[String(path[0])] ??= message
  return { values: data, errors }
}

describe('the form of a place', () => {
  test('round-trips a stored place', () => {
    expect(validatePlace(placeInput(place))).toEqual({ values: place, errors: {} })
  })

  test('drops empty and repeated alternative names', () => {
    const alternative_names = ' Lisboa,, \u200ELisboa\u200F ， Lisbon،Ulisipo '
    const input = { ...placeInput(place), alternative_names }
    expect(validatePlace(input).values?.alternative_names).toEqual(['Lisboa', 'Ulisipo'])
  })

  test('requires everything but alternative names', () => {
    const required = ['name', 'country_code', 'country', 'latitude', 'longitude']
    expect(Object.keys(validatePlace(emptyPlace).errors)).toEqual(required)
  })

  test('reads degrees as people write them', () => {
    const read = (latitude: string) => validatePlace({ ...placeInput(place), latitude })
    expect(
      ['38,7', ' -38.7° ', '\u200E\u221238.7', '٣٨٫٧'].map((text) => read(text).values),
    ).toEqual([38.7, -38.7, -38.7, 38.7].map((latitude) => ({ ...place, latitude })))
    const invalid = ['', '91', '-90.1', '1e1', '38,7,1', '0x10', 'north']
    expect(invalid.filter((text) => !read(text).errors['latitude'])).toEqual([])
  })

  test('limits names to 100 characters, counted like PostgreSQL', () => {
    const named = (name: string) => validatePlace({ ...placeInput(place), name }).errors['name']
    expect(named('𐐷'.repeat(100))).toBeUndefined()
    expect(named('𐐷'.repeat(101))).toBe('The name can have at most 100 characters')
  })
})

test.each(['!!!', '🌊', '- -'])('a name without a letter or a digit is refused: %s', (name) => {
  const alternative_names = `Lisboa, ${name}`
  expect(validatePlace({ ...placeInput(place), name, alternative_names }).errors).toEqual({
    name: 'The name needs a letter or a digit',
    alternative_names: 'Each name needs a letter or a digit',
  })
})

describe('suggestions', () => {
  const names = (text: string, country = '') =>
    suggestCities(cities, text, country).shown.map((one) => `${one.name}, ${one.countryCode}`)

  test.each([
    ['lisbon', '', ['Lisbon, PT', 'Lisbon, US', 'Lisbon Falls, US']],
    ['LISBON', 'US', ['Lisbon, US', 'Lisbon, PT', 'Lisbon Falls, US']],
    ['lis, unit', '', ['Lisbon, US', 'Lisburn, GB', 'Lisbon Falls, US']],
    ['lis, UK', '', ['Lisburn, GB']],
    ['l', '', []],
  ])('for %j begin with equal names and the country %j', (text, country, expected) => {
    expect(names(text, country)).toEqual(expected)
  })

  test('are limited', () => {
    const many = Array.from({ length: 20 }, (_, index) => city('Springfield', 'US', index, 0))
    const { shown, total } = suggestCities(many, 'spring', '')
    expect([shown.length, total]).toEqual([maxSuggestions, 20])
  })
})

describe('a requested place', () => {
  test.each([
    ['Bukit, Bali, Indonesia', 'Bukit', 'Indonesia'],
    ['Lisbon', 'Lisbon', ''],
    ['\u202ALis\u200Ebon\u202C，Portugal', 'Lisbon', 'Portugal'],
  ])('%s is split into name and country', (text, name, country) => {
    expect(splitPlace(text)).toEqual({ name, country })
  })

  test('is filled from the only city that it can mean', () => {
    expect(findRequestedCity(cities, 'Lisbon')).toBeUndefined()
    expect(requestedInput('lisbon, portugal', cities)).toMatchObject({
      name: 'Lisbon',
      country_code: 'PT',
      country: 'Portugal',
      latitude: '38.7167',
    })
  })

  test('keeps the words of the owner if the city data is missing', () => {
    expect(requestedInput('Koh Tao, Thailand', [])).toEqual({
      ...emptyPlace,
      name: 'Koh Tao',
      country_code: 'TH',
      country: 'Thailand',
    })
  })
})

test('countries are found by code, name and short name', () => {
  const found = { pt: 'PT', Portugal: 'PT', Türkiye: 'TR', UK: 'GB', Narnia: undefined }
  expect(Object.keys(found).map(findCountryCode)).toEqual(Object.values(found))
  expect(countryCodes).toHaveLength(249)
  expect(listCountries().filter(({ code, name }) => code === name)).toEqual([])
})

test('names are compared without case, accents and punctuation', () => {
  expect(
    ['Sa\u0303o\u202A Pau\u200Elo', 'ŁÓDŹ', "L'Aquila", 'Nuku‘alofa', 'Saint-Louis'].map(plainName),
  ).toEqual(['sao paulo', 'lodz', 'laquila', 'nukualofa', 'saint louis'])
  const urls = ['Ürgüp', "'s-Hertogenbosch", '100 Mile House', ''].map(cityFileUrl)
  expect(urls).toEqual(['u', 's', 'other', 'other'].map((name) => `/cities/${name}.json`))
})

test('the city data has a file for each letter, with coordinates of four decimals', () => {
  const files = cityFiles()
  expect(files.size).toBe(27)
  expect(files.get(cityFileUrl('Lisbon'))).toContain('["Lisbon","PT",38.7251,-9.1498]')
})

import { expect, test } from 'vitest'
import { groupByCountry, searchPlaces } from '../../src/features/places/places.ts'

const places = [
  { name: 'Rio de Janeiro', country: 'Brazil' },
  { name: 'São Paulo', country: 'Brazil' },
  { name: 'Tromsø', country: 'Norway' },
  { name: 'Łódź', country: 'Poland' },
  { name: 'St. Gallen', country: 'Switzerland' },
  { name: 'Zürich', country: 'Switzerland' },
]

const found = (text: string) => searchPlaces(places, text).map(({ name }) => name)

test('places are grouped by country, in their order', () => {
  const groups = groupByCountry(places)
  expect(groups[0]).toEqual({ country: 'Brazil', places: places.slice(0, 2) })
  expect(groups.flatMap((group) => group.places)).toEqual(places)
})

test.each([
  ['ZÜRICH', ['Zürich']],
  ['Zu\u0308rich', ['Zürich']],
  ['tromso', ['Tromsø']],
  ['lodz', ['Łódź']],
  ['st gallen', ['St. Gallen']],
  ['switz', ['St. Gallen', 'Zürich']],
  ['paulo, brazil', ['São Paulo']],
  ['brazil rio', ['Rio de Janeiro']],
  ['aulo', []],
  [' ', places.map(({ name }) => name)],
])('%j finds places by name and country', (text, names) => {
  expect(found(text)).toEqual(names)
})

import type { TablesInsert } from '../../../src/supabase/database.types.ts'
import { cityFiles } from '../../../scripts/build/cities.ts'
import { createSecretClient } from '../../support/users.ts'
import { interceptRequests } from '../requests.ts'
import { uniqueName } from './queue.ts'

const places = () => createSecretClient().from('places')

export async function readPlace(name: string) {
  const { data } = await places().select().eq('name', name).maybeSingle().throwOnError()
  return data
}

/** Adds a place that no other test uses. */
export async function createPlace(changes: Partial<TablesInsert<'places'>> = {}) {
  const place = { country: 'Aruba', country_code: 'AW', latitude: 12.5, longitude: -70 }
  const { data } = await places()
    .insert({ name: uniqueName('Bay'), ...place, ...changes })
    .select()
    .single()
    .throwOnError()
  return data
}

let seeded: string[] = []

export async function rememberPlaces(): Promise<void> {
  const { data } = await places().select('id').throwOnError()
  seeded = data.map(({ id }) => id)
}

/** Deletes the places that were added since `rememberPlaces`. Delete their communities first. */
export async function removeAddedPlaces(): Promise<void> {
  await places().delete().not('id', 'in', `(${seeded.join()})`).throwOnError()
}

const cities = cityFiles()

/** Serves the city data like the dev server. */
export const serveCities = () =>
  interceptRequests(/^\/cities\//, (_forward, url) => new Response(cities.get(url)))

import { queryOptions } from '@tanstack/react-query'
import { containsWords } from '../../lib/plain-words.ts'
import type { Tables } from '../../supabase/database.types.ts'
import { readAllRows } from '../../supabase/read-all.ts'
import { loadClient } from '../../supabase/load-client.ts'

/** A place that owners can choose. Communities refer to it by its name. */
export type Place = Pick<Tables<'places'>, 'name' | 'country'>

export const offeredPlaces = queryOptions({
  queryKey: ['places'],
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<Place[]> => {
    const supabase = await loadClient()
    return readAllRows((from, to) =>
      supabase
        .from('places')
        .select('name, country')
        .eq('is_active', true)
        .order('country')
        .order('name')
        .range(from, to)
        .abortSignal(signal),
    )
  },
})

export function groupByCountry<Grouped extends { country: string }>(
  places: readonly Grouped[],
): { country: string; places: Grouped[] }[] {
  const groups = new Map<string, Grouped[]>()
  for (const place of places) {
    const inCountry = groups.get(place.country)
    if (inCountry) inCountry.push(place)
    else groups.set(place.country, [place])
  }
  return [...groups].map(([country, inCountry]) => ({ country, places: inCountry }))
}

type Searched = Place & {
  /** Other words that find it. */
  otherNames?: string
}

export const searchPlaces = <Found extends Searched>(
  places: readonly Found[],
  text: string,
): readonly Found[] =>
  places.filter(({ name, country, otherNames = '' }) =>
    containsWords([name, country, otherNames].join(' '), text),
  )

import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { offeredPlaces } from './places.ts'
import { supabase } from '../../supabase/client.ts'
import type { Database, Tables } from '../../supabase/database.types.ts'
import { unwrap } from '../../supabase/errors.ts'
import { readAllRows } from '../../supabase/read-all.ts'
import type { PlaceValues } from './place-form.ts'

export const placesPageSize = 25

export function placesPage(search: string, page: number) {
  return queryOptions({
    queryKey: ['admin', 'places', 'page', search, page],
    queryFn: async ({ signal }) => {
      const places = supabase.rpc('list_places', { search, page, page_size: placesPageSize })
      return unwrap(await places.abortSignal(signal))
    },
    placeholderData: keepPreviousData,
  })
}

export type ListedPlace = Database['public']['Functions']['list_places']['Returns'][number]

export type PlaceOption = Pick<
  Tables<'places'>,
  'id' | 'name' | 'alternative_names' | 'country' | 'is_active'
>

/** Every place, including retired ones, by country and name. */
export const allPlaces = queryOptions({
  queryKey: ['admin', 'places', 'all'],
  staleTime: 60_000,
  queryFn: ({ signal }): Promise<PlaceOption[]> =>
    readAllRows((from, to) =>
      supabase
        .from('places')
        .select('id, name, alternative_names, country, is_active')
        .order('country')
        .order('name')
        .range(from, to)
        .abortSignal(signal),
    ),
})

export const placeCountries = queryOptions({
  ...allPlaces,
  select: (places) => [...new Set(places.map(({ country }) => country))],
})

/** Reloads everything that a changed place affects: the places to choose from, and where communities are. */
export async function reloadPlaces(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['admin'] }),
    queries.invalidateQueries({ queryKey: offeredPlaces.queryKey }),
  ])
}

const placeGone = 'Another admin merged it into another place.'

type PlaceVersion = Pick<ListedPlace, 'id' | 'updated_at'>

/** @throws UserError with code PT412 if another admin has changed the place since it was loaded */
export async function updatePlace(
  { id, updated_at }: PlaceVersion,
  changes: Partial<PlaceValues & { is_active: boolean }>,
): Promise<string> {
  const update = supabase
    .from('places')
    .update({ ...changes, updated_at })
    .eq('id', id)
  return unwrap(await update.select('name').maybeSingle(), placeGone).name
}

export async function insertPlace(values: PlaceValues): Promise<string> {
  return unwrap(await supabase.from('places').insert(values).select('name').single()).name
}

export async function readPlace(id: string) {
  const place = supabase
    .from('places')
    .select('id, name, alternative_names, country, country_code, latitude, longitude, updated_at')
  return unwrap(await place.eq('id', id).maybeSingle(), placeGone)
}

export type EditablePlace = PlaceValues & PlaceVersion

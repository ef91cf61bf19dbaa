import { queryOptions, useQuery } from '@tanstack/react-query'
import { directoryCache } from '../directory-client.ts'

/** Loaded on demand: with it, the list would exceed its size budget. */
const loadLocation = () => import('./location.ts')

/** The visitor's position, shared by the list and the map. It stays in memory: it is not sent or stored. */
const positionQuery = queryOptions({
  queryKey: ['position'],
  queryFn: async () => {
    const { locate } = await loadLocation().catch(() => {
      throw new Error("Couldn't find your location. Check your connection, then try again.")
    })
    return locate()
  },
  // Only after the visitor presses a button: the browser may ask for permission.
  enabled: false,
  retry: false,
  staleTime: Infinity,
})

/** Returns the position once it is known, and functions that find it. */
export function usePosition() {
  // The map's tests render it without a provider of the cache.
  const { data, error, isFetching, refetch } = useQuery(positionQuery, directoryCache)
  const locate = () => void refetch({ cancelRefetch: false })
  return {
    position: error ? null : (data ?? null),
    isLocating: isFetching,
    /** What to do if the position is unknown. */
    failure: isFetching ? null : (error?.message ?? null),
    locate,
    /** Finds the position unless the browser would ask for permission. */
    locateIfAllowed: async () => {
      const location = await loadLocation().catch(() => null)
      if (await location?.isLocationAllowed()) locate()
    },
  }
}

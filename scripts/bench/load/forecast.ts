import type { LoadResult } from './measure-load.ts'
import type { Visit } from './visits.ts'

/** The busiest minute has this many times the visits of an average one. */
const peakFactor = 4
const visitsPerDay = [10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]
/** Seconds that a cached response is fresh. */
const lifetime = 60

/**
 * Returns what the project has to serve at a number of visits a day, with and without the cache. Simulates one empty
 * cache for a minute and counts its misses in the next one; the processor time of a request is measured.
 */
export const forecast = (uncached: LoadResult, cached: LoadResult, nextVisit: () => Visit) =>
  visitsPerDay.map((visits) => {
    const rate = (visits * peakFactor) / 86_400
    const { requests, misses } = simulateCache(rate, nextVisit)
    return {
      'visits a day': visits,
      'peak visits/s': rate,
      'requests/s': requests,
      'cores without a cache': requests * coreSeconds(uncached),
      'cache hits': `${((1 - misses / requests) * 100).toFixed(0)}%`,
      'requests/s to the project': misses,
      'queries/s': (misses * uncached.queries) / uncached.requests,
      cores: misses * coreSeconds(cached),
    }
  })

/** The processor seconds of PostgreSQL and PostgREST for each request that reached them. */
function coreSeconds({ cores, seconds, requests, hits }: LoadResult): number {
  const used = (cores['PostgreSQL'] ?? 0) + (cores['PostgREST'] ?? 0)
  return (used * seconds) / (requests - hits)
}

/** Returns the requests per second of visitors, and those that the cache passes on. */
function simulateCache(rate: number, nextVisit: () => Visit) {
  const expiry = new Map<string, number>()
  // At low rates, several minutes, for enough visits.
  const end = Math.max(2 * lifetime, 5000 / rate)
  let requests = 0
  let misses = 0
  for (let now = 0; now < end; now += 1 / rate) {
    for (const { method, path } of nextVisit()) {
      const isHit = method === 'GET' && (expiry.get(path) ?? 0) > now
      if (!isHit) expiry.set(path, now + lifetime)
      if (now < lifetime) continue
      requests += 1
      if (!isHit) misses += 1
    }
  }
  const counted = end - lifetime
  return { requests: requests / counted, misses: misses / counted }
}

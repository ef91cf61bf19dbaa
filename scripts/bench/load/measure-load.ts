import autocannon from 'autocannon'
import type { Services } from './services.ts'
import type { DirectoryRequest, Visit } from './visits.ts'

/** More than two cores can serve in ten seconds. */
const drawnVisits = 10_000

/** What one load needed. Times in milliseconds, sizes without compression. */
export type LoadResult = Awaited<ReturnType<typeof measureLoad>>

/**
 * Sends the requests of visits for ten seconds, and measures how many are served.
 *
 * @param connections the number of requests at a time
 * @param nextVisit draws the next visit
 */
export async function measureLoad(
  { url, signIn }: Services,
  connections: number,
  nextVisit: () => Visit,
) {
  const visits = Array.from({ length: drawnVisits }, nextVisit)
  const toRequest = ({ userId, ...own }: DirectoryRequest): autocannon.Request => ({
    ...own,
    headers: { ...own.headers, ...(userId && { authorization: `Bearer ${signIn(userId)}` }) },
  })
  const requestsOf = Array.from({ length: connections }, (_connection, index) =>
    visits
      .filter((_visit, position) => position % connections === index)
      .flat()
      .map(toRequest),
  )
  const { requests, duration, errors, non2xx, latency, throughput } = await autocannon({
    url,
    connections,
    duration: 10,
    // Each connection sends the requests of a visit in their order: a visitor joins before reading the link.
    setupClient(client) {
      client.setRequests(requestsOf.pop() ?? [])
    },
  })
  const served = (requests.total * visits.length) / visits.flat().length
  return {
    connections,
    'visits/s': served / duration,
    'requests/s': requests.total / duration,
    p50: latency.p50,
    'p97.5': latency.p97_5,
    p99: latency.p99,
    errors: errors + non2xx,
    'kB/visit': throughput.total / served / 1000,
  }
}

import autocannon from 'autocannon'
import { readCpu, readMemory } from './processes.ts'
import type { Services } from './services.ts'
import type { DirectoryRequest, Visit } from './visits.ts'

interface Load {
  /** The project's URL, with or without the cache. */
  url: string
  /** The number of requests at a time. */
  connections: number
  /** Draws the next visit. */
  nextVisit: () => Visit
}

/** More than two cores can serve in ten seconds. */
const drawnVisits = 10_000

/** What one load needed. Times in milliseconds. */
export interface LoadResult {
  connections: number
  seconds: number
  visits: number
  requests: number
  errors: number
  /** Responses from the cache, also those that it is refreshing. */
  hits: number
  /** Size of all responses, without compression. */
  bytes: number
  p50: number
  p97_5: number
  p99: number
  /** Statements that visitors and users ran, except BEGIN and COMMIT. */
  queries: number
  /** For each process group: cores in use on average, and MB. */
  cores: Record<string, number>
  memory: Record<string, number>
}

/** Sends the requests of visits for ten seconds, and measures what they need. */
export async function measureLoad(
  { query, pids, signIn }: Services,
  { url, connections, nextVisit }: Load,
): Promise<LoadResult> {
  const visits = Array.from({ length: drawnVisits }, nextVisit)
  let hits = 0
  const toRequest = ({ path, userId, ...own }: DirectoryRequest): autocannon.Request => ({
    ...own,
    path: new URL(url).pathname.replace(/\/$/, '') + path,
    headers: {
      accept: '*/*',
      apikey: 'sb_publishable_of_the_load_test',
      origin: 'https://app.example.com',
      'x-application-name': 'community-app',
      ...own.headers,
      ...(userId && { authorization: `Bearer ${signIn(userId)}` }),
    },
    onResponse(_status, _body, _context, headers) {
      if (['HIT', 'STALE', 'UPDATING'].includes(String(headers?.['X-Cache']))) hits += 1
    },
  })
  const requestsOf = Array.from({ length: connections }, (_connection, index) =>
    visits
      .filter((_visit, position) => position % connections === index)
      .flat()
      .map(toRequest),
  )
  await query('select pg_stat_statements_reset()')
  const before = readCpu(pids)
  const result = await autocannon({
    url,
    connections,
    duration: 10,
    // Each connection sends the requests of a visit in their order: a visitor joins before reading the link.
    setupClient(client) {
      client.setRequests(requestsOf.pop() ?? [])
    },
  })
  const [counted] = await query(
    `select coalesce(sum(calls), 0) as calls from pg_stat_statements
     where userid <> 'postgres'::regrole`,
  )
  const cores = Object.entries(readCpu(pids)).map(([name, cpu]) => [
    name,
    (cpu - (before[name] ?? 0)) / result.duration,
  ])
  return {
    connections,
    seconds: result.duration,
    visits: (result.requests.total * visits.length) / visits.flat().length,
    requests: result.requests.total,
    errors: result.errors + result.non2xx,
    hits,
    bytes: result.throughput.total,
    p50: result.latency.p50,
    p97_5: result.latency.p97_5,
    p99: result.latency.p99,
    queries: Number(counted?.['calls']),
    cores: Object.fromEntries(cores),
    memory: readMemory(pids),
  }
}

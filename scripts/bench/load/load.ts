import { Agent, request as httpRequest } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DirectoryRequest, Visit } from './visits.ts'

/** Milliseconds after which a request counts as failed. */
const timeout = 5000

interface Load {
  /** The project's URL. */
  url: string
  /** Visits per second. */
  rate: number
  seconds: number
  /** Draws the next visit. */
  nextVisit: () => Visit
  random: () => number
  signIn: (userId: string) => string
}

interface Outcome {
  /** Milliseconds since the request was due. */
  time: number
  isError: boolean
  /** Whether the cache responded, also with a response that it is refreshing. */
  isHit: boolean
  /** Size of the body. */
  bytes: number
}

/** Times in milliseconds. */
export interface LoadResult {
  visits: number
  requests: number
  errors: number
  hits: number
  /** Size of all bodies, without compression. */
  bytes: number
  p50: number
  p95: number
  p99: number
}

/**
 * Starts visits at random times, `rate` per second on average, whether or not earlier ones have finished, and waits for
 * the last response. Times count from when a request was due, so that a slow start counts too.
 */
export async function applyLoad(load: Load): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true })
  const outcomes: Outcome[] = []
  const visits: Promise<void>[] = []
  const end = performance.now() + load.seconds * 1000
  let due = performance.now()
  while (due < end) {
    visits.push(runVisit(load, agent, due, outcomes))
    due += (-Math.log(1 - load.random()) * 1000) / load.rate
    const wait = due - performance.now()
    if (wait > 0) await sleep(wait)
  }
  await Promise.all(visits)
  agent.destroy()
  const times = outcomes.map(({ time }) => time).toSorted((one, other) => one - other)
  const percentile = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return {
    visits: visits.length,
    requests: outcomes.length,
    errors: outcomes.filter(({ isError }) => isError).length,
    hits: outcomes.filter(({ isHit }) => isHit).length,
    bytes: outcomes.reduce((total, { bytes }) => total + bytes, 0),
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
  }
}

async function runVisit(load: Load, agent: Agent, firstDue: number, outcomes: Outcome[]) {
  let due = firstDue
  for (const group of load.nextVisit()) {
    const start = due
    await Promise.all(
      group.map(async (request) => {
        const response = await send(load, agent, request)
        outcomes.push({ ...response, time: performance.now() - start })
      }),
    )
    due = performance.now()
  }
}

/** Sends a request with the headers of the app and waits until the response has arrived. */
function send(
  { url, signIn }: Load,
  agent: Agent,
  { method, path, body, userId, headers: ownHeaders }: DirectoryRequest,
): Promise<Omit<Outcome, 'time'>> {
  const headers = {
    accept: '*/*',
    apikey: 'sb_publishable_of_the_load_test',
    origin: 'https://app.example.com',
    'x-application-name': 'community-app',
    ...ownHeaders,
    ...(userId && { authorization: `Bearer ${signIn(userId)}` }),
    ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  }
  return new Promise((resolve) => {
    const sent = httpRequest(url + path, { agent, method, headers, timeout }, (response) => {
      const cache = response.headers['x-cache']
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.once('end', () =>
        resolve({
          bytes,
          isError: (response.statusCode ?? 0) >= 400,
          isHit: cache === 'HIT' || cache === 'STALE' || cache === 'UPDATING',
        }),
      )
    })
    sent.once('timeout', () => sent.destroy(new Error('timeout')))
    sent.once('error', () => resolve({ isError: true, isHit: false, bytes: 0 }))
    sent.end(body)
  })
}

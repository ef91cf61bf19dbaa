/*
 * Doubles the number of simultaneous requests to the directory until a response takes more than 500 ms, without and
 * with a cache in front:
 *   npm run bench -- load [10000]
 * Needs Linux, PostgreSQL and nginx.
 */
import { cpus } from 'node:os'
import { addAdmin, addRows } from '../admin/data.ts'
import { type Database, fill } from '../database.ts'
import { addCommunities } from '../directory/data.ts'
import { finish, printTable, readSizes } from '../../report.ts'
import { forecast } from './forecast.ts'
import { measureLoad, type LoadResult } from './measure-load.ts'
import { startServices } from './services.ts'
import { createVisits, mix } from './visits.ts'

/** The longest acceptable time of 97.5% of the responses, in milliseconds. */
const maxResponseTime = 500

const toRow = ({ requests, seconds, cores, memory, ...result }: LoadResult) => ({
  connections: result.connections,
  'visits/s': result.visits / seconds,
  'requests/s': requests / seconds,
  p50: result.p50,
  'p97.5': result.p97_5,
  p99: result.p99,
  errors: result.errors,
  'cache hits': `${((100 * result.hits) / requests).toFixed(0)}%`,
  'queries/visit': result.queries / result.visits,
  'kB/visit': result.bytes / result.visits / 1000,
  ...Object.fromEntries(Object.entries(cores).map(([name, used]) => [`${name} cores`, used])),
  ...Object.fromEntries(Object.entries(memory).map(([name, used]) => [`${name} MB`, used])),
})

const [rows = 0] = readSizes([100_000])
const services = await startServices(fillDatabase)
const nextVisit = await createVisits(services)
const visits = Object.entries(mix).map(([kind, count]) => `${count} ${kind}`)
console.info(`${services.name}, ${rows.toLocaleString('en')} communities. Of 100 visits: ${visits.join(', ')}.
The load generator shares ${cpus().length} cores with the servers. Times in milliseconds.`)
const uncached = await findLimit('Without a cache', services.uncachedUrl)
const cached = await findLimit('With a cache', services.cachedUrl)
await services.stop()
printTable('Forecast', forecast(uncached, cached, nextVisit))
finish()

/** Adds communities with their owners, links and rows in the directory. One in ten is not approved. */
async function fillDatabase(database: Database): Promise<void> {
  await addAdmin(database)
  await addRows(database, 0, rows)
  await addCommunities(database, rows)
  await fill(database, [
    `insert into public.community_links (community_id, link)
     select id, whatsapp_link from public.communities where status = 'approved'`,
    `delete from public.directory_communities as d using public.communities as c
     where c.id = d.id and c.status <> 'approved'`,
  ])
}

/** Returns the highest load within the limit. */
async function findLimit(title: string, url: string): Promise<LoadResult> {
  const results: LoadResult[] = []
  const isWithinLimit = ({ p97_5, errors }: LoadResult) => p97_5 <= maxResponseTime && errors === 0
  let connections = 4
  do {
    connections *= 2
    results.push(await measureLoad(services, { url, connections, nextVisit }))
  } while (results.slice(-1).every(isWithinLimit))
  printTable(title, results.map(toRow))
  const limit = results.at(-2)
  if (!limit) throw new Error('Even eight requests at a time are too many, or requests fail.')
  return limit
}

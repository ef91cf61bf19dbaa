/*
 * Doubles the number of simultaneous requests to the directory until a response takes more than 500 ms:
 *   npm run bench -- load [10000]
 * Needs PostgreSQL and PostgREST.
 */
import { cpus } from 'node:os'
import { addAdmin, addRows } from '../admin/data.ts'
import { type Database, fill } from '../database.ts'
import { addCommunities } from '../directory/data.ts'
import { check, finish, printTable, readSizes } from '../../report.ts'
import { measureLoad, type LoadResult } from './measure-load.ts'
import { startServices } from './services.ts'
import { createVisits, mix } from './visits.ts'

/** The longest acceptable time of 97.5% of the responses, in milliseconds. */
const maxResponseTime = 500

const [rows = 0] = readSizes([100_000])
const services = await startServices(fillDatabase)
const nextVisit = await createVisits(services)
const visits = Object.entries(mix).map(([kind, count]) => `${count} ${kind}`)
console.info(`${services.name}, ${rows.toLocaleString('en')} communities. Of 100 visits: ${visits.join(', ')}.
The load generator shares ${cpus().length} cores with the servers. Times in milliseconds.`)
const results: LoadResult[] = []
const isWithinLimit = (result: LoadResult) =>
  result['p97.5'] <= maxResponseTime && result.errors === 0
let connections = 4
do {
  connections *= 2
  results.push(await measureLoad(services, connections, nextVisit))
} while (results.slice(-1).every(isWithinLimit))
await services.stop()
printTable('Load', results)
check(results.length > 1, 'Even eight requests at a time are too many, or requests fail.')
finish()

/** Adds communities with their owners, links and rows in the directory. One in ten is not approved. */
async function fillDatabase(database: Database): Promise<void> {
  await addAdmin(database)
  await addRows(database, 0, rows)
  await addCommunities(database, rows)
  await fill(database, [
    `insert into public.community_links (community_id, link, is_scheduled)
     select id, whatsapp_link, true from public.communities where status = 'approved'`,
    `delete from public.directory_communities as d using public.communities as c
     where c.id = d.id and c.status <> 'approved'`,
  ])
}

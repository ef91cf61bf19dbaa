/*
 * Measures the admin page's queries among 1,000, 10,000 and 100,000 communities and users in PostgreSQL:
 *   npm run bench -- admin [1000 5000]
 */
import { measureQueries, openPostgres } from '../database.ts'
import { finish, readSizes } from '../../report.ts'
import { addAdmin, addRows } from './data.ts'
import { adminQueries } from './queries.ts'

const limits = { median: 50, worst: 1000 }

const database = await openPostgres()
await addAdmin(database)
let added = 0
for (const size of readSizes([1000, 10_000, 100_000])) {
  await addRows(database, added, size)
  added = size
  const title = `${size.toLocaleString('en')} communities and users`
  await measureQueries(database, title, adminQueries(size), limits)
}
await database.stop()
finish()

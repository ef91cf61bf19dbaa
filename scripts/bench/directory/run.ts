/*
 * Measures visitors' searches among 100,000 and 1,000,000 communities in PostgreSQL:
 *   npm run bench -- directory [1000 10000]
 */
import { type Limits, measureQueries, openPostgres } from '../database.ts'
import { finish, readSizes } from '../../report.ts'
import { addCommunities } from './data.ts'
import { searchQueries } from './queries.ts'

/** By number of communities. A hosted project cancels a visitor's statement after three seconds. */
const limits = new Map<number, Limits>([
  [100_000, { median: 50, worst: 3000 }],
  [1_000_000, { median: 300, worst: 3000 }],
])

for (const rows of readSizes([...limits.keys()])) {
  const database = await openPostgres()
  await addCommunities(database, rows)
  const title = `${rows.toLocaleString('en')} communities`
  await measureQueries(database, title, await searchQueries(database, rows), limits.get(rows))
  await database.stop()
}
finish()

/*
 * Measures what has a target, among 100,000 and 1,000,000 communities with as many users and everything else in
 * proportion:
 *   npm run bench -- scale [2000 10000]
 * Needs PostgreSQL, 15 GB on the disk, and half an hour.
 */
import { loadavg } from 'node:os'
import { measure, openPostgres } from '../database.ts'
import { check, finish, printTable, readSizes } from '../../report.ts'
import { addEverything } from './data.ts'
import { listOperations } from './operations.ts'

const results = new Map<string, Record<string, string | number>>()
for (const rows of readSizes([100_000, 1_000_000])) {
  const size = rows.toLocaleString('en')
  const database = await openPostgres()
  await addEverything(database, rows)
  console.info(`${size} rows are in ${database.name}. The load average is ${loadavg().join(', ')}.`)
  for (const operation of await listOperations(database, rows)) {
    const { name, target } = operation
    const { median, worst } = await measure(database, operation, 5)
    results.set(name, {
      ...(results.get(name) ?? { operation: name, target }),
      [`median of ${size}`]: median,
      [`worst of ${size}`]: worst,
    })
    check(median <= target, `'${name}' exceeds its target with ${size} communities.`)
  }
  await database.stop()
}
printTable('Scale, milliseconds', [...results.values()])
finish()

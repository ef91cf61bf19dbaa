/*
 * Measures what has a target, among 100,000 and 1,000,000 communities with as many users and everything else in
 * proportion:
 *   npm run bench -- scale [admin] [10000 20000]
 * measures only operations whose names begin with a word: admin, search, decision or job. Needs PostgreSQL and, for
 * everything, 15 GB on the disk and half an hour.
 */
import { loadavg } from 'node:os'
import { measure, openPostgres } from '../database.ts'
import { check, finish, printTable, readSizes } from '../../report.ts'
import { addEverything } from './data.ts'
import { listOperations } from './operations.ts'

const [word = ''] = process.argv.slice(2).filter((argument) => Number.isNaN(Number(argument)))
const results = new Map<string, Record<string, string | number>>()
for (const rows of readSizes([100_000, 1_000_000])) {
  const size = rows.toLocaleString('en')
  const database = await openPostgres()
  await addEverything(database, rows)
  console.info(`${size} rows are in ${database.name}. The load average is ${loadavg().join(', ')}.`)
  const operations = await listOperations(database, rows)
  for (const operation of operations.filter(({ name }) => name.startsWith(word))) {
    const { name, target } = operation
    const { median, worst } = await measure(database, operation)
    results.set(name, {
      ...(results.get(name) ?? { operation: name, target }),
      [`median of ${size}`]: median,
      [`worst of ${size}`]: worst,
    })
    check(median <= target, `'${name}' exceeds its target with ${size} communities.`)
    // A hosted project cancels a visitor's statement then.
    check(operation.role !== 'anon' || worst <= 3000, `'${name}' takes three seconds at its worst.`)
  }
  await database.stop()
}
printTable('Scale, milliseconds', [...results.values()])
finish()

import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import type { Database } from '../bench-admin/databases.ts'
import { median } from '../median.ts'
import type { Question } from './questions.ts'

/** Milliseconds. */
export interface Timing {
  median: number
  worst: number
  /** What the server's process had of a processor, median: the same on a machine that is busy with others. */
  processor: number
  /** The plain query, median. */
  plain: number
}

const warmUps = 2
const rounds = 25
/** Milliseconds after which the plain query has been asked often enough. */
const patience = 1500

/** @throws when the two ways do not give the same answer */
export async function measure(
  database: Database,
  { name, asked, plain }: Question,
): Promise<Timing> {
  const times: number[] = []
  const processorTimes: number[] = []
  const plainTimes: number[] = []
  let plainTotal = 0
  for (let round = -warmUps; round < rounds; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const one = await time(database, 'anon', asked)
    if (round >= 0) {
      times.push(one.milliseconds)
      processorTimes.push(one.processor)
    }
    if (plainTotal > patience) continue
    // oxlint-disable-next-line no-await-in-loop
    const other = await time(database, 'postgres', plain)
    plainTotal += other.milliseconds
    plainTimes.push(other.milliseconds)
    requireSameAnswer(name, one.body, other.body)
  }
  return {
    median: median(times),
    worst: Math.max(...times),
    processor: median(processorTimes),
    plain: median(plainTimes),
  }
}

/** As PostgREST runs a GET: a transaction that only reads, in the role of the caller. */
async function time(database: Database, role: 'anon' | 'postgres', sql: string) {
  await database.query('begin read only')
  try {
    await database.query(`set local role ${role}`)
    const [server] = await database.query('select pg_backend_pid() as pid')
    const used = processorTime(server?.['pid'])
    const start = performance.now()
    const [row] = await database.query(sql)
    const milliseconds = performance.now() - start
    return {
      milliseconds,
      processor: processorTime(server?.['pid']) - used,
      body: String(row?.['body']),
    }
  } finally {
    await database.query('rollback')
  }
}

/** Milliseconds that a process of this machine has run; NaN where the kernel does not say. */
function processorTime(pid: unknown): number {
  try {
    return Number(readFileSync(`/proc/${String(pid)}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return Number.NaN
  }
}

/** Pages are the same row by row. Counts come in any order, and one that is bounded is no more than the true one. */
function requireSameAnswer(name: string, one: string, other: string) {
  if (!name.startsWith('counts')) {
    if (one !== other) throw new Error(`'${name}' is answered differently in its two ways.`)
    return
  }
  const actual = readCounts(other)
  for (const [key, { communities, isAtLeast }] of readCounts(one)) {
    const expected = actual.get(key)?.communities ?? 0
    if (isAtLeast ? communities > expected : communities !== expected) {
      throw new Error(`'${name}' counts ${communities} ${key} of ${expected}.`)
    }
  }
}

function readCounts(body: string) {
  const rows: unknown = JSON.parse(body)
  const field = (row: unknown, key: string): unknown => Reflect.get(Object(row), key)
  return new Map(
    (Array.isArray(rows) ? rows : []).map((row: unknown) => [
      `${String(field(row, 'facet'))} ${String(field(row, 'value'))}`,
      {
        communities: Number(field(row, 'communities')),
        isAtLeast: field(row, 'is_at_least') === true,
      },
    ]),
  )
}

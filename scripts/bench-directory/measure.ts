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

/** One question, put to one database. */
export interface Case {
  database: Database
  question: Question
}

const warmUps = 2
const rounds = 25
/** Milliseconds after which the plain query has been asked often enough. */
const patience = 1500

/**
 * Asks all cases in turn, round by round, so that whatever else the machine does slows all of them.
 *
 * @returns a timing for each, in their order
 * @throws when a question and its plain query do not give the same answer
 */
export async function measure(cases: readonly Case[]): Promise<Timing[]> {
  const measured = cases.map((asked) => ({
    ...asked,
    times: [] as number[],
    processorTimes: [] as number[],
    plainTimes: [] as number[],
  }))
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const { database, question, times, processorTimes, plainTimes } of measured) {
      // One after the other is the point.
      /* oxlint-disable no-await-in-loop */
      const one = await time(database, 'anon', question.asked)
      if (round >= 0) {
        times.push(one.milliseconds)
        processorTimes.push(one.processor)
      }
      if (sum(plainTimes) > patience) continue
      const other = await time(database, 'postgres', question.plain)
      /* oxlint-enable no-await-in-loop */
      plainTimes.push(other.milliseconds)
      requireSameAnswer(question.name, one.body, other.body)
    }
  }
  return measured.map(({ times, processorTimes, plainTimes }) => ({
    median: median(times),
    worst: Math.max(...times),
    processor: median(processorTimes),
    plain: median(plainTimes),
  }))
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

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

import { performance } from 'node:perf_hooks'
import type { Database } from '../admin/databases.ts'
import { median } from '../median.ts'
import type { Question } from './questions.ts'

/** Milliseconds. */
export interface Timing {
  median: number
  worst: number
  /** The plain query, median. */
  plain: number
}

const warmUps = 1
const rounds = 15
/** Milliseconds after which a slow plain query has been repeated often enough. */
const plainBudget = 2000

/**
 * Asks a question and its plain query in turn, so that anything else the machine does slows both.
 *
 * @throws when the two have different answers
 */
export async function measure(database: Database, question: Question): Promise<Timing> {
  await createPlainFunction(database, question.plain)
  const times: number[] = []
  const plainTimes: number[] = []
  /* oxlint-disable no-await-in-loop -- one after the other is the point */
  for (let round = -warmUps; round < rounds; round += 1) {
    const asked = await time(database, 'anon', question.asked)
    if (round >= 0) times.push(asked.milliseconds)
    if (plainTimes.reduce((sum, one) => sum + one, 0) > plainBudget) continue
    const plain = await time(database, 'postgres', 'select private.bench_plain() as body')
    plainTimes.push(plain.milliseconds)
    requireSameAnswer(question.name, asked.body, plain.body)
  }
  /* oxlint-enable no-await-in-loop */
  return { median: median(times), worst: Math.max(...times), plain: median(plainTimes) }
}

/** Inside a function with the same settings, so that both have the same overhead. */
const createPlainFunction = (database: Database, query: string) =>
  database.query(
    `create or replace function private.bench_plain() returns text
     language plpgsql stable security definer
     set search_path = '' set plan_cache_mode = force_custom_plan set jit = off as $plain$
     begin
       return (select coalesce(json_agg(t), '[]') from (${query}) as t);
     end
     $plain$`,
  )

/** Runs as PostgREST does: a transaction that only reads, in the role of the caller. */
async function time(database: Database, role: 'anon' | 'postgres', sql: string) {
  await database.query('begin read only')
  try {
    await database.query(`set local role ${role}`)
    const start = performance.now()
    const [row] = await database.query(sql)
    return { milliseconds: performance.now() - start, body: String(row?.['body']) }
  } finally {
    await database.query('rollback')
  }
}

/** Pages have the same rows in the same order. A capped count is at most the true one. */
function requireSameAnswer(name: string, asked: string, plain: string) {
  if (!name.startsWith('counts')) {
    if (asked !== plain) throw new Error(`'${name}' has another answer than its plain query.`)
    return
  }
  const expected = readCounts(plain)
  for (const [key, { communities, isAtLeast }] of readCounts(asked)) {
    const truth = expected.get(key)?.communities ?? 0
    if (isAtLeast ? communities > truth : communities !== truth) {
      throw new Error(`'${name}' counts ${communities} ${key} of ${truth}.`)
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

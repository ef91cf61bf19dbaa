import { performance } from 'node:perf_hooks'
import { adminId } from './load.ts'
import type { Database } from './databases.ts'
import { type Question, bareSql } from './queries.ts'

export interface Timing {
  name: string
  /** Milliseconds, medians. */
  asked: number
  bare: number
  /** Of the answer's JSON text. */
  bytes: number
}

const mostRounds = 80
/** Milliseconds after which a slow question has been asked often enough. */
const patience = 2500

/** Times a question both ways in turn, so that whatever else the machine does meets both. */
export async function measure(database: Database, question: Question): Promise<Timing> {
  const asked: number[] = []
  const bare: number[] = []
  let bytes = 0
  const began = performance.now()
  for (let round = -3; round < mostRounds; round += 1) {
    // Once each way, one after the other, on one connection.
    /* oxlint-disable no-await-in-loop */
    const one = await time(database, question.role, question.sql)
    const other = await time(database, 'postgres', bareSql(question))
    /* oxlint-enable no-await-in-loop */
    bytes = one.bytes
    if (round < 0) continue
    asked.push(one.milliseconds)
    bare.push(other.milliseconds)
    if (round >= 8 && performance.now() - began > patience) break
  }
  return { name: question.name, asked: median(asked), bare: median(bare), bytes }
}

/** As the REST service runs a request: a transaction with the role and claims of the caller. */
async function time(database: Database, role: string, sql: string) {
  await database.query('begin')
  await database.query(
    `select set_config('role', '${role}', true),
       set_config('request.jwt.claims', '{"sub": "${adminId}", "role": "${role}"}', true),
       set_config('request.jwt.claim.sub', '${adminId}', true)`,
  )
  const start = performance.now()
  const [row] = await database.query(sql)
  const milliseconds = performance.now() - start
  await database.query('commit')
  const body = row?.['body']
  return { milliseconds, bytes: typeof body === 'string' ? Buffer.byteLength(body) : 0 }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

import { performance } from 'node:perf_hooks'
import { median } from '../median.ts'
import type { Database } from './databases.ts'
import { adminId } from './load.ts'

export type Role = 'authenticated' | 'service_role' | 'postgres'

export interface Statement {
  role: Role
  /** Answers one row with the text `body`. */
  sql: string
  settings?: Record<string, string>
}

/** One thing the page wants to know, asked in two ways. */
export interface Question {
  name: string
  asked: Statement
  other: Statement
}

export interface Timing {
  name: string
  /** Milliseconds, medians. */
  asked: number
  other: number
  /** Of the answer's JSON. */
  bytes: number
}

const warmUps = 3
const rounds = { least: 7, most: 80 }
/** Milliseconds after which a slow question has been asked often enough. */
const patience = 900

/**
 * Times a question both ways in turn, so that whatever else the machine does meets both.
 *
 * @throws when the two do not give the same answer
 */
export async function measure(database: Database, question: Question): Promise<Timing> {
  const asked: number[] = []
  const other: number[] = []
  let bytes = 0
  let began = performance.now()
  for (let round = -warmUps; round < rounds.most; round += 1) {
    // Once each way, one after the other, on one connection; who goes first changes.
    /* oxlint-disable no-await-in-loop */
    const early = round % 2 === 0 ? await time(database, question.other) : undefined
    const one = await time(database, question.asked)
    const two = early ?? (await time(database, question.other))
    /* oxlint-enable no-await-in-loop */
    if (round < 0) {
      requireSameAnswer(question.name, one.body, two.body)
      bytes = Buffer.byteLength(one.body)
      began = performance.now()
      continue
    }
    asked.push(one.milliseconds)
    other.push(two.milliseconds)
    if (round + 1 >= rounds.least && performance.now() - began > patience) break
  }
  return { name: question.name, asked: median(asked), other: median(other), bytes }
}

/** As PostgREST runs a request: a transaction with the role and claims of the caller. */
async function time(database: Database, { role, sql, settings = {} }: Statement) {
  const claims = {
    'request.jwt.claims': JSON.stringify({ sub: adminId, role }),
    'request.jwt.claim.sub': adminId,
  }
  const set = Object.entries({ ...claims, ...settings }).map(
    ([setting, value]) => `set_config('${setting}', '${value}', true)`,
  )
  await database.query('begin')
  try {
    await database.query(`set local role ${role}`)
    await database.query(`select ${set.join(', ')}`)
    const start = performance.now()
    const [row] = await database.query(sql)
    return { milliseconds: performance.now() - start, body: String(row?.['body']) }
  } finally {
    await database.query('rollback')
  }
}

/** Counts come in any order. */
function requireSameAnswer(name: string, one: string, other: string) {
  const rows = (body: string) => {
    const parsed: unknown = JSON.parse(body)
    return (Array.isArray(parsed) ? parsed : [parsed]).map((row) => JSON.stringify(row)).toSorted()
  }
  if (rows(one).join() !== rows(other).join()) {
    throw new Error(`'${name}' is answered differently in its two ways.`)
  }
}
